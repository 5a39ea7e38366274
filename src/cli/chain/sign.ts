/** `chain sign`: adds signature lines by the user's own key. */
import { openFinder } from '#chain/ops/find-tools';
import { type SignedTool, signTools } from '#chain/ops/sign';
import type { Finished, Invocation } from '../command.ts';
import { createdAt } from '../created.ts';
import { finishWith } from './keys.ts';
import { spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const { args, record, resolve } = invocation;
  record.params = { subcommand: 'sign', tools: [...args] };
  const signedAt = createdAt(invocation);
  const roots = spacesOf(invocation);
  const sync = !invocation.has('--no-sync');
  const { signed, warnings } = signTools(args, { roots, finder: openFinder(roots), resolve, signedAt, sync });
  record.inputs = signed.map(({ file, hash, size }) => ({ path: file, hash: `sha256:${hash}`, bytes: size }));
  record.params = { ...record.params, fingerprint: (signed[0] as SignedTool).fingerprint };
  return finishWith(invocation, {
    lines: signed.map(({ tool, file, changed }) => `${changed ? 'signed' : 'unchanged'} ${tool === null ? '' : `${tool} `}${file}`),
    fields: { signed: signed.map(({ tool, file, fingerprint, hash, changed }) => ({ tool, file, fingerprint, hash, changed })) },
    warnings,
    made: signed.flatMap(({ file, fingerprint, changed }) => (changed ? [{ how: 'signed', place: file, id: fingerprint }] : [])),
  });
}
