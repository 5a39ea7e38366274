/** `witness verify`: every line of the whole ledger, whichever tool wrote it; exit 1 when the chain is broken. Leaves no record itself. */
import { formatSpine } from '#core/json/write';
import { hashInTurn } from '#io/hash-in-turn';
import { ledgerPath } from '#io/ledger';
import { withLinesForward } from '#io/ledger-snapshot';
import { verdictLines, verdictReport } from '#witness/report';
import { verify } from '#witness/verify';
import { bufferText } from '../buffer-text.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';

export function run(invocation: Invocation): Finished {
  const { env, cwd } = invocation.world;
  const ledger = ledgerPath(env, cwd);
  const verdict = withLinesForward(ledger, (lines) => verify(lines, hashInTurn()));
  const out = bufferText(invocation.stdout);
  if (invocation.has('--json')) out.write(`${formatSpine(verdictReport(ledger, verdict))}\n`);
  else for (const line of verdictLines(ledger, verdict)) out.write(`${paintMark(escapeControls(line), invocation.paint)}\n`);
  out.flush();
  return { exit: verdict.findings.length === 0 ? 0 : 1 };
}

function paintMark(line: string, paint: Invocation['paint']): string {
  return line.replace(/^✓/, paint.good).replace(/^✗/, paint.bad);
}
