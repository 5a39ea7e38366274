/**
 * `NAME.tsr`, a timestamp over the file NAME. Over a document, it says when the document existed; over a file of signatures, when these did.
 *
 *     timestampBeside({ given: 'a.csv.sig', path: '/data/a.csv.sig' }, authorities).signatures[0].trusted_time
 */
import { parseInstant } from '#core/time';
import type { JudgedSignature } from '#sign/judged';
import type { JudgedFile } from '#sign/ops/judge-file';
import { judgeTimestampFile } from '#sign/ops/time/judge-file';
import type { TimestampTrust } from '#sign/ops/time/trust';
import { NOBODY, readNamedFile } from '#sign/ops/trust';
import type { Place } from '../../contract.ts';

const MAX_TIMESTAMP = 1 << 20;

/** Throws `Refusal` if it cannot be read. */
export function timestampBeside(place: Place, authorities: TimestampTrust): Pick<JudgedFile, 'signatures' | 'notes'> {
  const signature = { given: `${place.given}.tsr`, path: `${place.path}.tsr` };
  const trust = { ...NOBODY, authorities, at: Date.now() };
  return judgeTimestampFile({ bytes: readNamedFile(signature, MAX_TIMESTAMP), signature, document: { ...place, isFolder: false }, trust });
}

/** The signatures of a file, with the time of the timestamp over that file. One that nobody trusts only claims a time. */
export function timedBy(signatures: readonly JudgedSignature[], stamps: readonly JudgedSignature[]): readonly JudgedSignature[] {
  const proven = earliestTime(stamps.map(({ trusted_time }) => trusted_time));
  const claimed = earliestTime(stamps.filter(({ state }) => state !== 'bad').map(({ claimed_time }) => claimed_time));
  return signatures.map((each) => ({
    ...each,
    trusted_time: earliestTime([each.trusted_time, proven]),
    claimed_time: each.claimed_time ?? claimed,
  }));
}

/** Null if there is none. */
export function earliestTime(times: readonly (string | null)[]): string | null {
  const instant = (time: string): number => parseInstant(time) ?? Number.POSITIVE_INFINITY;
  return times.flatMap((time) => time ?? []).toSorted((a, b) => instant(a) - instant(b))[0] ?? null;
}
