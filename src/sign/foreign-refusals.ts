/** Why a signature is not judged at all: what was named to be trusted, or the signature itself, is nothing that custody can use. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, listParentCommand } from '#core/shell-words';

export const foreignRefusals: readonly RefusalRow[] = [
  row('E_BAD_TRUST', 'A key, a list of signers or a root that was named to be trusted cannot be used', 'fix_input', 'looks'),
  row('E_BAD_SIGNATURE', 'The file holds no signature of a form that custody judges, or not one for this document', 'fix_input', 'looks'),
];

/** `what` is `key`, `list of signers`, `trusted root`. Nothing of the file is shown: it may be a private key by mistake. */
export function badTrust(what: string, path: string, error: string): Refusal {
  return new Refusal('E_BAD_TRUST', `cannot use the ${what} ${path}: ${error}`, { path, error }, listParentCommand(path));
}

export function notASignature(path: string, error: string): Refusal {
  return new Refusal('E_BAD_SIGNATURE', `${path}: ${error}`, { path, error }, headCommand(path));
}

export function cannotReadFile(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot read ${path}: ${error}`, { path, error }, listParentCommand(path));
}
