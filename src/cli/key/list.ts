/** `custody key list`: the keys in the user's folder and in the ssh-agent. */
import { describeKeys } from '#keys/describe';
import { keysFolder } from '#keys/user-keys';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { keyDocument, listLines } from './key-text.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { env } = invocation.context;
  const { keys, warnings } = await describeKeys({ env });
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  if (keys.length === 0 && warnings.length === 0)
    invocation.note(escapeControls(`no keys in ${keysFolder(env)}${env['SSH_AUTH_SOCK'] ? ' or the ssh-agent' : ''}`));
  show(invocation, { document: () => keyDocument('LISTED', keys, warnings), lines: () => listLines(keys) });
  return { exit: 0 };
}
