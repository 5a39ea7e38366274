/** The reasons why the witness ledger could not be verified or queried. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand } from '#core/shell-words';

export const witnessRefusals: readonly RefusalRow[] = [
  row('E_IO', 'Witness ledger, or the file asked about, cannot be read', 'escalate', 'looks'),
  row('E_NO_LEDGER', 'There is no witness ledger, or it holds no record', 'escalate', 'looks'),
  row('E_BROKEN_LEDGER', 'The ledger to send does not verify', 'escalate', 'looks'),
  row('E_DIVERGED', 'A ledger is shorter than the one in the store, or one of them was rewritten', 'escalate', 'looks'),
  row('E_BAD_STORE', 'A part of a ledger in a store is missing, or is not what its name says', 'escalate'),
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

/** A store only gets a ledger that verifies. A torn line is the one finding that does not matter: it is part of an honest ledger. */
export function brokenLedger(path: string, { line, reason }: { readonly line: number; readonly reason: string }): Refusal {
  const message = `the witness ledger does not verify, line ${line} is ${reason}: nothing was sent`;
  return new Refusal('E_BROKEN_LEDGER', message, { path, line, reason }, 'custody witness verify');
}

/** The ledger is not the one whose id was kept. */
export function otherLedger(path: string, { expected, actual }: { readonly expected: string; readonly actual: string }): Refusal {
  const message = `the witness ledger is not the expected one: expected ${expected}, found ${actual}`;
  return new Refusal('E_DIVERGED', message, { path, expected, actual }, 'custody witness verify');
}

const DIVERGED = {
  shorter: 'is shorter than what the store has of it: lines are missing at its end',
  rewritten: 'differs from what the store has of it: one of the two was rewritten',
  'two versions': 'has two versions in the store: one of them was rewritten',
} as const;

/** `path` is null if the store contradicts itself. */
export function diverged(
  how: keyof typeof DIVERGED,
  { path, store, ledger }: { readonly path: string | null; readonly store: string; readonly ledger: string },
): Refusal {
  const detail = { path, store, ledger, error: how };
  return new Refusal('E_DIVERGED', `the ledger ${ledger} ${DIVERGED[how]}`, detail, path === null ? null : listParentCommand(path));
}

/** Something in the store is not what its name says, or is missing. */
export function badStore(store: string, document: string, found: string): Refusal {
  const message = `${store} has something else in the place of ledgers/${document}: ${found}`;
  return new Refusal('E_BAD_STORE', message, { store, document, found });
}

/** `ledger` is null if any ledger would do. */
export function noSuchLedger(store: string, ledger: string | null, ledgers: readonly string[]): Refusal {
  const message = ledger === null ? `${store} has no ledger` : `${store} has no ledger ${ledger}`;
  return new Refusal('E_NO_LEDGER', message, { store, ledger, ledgers });
}

export function severalLedgers(store: string, ledgers: readonly string[]): Refusal {
  return new Refusal('E_NO_LEDGER', `${store} has ${ledgers.length} ledgers: name one with --ledger`, { store, ledger: null, ledgers });
}

/** The record that was kept elsewhere is not in the ledger of the store. */
export function unexpectedLedger(store: string, ledger: string, expected: string): Refusal {
  const message = `the ledger ${ledger} in ${store} does not have the record ${expected}: it was truncated or rewritten`;
  return new Refusal('E_DIVERGED', message, { store, ledger, expected });
}

/** `cause` is the text of the system error. */
export function unwritableLedger(path: string, cause: string): Refusal {
  return new Refusal('E_IO', `cannot write the witness ledger — ${cause}`, { path, error: cause }, listParentCommand(path));
}

export function noSuchRun(ledger: string, run: string): Refusal {
  return new Refusal('E_NO_RUN', `no record ${run} in the witness ledger`, { path: ledger, run }, 'custody witness query --limit 20');
}

export function severalRuns(ledger: string, run: string): Refusal {
  return new Refusal('E_NO_RUN', `several records of the witness ledger begin with ${run}: give more digits`, { path: ledger, run });
}

/** A record that was edited says nothing certain about its run. */
export function brokenRecord(ledger: string, run: string): Refusal {
  const message = `the record ${run} does not match its own id: it was edited`;
  return new Refusal('E_BROKEN_LEDGER', message, { path: ledger, run }, 'custody witness verify');
}
