/**
 * `--key`, `--signer` and `--passphrase-file` of a command that signs.
 *
 *     const signer = await openSigner(signerChoice(invocation, invocation.value('--key')));
 */
import type { SignerOptions } from '#keys/signer';
import { type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';

/** `key` is as it was typed. */
export function signerChoice(invocation: Invocation, key: string | undefined): SignerOptions {
  const { context, value, resolve, say, note } = invocation;
  const signer = value('--signer');
  if (key !== undefined && signer !== undefined) throw new UsageError('expected either a key or --signer, found both');
  const file = value('--passphrase-file');
  return {
    key,
    signer,
    cwd: context.cwd,
    env: context.env,
    passphrase: { file: file === undefined ? undefined : { path: resolve(file), shown: file }, ask: context.askSecret },
    warn: (text) => say(escapeControls(`warning: ${text}`)),
    note: (text) => note(escapeControls(text)),
    inherit: context.stdio === 'inherit',
  };
}
