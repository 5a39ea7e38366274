/**
 * `witness verify`: checks every line of the whole ledger, whichever tool wrote it; exit 1 if the chain is broken. It leaves no record
 * itself.
 */
import { formatSpine } from '#core/json/write';
import { ledgerPath } from '#witness/ops/append';
import { verifyLedger } from '#witness/ops/verify';
import { outcomeOf, verdictLines, verdictReport } from '#witness/report';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { bufferText, escapeControls } from '../output.ts';

export function run(invocation: Invocation): Finished {
  const { env, cwd } = invocation.context;
  const ledger = ledgerPath(env, cwd);
  const verdict = verifyLedger(ledger, expectedId(invocation));
  const out = bufferText(invocation.stdout);
  if (invocation.has('--json')) out.write(`${formatSpine(verdictReport(ledger, verdict))}\n`);
  else for (const line of verdictLines(ledger, verdict)) out.write(`${paintMark(escapeControls(line), invocation.paint)}\n`);
  out.flush();
  return { exit: outcomeOf(verdict) === 'WITNESS_OK' ? 0 : 1 };
}

const ID = /^blake3:[0-9a-f]{64}$/;

/** The id must be complete: a part of it could belong to another record. */
export function expectedId({ value }: Invocation): string | undefined {
  const id = value('--expect');
  if (id !== undefined && !ID.test(id)) throw new UsageError(`--expect needs blake3: and 64 lower-case hex digits, found '${id}'`);
  return id;
}

function paintMark(line: string, paint: Invocation['paint']): string {
  return line.replace(/^✓/, paint.good).replace(/^✗/, paint.bad);
}
