/**
 * Warns if the ledger is inside the folder that is scanned, as with a home folder inside a delivery: this run would change what the next
 * one finds.
 */

import { isInside } from '#disk/path/real-path';
import { ledgerPath } from '#witness/ops/append';
import type { Invocation } from './command.ts';
import { escapeControls } from './output.ts';

export function warnLedgerInRoot(
  { context, has, say }: Invocation,
  roots: readonly { readonly given: string; readonly path: string }[],
): void {
  if (has('--no-witness') || has('--progress')) return;
  try {
    const ledger = ledgerPath(context.env, context.cwd);
    const inside = roots.find(({ path }) => isInside(path, ledger));
    if (inside !== undefined)
      say(
        escapeControls(
          `warning: the witness ledger ${ledger} lies in ${inside.given}: this run changes what it scans; set EPISTEMIC_WITNESS, or give --no-witness`,
        ),
      );
  } catch {
    // A problem with the ledger's location is reported when the record is written.
  }
}
