/** Verifies the ledger at a path. A ledger that does not exist or has no record proves nothing and is refused. */
import { reusedHashers } from '#hashing/hashers';
import { noLedger } from '../refusals.ts';
import { verify, type WitnessVerdict } from '../verify.ts';
import { withLinesForward } from './snapshot.ts';

/** `expect` is the id of a record that must be in the ledger. */
export function verifyLedger(path: string, expect?: string): WitnessVerdict {
  return withLinesForward(path, (lines, isThere) => {
    const verdict = verify(lines, reusedHashers(), expect);
    if (verdict.lines === 0) throw noLedger(path, isThere);
    return verdict;
  });
}
