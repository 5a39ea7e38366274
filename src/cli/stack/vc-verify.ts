/** `stack vc verify`: every proof of a credential, its issuer's among them, and its dates. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { credentialLines, credentialOutcome, credentialReport } from '#stack/credential/verify-credential';
import { verifyCredentialFile } from '#stack/ops/credentials';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { credentialArgument } from './credential-file.ts';
import { instantAsked, presentTime } from './evidence-options.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc verify', at: invocation.value('--at') ?? null };
  const at = instantAsked(invocation, 'or now') ?? presentTime(invocation);
  const verdict = verifyCredentialFile(credentialArgument(invocation), { at });
  const outcome = credentialOutcome(verdict);
  const { good, bad } = invocation.paint;
  const paint = verdict.isValid ? good : bad;
  const [head, ...rest] = credentialLines(verdict).map(escapeControls);
  const shown = invocation.has('--json') ? [formatPretty(credentialReport(verdict))] : [paint(head as string), ...rest];
  invocation.stdout.write(encodeUtf8(shown.map((line) => `${line}\n`).join('')));
  return { exit: verdict.isValid ? 0 : 1, outcome };
}
