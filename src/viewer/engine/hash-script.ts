/**
 * The code that hashes, for the engine and for its hash workers. It is a script of its own in the page, which runs before the script of the
 * engine. A hash worker has only this one, because starting the whole engine takes ten times as long.
 */
import { HASHER } from './hash-messages.ts';
import { hashForEngine } from './hash-worker.ts';

export { Hash, loadHashers } from '../node/hashers.ts';
export { hashFile, hexOf, MAX_WHOLE } from './hash-bytes.ts';

if (self.name === HASHER) hashForEngine();
