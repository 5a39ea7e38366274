/**
 * `witness push` and `witness pull`: the ledger in a store. They leave no record themselves: it would always be the one that the store does
 * not have.
 *
 *     PUBLISHED sha256:7c1f…
 *       file:/srv/evidence: 340 records, 12 of them new; last: blake3:c4…
 */
import { counted } from '#core/count-text';
import { type Digest, isSha256Digest } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { shellPath } from '#core/shell-words';
import { ledgerPath } from '#witness/ops/append';
import { pullLedger } from '#witness/ops/pull-ledger';
import { pushLedger } from '#witness/ops/push-ledger';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls, writeText } from '../output.ts';
import { withNamedStore } from '../pack/named-store.ts';
import { expectedId } from './verify.ts';

export async function push(invocation: Invocation): Promise<Finished> {
  const ledger = ledgerOf(invocation);
  const path = ledgerPath(invocation.context.env, invocation.context.cwd);
  return withNamedStore(invocation, 'custody witness push', async (store) => {
    const pushed = await pushLedger({ path, store, ledger });
    if (pushed.torn > 0) invocation.say(`the last ${counted(pushed.torn, 'byte')} of the ledger are a torn line, and were not sent`);
    const outcome = pushed.sent.bytes === 0 ? 'PRESENT' : 'PUBLISHED';
    const { records, last, sent } = pushed;
    report(invocation, { outcome, ledger: pushed.ledger, file: path, store: store.url, records, moved: sent.records, last, findings: 0 });
    return { exit: 0 };
  });
}

export async function pull(invocation: Invocation): Promise<Finished> {
  const [ledger, expect, out] = [ledgerOf(invocation), expectedId(invocation), invocation.value('--out')];
  const path = out === undefined ? ledgerPath(invocation.context.env, invocation.context.cwd) : invocation.resolve(out);
  const typed = `custody witness pull${out === undefined ? '' : ` --out ${shellPath(out)}`}`;
  return withNamedStore(invocation, typed, async (store) => {
    const pulled = await pullLedger({ path, store, ledger, expect, sync: !invocation.has('--no-sync') });
    const { lines: records, last, findings } = pulled.verdict;
    const outcome = pulled.received.bytes === 0 ? 'PRESENT' : 'FETCHED';
    const facts = { file: out ?? path, store: store.url, records, moved: pulled.received.records, last: last?.id ?? null };
    report(invocation, { outcome, ledger: pulled.ledger, ...facts, findings: findings.length });
    if (findings.length > 0) invocation.say(`${findings.length} of ${counted(records, 'line')} broken: see custody witness verify`);
    return { exit: findings.length === 0 ? 0 : 1 };
  });
}

interface Transferred {
  readonly outcome: 'PUBLISHED' | 'PRESENT' | 'FETCHED';
  readonly ledger: Digest;
  readonly file: string;
  readonly store: string;
  readonly records: number;
  readonly moved: number;
  readonly last: string | null;
  readonly findings: number;
}

function report(invocation: Invocation, { outcome, ledger, file, store, records, moved, last, findings }: Transferred): void {
  if (invocation.has('--json')) {
    const document: JsonObject = { version: 'witness-transfer.v0', outcome, ledger, file, store, records, moved, last, findings };
    writeText(invocation.stdout, `${formatSpine(document)}\n`);
    return;
  }
  const place = outcome === 'FETCHED' ? file : store;
  const text = `${counted(records, 'record')}, ${moved} of them new; last: ${last ?? 'none'}`;
  writeText(invocation.stdout, `${outcome} ${ledger}\n  ${escapeControls(`${place}: ${text}`)}\n`);
}

function ledgerOf({ value }: Invocation): Digest | undefined {
  const id = value('--ledger');
  if (id === undefined || isSha256Digest(id)) return id;
  throw new UsageError(`--ledger needs sha256: and 64 lower-case hex digits, found '${id}'`);
}
