/** `custody sign --format ssh|oms`: which form, and what goes with it. */
import type { SignForm } from '#evidence/ops/foreign/sign-form';
import { type Invocation, UsageError } from '../command.ts';
import { option } from '../define.ts';

export const formOptions = [
  option(
    '--format FORM',
    'choice',
    'seal (default); ssh: FILE.sig for ssh-keygen -Y verify; oms: a lock as a bundle of OpenSSF Model Signing',
    {
      choices: ['seal', 'ssh', 'oms'],
    },
  ),
  option('--namespace NAME', 'string', 'With --format ssh: what the signature is for (default: file)'),
  option('--output FILE', 'file_path', 'With --format: the new file of the signature (default: PATH.sig, or model.sig beside the lock)', {
    short: '-o',
  }),
];

/** Null for seals. Throws `UsageError`. */
export function formAsked({ value, has, args }: Invocation): SignForm | null {
  const form = value('--format') ?? 'seal';
  const misplaced = (form === 'seal' ? ['--namespace', '--output'] : ['--role', '--note', '--all-in']).find((name) => has(name));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} does not go with --format ${form}`);
  if (form === 'oms' && has('--namespace')) throw new UsageError('--namespace does not go with --format oms');
  if (has('--output') && args.length !== 1) throw new UsageError(`--output needs one PATH, found ${args.length}`);
  return form === 'seal' ? null : (form as SignForm);
}
