/** What a question to the ledger means: whose records, between which instants, how many. */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { RecordLine } from '#witness/line';
import { ledgerPath } from '#witness/ops/append';
import { namesOf } from '#witness/ops/names-of-file';
import { withLinesBackward } from '#witness/ops/snapshot';
import { type Filter, parseBound, type Selected, select } from '#witness/query';
import { type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';

/** Asks the ledger, newest record first, and says on standard error how many lines could not be read. */
export function ask(invocation: Invocation, limit: number | null, use: (record: RecordLine) => void): Selected {
  const { world } = invocation;
  const filter = readFilter(invocation, limit);
  const ledger = ledgerPath(world.env, world.cwd);
  const selected = withLinesBackward(ledger, (lines, isThere) => {
    if (!isThere) world.stderr.write(encodeUtf8(`witness: there is no ledger at ${escapeControls(ledger)}\n`));
    return select(lines, filter, use);
  });
  const { unreadable } = selected;
  if (unreadable > 0) {
    world.stderr.write(encodeUtf8(`witness: ${unreadable} unreadable ${unreadable === 1 ? 'line' : 'lines'} skipped\n`));
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

/** `X witness …` asks about tool X, `custody witness …` about all. */
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
