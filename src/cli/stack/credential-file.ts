/** Files of the `stack vc` commands as their verbs take them, and what those commands say in the end. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { digestOf } from '#core/digest';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { VC_VERSION } from '#stack/credential/verify-credential';
import type { NamedFile } from '#stack/ops/credentials';
import { announceUnsaid, type Made } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';

/** The credential that is the argument; read, it is an input of the run. */
export function credentialArgument(invocation: Invocation): NamedFile {
  const given = invocation.args[0] as string;
  const { inputs } = invocation.record;
  const at = inputs.push({ path: given, hash: null, bytes: null }) - 1;
  return {
    ...fileAt(invocation, given),
    onRead: (bytes) => {
      inputs[at] = { path: given, hash: digestOf(newHasher, 'blake3', [bytes]), bytes: bytes.length };
    },
  };
}

/** A flag that the command cannot do without. */
export function requiredFile(invocation: Invocation, flag: string, placeholder: string): NamedFile {
  const given = invocation.value(flag);
  if (given === undefined || given === '') throw new UsageError(`${invocation.command.words.join(' ')} needs ${flag} ${placeholder}`);
  return fileAt(invocation, given);
}

export function fileAt({ resolve }: Invocation, given: string): NamedFile {
  return { given, path: resolve(given) };
}

/** A line for people, or with `--json` a `stack-vc.v0`. */
export function finishWith(invocation: Invocation, line: string, fields: JsonObject, made: readonly Made[] = []): Finished {
  const outcome = 'STACK_OK';
  const shown = invocation.has('--json') ? formatPretty({ version: VC_VERSION, outcome, ...fields }) : escapeControls(line);
  invocation.stdout.write(encodeUtf8(`${shown}\n`));
  announceUnsaid(invocation, made);
  return { exit: 0, outcome };
}
