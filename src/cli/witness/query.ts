/** Queries to the ledger: which tool's records, between which times, how many; newest first. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { RecordLine } from '#witness/line';
import { ledgerPath } from '#witness/ops/append';
import { namesOf } from '#witness/ops/names-of-file';
import { withLinesBackward } from '#witness/ops/snapshot';
import { type Filter, formatRow, parseBound, type Selected, select, withAllFields } from '#witness/query';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { bufferText, escapeControls, writeText } from '../output.ts';

/** `witness query`: all records that match the filters, newest first; exit 1 if there are none. */
export function query(invocation: Invocation): Finished {
  const out = bufferText(invocation.stdout);
  const limit = invocation.integer('--limit', 1) ?? null;
  const { matched } = invocation.has('--json') ? queryJson(invocation, limit, out) : queryRows(invocation, limit, out);
  out.flush();
  if (matched === 0 && !invocation.has('--json')) invocation.note('no matching witness records');
  return { exit: matched === 0 ? 1 : 0 };
}

type Out = ReturnType<typeof bufferText>;

function queryRows(invocation: Invocation, limit: number | null, out: Out) {
  return ask(invocation, limit, (record) => out.write(`${escapeControls(formatRow(record.get))}\n`));
}

/** The array is written while the ledger is read, but its opening bracket only with the first record. */
function queryJson(invocation: Invocation, limit: number | null, out: Out) {
  let before = '[';
  const selected = ask(invocation, limit, (record) => {
    out.write(before + formatSpine(withAllFields(record.whole())));
    before = ',';
  });
  out.write(selected.matched === 0 ? '[]\n' : ']\n');
  return selected;
}

/** `witness last`: the newest record that matches the filters; exit 1 if there is none. Only the end of the ledger is read. */
export function last(invocation: Invocation): Finished {
  let newest: JsonObject | null = null as JsonObject | null;
  ask(invocation, 1, (record) => {
    newest = record.whole();
  });
  if (invocation.has('--json')) writeText(invocation.stdout, `${formatSpine(newest && withAllFields(newest))}\n`);
  else if (newest === null) invocation.note('no witness records');
  else writeText(invocation.stdout, `${escapeControls(formatRow((field) => newest?.[field]))}\n`);
  return { exit: newest === null ? 1 : 0 };
}

/** `witness count`: the number of records that match the filters; zero is a valid answer. */
export function count(invocation: Invocation): Finished {
  const { matched } = ask(invocation, invocation.integer('--limit', 1) ?? null, () => {});
  writeText(invocation.stdout, `${invocation.has('--json') ? formatSpine({ count: matched }) : matched}\n`);
  return { exit: 0 };
}

/** Queries the ledger, newest record first, and reports on standard error how many lines could not be read. */
function ask(invocation: Invocation, limit: number | null, use: (record: RecordLine) => void): Selected {
  const { context } = invocation;
  const filter = readFilter(invocation, limit);
  const ledger = ledgerPath(context.env, context.cwd);
  const selected = withLinesBackward(ledger, (lines, isThere) => {
    if (!isThere) context.stderr.write(encodeUtf8(`witness: there is no ledger at ${escapeControls(ledger)}\n`));
    return select(lines, filter, use);
  });
  const { unreadable } = selected;
  if (unreadable > 0) {
    context.stderr.write(encodeUtf8(`witness: ${unreadable} unreadable ${unreadable === 1 ? 'line' : 'lines'} skipped\n`));
  }
  return selected;
}

function readFilter(invocation: Invocation, limit: number | null): Filter {
  const file = invocation.value('--file');
  return {
    tool: readTool(invocation),
    since: readBound(invocation, 'since'),
    until: readBound(invocation, 'until'),
    outcome: invocation.value('--outcome') ?? null,
    inputHash: invocation.value('--input-hash') ?? null,
    outputHash: invocation.value('--output-hash') ?? null,
    id: invocation.value('--id') ?? null,
    path: invocation.value('--path') ?? null,
    file: file === undefined ? null : namesOf(file, invocation.resolve(file)),
    limit,
  };
}

/** `X witness …` queries the records of tool X, `custody witness …` those of all tools. */
function readTool({ tool, value }: Invocation): string | null {
  const named = value('--tool') ?? (tool.name === 'witness' ? 'all' : tool.name);
  return named === 'all' ? null : named;
}

function readBound({ value }: Invocation, side: 'since' | 'until'): number | null {
  const text = value(`--${side}`);
  if (text === undefined) return null;
  const instant = parseBound(text, side);
  if (instant === null) throw new UsageError(`--${side} needs an RFC 3339 timestamp or a date like 2026-01-31, found '${text}'`);
  return instant;
}
