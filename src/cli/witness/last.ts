/** `witness last`: the newest record that passes the filters; exit 1 when there is none. Reads the end of the ledger only. */
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { formatRow, withAllFields } from '#witness/query';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls, writeText } from '../output.ts';
import { ask } from './asked.ts';

export function run(invocation: Invocation): Finished {
  let last: JsonObject | null = null as JsonObject | null;
  ask(invocation, 1, (record) => {
    last = record.whole();
  });
  if (invocation.has('--json')) writeText(invocation.stdout, `${formatSpine(last && withAllFields(last))}\n`);
  else if (last === null) invocation.say('no witness records');
  else writeText(invocation.stdout, `${escapeControls(formatRow((field) => last?.[field]))}\n`);
  return { exit: last === null ? 1 : 0 };
}
