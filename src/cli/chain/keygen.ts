/** `chain keygen`: a key pair for signing, trusted. */
import { generateKeys } from '#chain/ops/keys';
import type { Finished, Invocation } from '../command.ts';
import { finishWith } from './key-result.ts';
import { spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'keygen' };
  const { fingerprint, file } = generateKeys(spacesOf(invocation), { sync: true });
  invocation.record.params = { subcommand: 'keygen', fingerprint };
  return finishWith(invocation, {
    lines: [`${fingerprint} ${file}`],
    fields: { fingerprint, public_key: file },
    made: [{ place: file, id: fingerprint }],
  });
}
