/** Appends the witness record of a run. A failure here is only a warning: the run's own result stays valid. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatInstant } from '#core/time';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { draftRecord } from '#witness/create';
import { appendRecord, ledgerPath } from '#witness/ops/append';
import { programHash } from '#witness/ops/program-hash';
import type { Finished, Invocation } from './command.ts';
import { escapeControls } from './output.ts';
import { warningLine } from './progress.ts';

/** `outputHash` is the hex of the BLAKE3 of the payload. Returns whether the record was written. */
export function appendWitness(invocation: Invocation, finished: Finished & { outcome: string }, outputHash: string): boolean {
  const { context, tool, record } = invocation;
  try {
    const fields = {
      tool: tool.name,
      version,
      binary_hash: programHash(),
      inputs: record.inputs,
      params: record.params,
      outcome: finished.outcome,
      exit_code: finished.exit,
      output_hash: `blake3:${outputHash}`,
      ts: formatInstant(context.now()),
    };
    appendRecord(ledgerPath(context.env, context.cwd), draftRecord(fields, newHasher), { sync: !invocation.has('--no-sync') });
    return true;
  } catch (error) {
    warn(invocation, `witness append warning: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** With `--progress`, standard error contains only JSON lines. */
function warn({ tool, has, say, context }: Invocation, message: string): void {
  if (!has('--progress')) return say(escapeControls(message));
  context.stderr.write(encodeUtf8(warningLine(tool.name, null, message)));
}
