/** What a deployment lock says; its members are its claims. */
import { readWhole } from '#core/bytes/source';
import { parseLockFile } from '#stack/ops/lock-file';
import { claimsOf } from '#stack/verify/claims';
import { aboutStack } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { readDocument } from './read-document.ts';

const MAX_BYTES = 1 << 26;

export function statedInStack(place: Place): Stated {
  const { value, digest } = readDocument(place, (source) => readWhole(source, MAX_BYTES));
  const { lock, document } = parseLockFile(value, place.given);
  return {
    id: lock.zone_id,
    digest,
    members: claimsOf(document).map(({ section, id, field }) => {
      return { path: [section, id, field].filter((part) => part !== null).join(' '), digest: null, size: null, type: section };
    }),
    about: aboutStack(lock),
  };
}
