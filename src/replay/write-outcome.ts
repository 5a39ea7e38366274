/** Updates a verdict after the hash was written, or could not be written (R4). `ok` stays false, because nothing was verified. */
import { resultV1, type Verdict } from './result.ts';
import type { JudgedBundle } from './verify.ts';

/** The hash that is written is the embedded one, even if another profile was requested. */
export function written({ outcome, result, place, line, toWrite }: JudgedBundle): Verdict {
  const advice =
    toWrite === result.got
      ? 'expected_hash_v1 written; run again to verify'
      : `expected_hash_v1 written: the embedded hash ${toWrite}; run again with --profile embedded to verify`;
  const message = `${result.message} (${advice})`;
  return {
    outcome,
    result: resultV1({ ...result, message, wrote_expected: true, write_reason: 'placeholder' }),
    place,
    line,
    wrote: toWrite ?? undefined,
  };
}

/** `why` is the message of the system. */
export function notWritten({ result, place, line }: Verdict, why: string): Verdict {
  const message = `write snapshot.json: ${why}`;
  const fields = { ...result, errors: [message], message, write_blocked: true, write_reason: 'io_error' } as const;
  return { outcome: 'REFUSAL', result: resultV1(fields), place, line };
}
