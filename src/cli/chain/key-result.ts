/**
 * What keygen, sign and trust say in the end: a line for each thing, or with `--json` a `chain.result.v0`. Warnings go to standard error.
 *
 *     f0ff50dacf109dea /home/u/.ai/trusted_keys/f0ff50dacf109dea.pem
 */

import type { TrustedKey } from '#chain/ops/trust-store';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { announceUnsaid, type Made } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';

export interface KeyResult {
  readonly lines: readonly string[];
  readonly fields: JsonObject;
  readonly warnings?: readonly string[];
  /** What the run has made, changed or removed. */
  readonly made?: readonly Made[];
}

export function finishWith(invocation: Invocation, { lines, fields, warnings = [], made = [] }: KeyResult): Finished {
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  const outcome = 'CHAIN_OK';
  const shown = invocation.has('--json') ? [formatPretty({ version: 'chain.result.v0', outcome, ...fields })] : lines.map(escapeControls);
  invocation.stdout.write(encodeUtf8(shown.map((line) => `${line}\n`).join('')));
  announceUnsaid(invocation, made);
  return { exit: 0, outcome };
}

/** `how` they came or went; absent where they are only listed. */
export function keysResult(keys: readonly TrustedKey[], how?: 'trusted' | 'removed'): KeyResult {
  return {
    made: how === undefined ? [] : keys.map(({ fingerprint, file }) => ({ how, place: file, id: fingerprint })),
    lines: keys.map(({ fingerprint, file }) => `${fingerprint} ${file}`),
    fields: { keys: keys.map(({ fingerprint, file }) => ({ fingerprint, file })) },
  };
}
