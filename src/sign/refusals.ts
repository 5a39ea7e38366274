/** Why nothing is signed, or nothing is judged: the table, and one function for each row. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, listParentCommand, shellPath } from '#core/shell-words';
import type { PolicyFault } from './policy/document.ts';

export const signRefusals: readonly RefusalRow[] = [
  row('E_BAD_POLICY', 'The policy cannot be read, names what does not exist, or asks for what nobody can meet', 'fix_input', 'looks'),
  row('E_POLICY_DIGEST', 'The policy is another one than the digest that was pinned', 'escalate', 'looks'),
  row('E_NOT_SIGNABLE', 'What was named has no bytes of its own, is broken, or lies where a seal would do harm', 'fix_input', 'looks'),
];

const SHOWN = 20;

export function badPolicy(path: string, faults: readonly PolicyFault[]): Refusal {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const message = `cannot use the policy ${path}: ${first === undefined ? 'it has a fault' : `${first.at}: ${first.message}`}${more}`;
  return new Refusal('E_BAD_POLICY', message, { path, faults: faults.slice(0, SHOWN).map((fault) => ({ ...fault })) }, headCommand(path));
}

/** Nothing of the file is shown, and no command would show it. */
export function secretAsPolicy(path: string): Refusal {
  const message = `cannot use the policy ${path}: it holds a private key, and a policy names public ones`;
  return new Refusal('E_BAD_POLICY', message, { path, faults: [] }, listParentCommand(path));
}

export function otherPolicy(path: string, wanted: string, found: string): Refusal {
  const message = `the policy ${path} is not the one that was pinned: expected ${wanted}, found ${found}`;
  return new Refusal('E_POLICY_DIGEST', message, { path, expected: wanted, actual: found }, `sha256sum ${shellPath(path)}`);
}

/** A pinned policy must not depend on a file that is not pinned. */
export function unpinnedRoot(path: string, root: string): Refusal {
  const message = `the policy ${path} is pinned, but not its root ${root}: root_digest has to say which bytes are meant`;
  return new Refusal('E_POLICY_DIGEST', message, { path, root }, `sha256sum ${shellPath(path)}`);
}

export function notSignable(path: string, reason: string, next: string | null): Refusal {
  return new Refusal('E_NOT_SIGNABLE', `cannot sign ${path}: ${reason}`, { path, reason }, next);
}

export function cannotReadSigned(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot read ${path}: ${error}`, { path, error }, listParentCommand(path));
}

export function cannotAddSeal(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot write ${path}: ${error}`, { path, error }, listParentCommand(path));
}
