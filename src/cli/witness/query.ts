/** `witness query`: every record that passes the filters, newest first; exit 1 when there is none. */
import { formatSpine } from '#core/json/write';
import { formatRow, withAllFields } from '#witness/query';
import { bufferText } from '../buffer-text.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { ask } from './asked.ts';

export function run(invocation: Invocation): Finished {
  const out = bufferText(invocation.stdout);
  const limit = invocation.integer('--limit', 1) ?? null;
  const { matched } = invocation.has('--json') ? queryJson(invocation, limit, out) : queryRows(invocation, limit, out);
  out.flush();
  if (matched === 0 && !invocation.has('--json')) invocation.say('no matching witness records');
  return { exit: matched === 0 ? 1 : 0 };
}

type Out = ReturnType<typeof bufferText>;

function queryRows(invocation: Invocation, limit: number | null, out: Out) {
  return ask(invocation, limit, (record) => out.write(`${escapeControls(formatRow(record.get))}\n`));
}

/** The array is written as the ledger is read, but not before its first line was. */
function queryJson(invocation: Invocation, limit: number | null, out: Out) {
  let before = '[';
  const selected = ask(invocation, limit, (record) => {
    out.write(before + formatSpine(withAllFields(record.whole())));
    before = ',';
  });
  out.write(selected.matched === 0 ? '[]\n' : ']\n');
  return selected;
}
