/** The ledger at a path, judged. One that is not there, or holds no record, proves nothing and is refused. */
import { hashInTurn } from '#hashing/hash-in-turn';
import { withLinesForward } from '#io/ledger-snapshot';
import { noLedger } from '#witness/refusals';
import { verify, type WitnessVerdict } from '#witness/verify';

/** `expect` is the id of a record that must be in it. */
export function verifyLedger(path: string, expect?: string): WitnessVerdict {
  return withLinesForward(path, (lines, isThere) => {
    const verdict = verify(lines, hashInTurn(), expect);
    if (verdict.lines === 0) throw noLedger(path, isThere);
    return verdict;
  });
}
