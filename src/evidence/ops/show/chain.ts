/** What a tool-chain lock says: each element, and what runs it. */
import { parseChainLock } from '#chain/document';
import { readWhole } from '#core/bytes/source';
import { aboutChain } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { readDocument } from './read-document.ts';

const MAX_BYTES = 1 << 24;

export function statedInChain(place: Place): Stated {
  const { value, digest } = readDocument(place, (source) => readWhole(source, MAX_BYTES));
  const lock = parseChainLock(value, place.given);
  return {
    id: `${lock.chain[0]?.itemId}@${lock.version}`,
    digest,
    members: lock.chain.map(({ itemId, integrity, toolType }) => {
      return { path: itemId, digest: `sha256:${integrity}`, size: null, type: toolType ?? 'no type' };
    }),
    about: aboutChain(lock),
  };
}
