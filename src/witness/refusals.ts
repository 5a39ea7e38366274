/** The reasons why the witness ledger could not be verified or queried. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand } from '#core/shell-words';

export const witnessRefusals: readonly RefusalRow[] = [
  row('E_IO', 'Witness ledger, or the file asked about, cannot be read', 'escalate', 'looks'),
  row('E_NO_LEDGER', 'There is no witness ledger, or it holds no record', 'escalate', 'looks'),
];

/** A ledger without records is never reported as sound: it may have been deleted or emptied, or the path may be wrong. */
export function noLedger(path: string, isThere: boolean): Refusal {
  return new Refusal(
    'E_NO_LEDGER',
    isThere
      ? 'the witness ledger holds no record: nothing was verified'
      : 'there is no witness ledger at this path: nothing was verified; EPISTEMIC_WITNESS names another',
    { path },
    listParentCommand(path),
  );
}

/** `cause` is the text of the system error. */
export function unreadableFile(path: string, cause: string): Refusal {
  return new Refusal('E_IO', `cannot read the file asked about — ${cause}`, { path, error: cause }, listParentCommand(path));
}
