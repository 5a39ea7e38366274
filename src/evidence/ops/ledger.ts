/** Judges a witness ledger: every line, from the first to the last. */
import { readNow } from '#core/reused';
import { idOf, lineReader } from '#witness/line';
import { withLinesForward } from '#witness/ops/snapshot';
import { verifyLedger } from '#witness/ops/verify';
import type { Described, EvidenceMember, Place } from '../contract.ts';
import { ledgerVerdict } from '../ledger.ts';
import type { Verdict } from '../verdict.ts';
import { placeDigest } from './hashed-file.ts';

export function judge({ given, path }: Place): Verdict {
  const own = verifyLedger(path);
  return ledgerVerdict(given, { ledger: path, digest: placeDigest({ given, path }) }, own);
}

export function describe(place: Place): Described {
  const members = withLinesForward(place.path, (lines) => {
    const read = lineReader();
    return Array.from(lines, (raw, index): EvidenceMember => {
      const bytes = readNow(raw.bytes);
      return { path: `line ${index + 1}`, digest: raw.isTooLong ? null : idOf(read(bytes)), size: bytes.length };
    });
  });
  return { id: members.at(-1)?.digest ?? null, digest: placeDigest(place), created: null, memberCount: members.length, members };
}
