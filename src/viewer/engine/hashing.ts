/**
 * What hashes, for the engine and for its hash workers: one script of the page, which the engine's needs before it. A hash worker has only this
 * one, because starting the whole engine takes ten times as long.
 */
import { HASHER } from './hash-messages.ts';
import { hashForEngine } from './hash-worker.ts';

export { Hash, loadHashers } from '../node/hashers.ts';
export { hashFile, hexOf, MAX_WHOLE } from './hash-bytes.ts';

if (self.name === HASHER) hashForEngine();
