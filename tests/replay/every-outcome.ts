/** A run with one bundle of each outcome, for the tests of what prints it. */
import { type Outcome, type ResultFields, resultV1 } from '#replay/result';
import type { NamedVerdict, Summary } from '#replay/summary';

export const verdict = (outcome: Outcome, fields: Partial<ResultFields> = {}): NamedVerdict => {
  const ref = fields.ref ?? 'demo';
  const [name, place] = [`s/${ref}`, `s/${ref}/snapshot.json`];
  return { name, place, outcome, result: resultV1({ ref, trace: [name, place], message: 'it <is> "so" & \u0007', ...fields }) };
};

export const summary: Summary = {
  root: 'a root',
  verdicts: [
    verdict('REPLAY_OK', { ref: 'a', ok: true, message: 'ok' }),
    verdict('REPLAY_MISMATCH', { ref: 'b', differences: [{ file: 'claims/x.json', pointer: '/a', kind: 'changed' }] }),
    verdict('REPLAY_WRITE_BLOCKED', { ref: 'c', write_blocked: true, write_reason: 'existing_expected_present' }),
    { ...verdict('REPLAY_INVALID', { ref: 'd', errors: ['one', 'two\nlines'], message: 'one' }), line: 3 },
    verdict('REFUSAL', { ref: 'e', write_blocked: true, write_reason: 'io_error' }),
  ],
  errors: ['read dir x: Permission denied'],
};
