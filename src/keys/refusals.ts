/** Why a key cannot be used: the table, and one function for each row. No message contains anything of a private key or a passphrase. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand } from '#core/shell-words';

export const keyRefusals: readonly RefusalRow[] = [
  row('E_KEY', 'A key that is missing, unreadable, of another kind or damaged, or a name that is taken', 'fix_input', 'looks'),
  row('E_PASSPHRASE', 'The passphrase of a key is needed and there is nobody to ask, or it is wrong', 'fix_input'),
  row('E_AGENT', 'The ssh-agent cannot be reached, does not have the key, does not sign, or answers wrongly', 'escalate', 'looks'),
  row('E_SIGNER', 'The program that signs failed, took too long, printed too much, or returned a signature that is wrong', 'escalate'),
];

/** `path` is shown to the user. */
export function badKeyFile(path: string, error: string): Refusal {
  return new Refusal('E_KEY', `cannot use the key ${path}: ${error}`, { path, error }, listParentCommand(path));
}

export function noSuchKey(name: string, error: string): Refusal {
  return new Refusal('E_KEY', `key ${name}: ${error}`, { key: name, error }, 'custody key list');
}

export function takenName(name: string, path: string): Refusal {
  const message = `there is a key ${name} already, and a key is never replaced: choose another name`;
  return new Refusal('E_KEY', message, { key: name, path }, 'custody key list');
}

export function cannotWriteKey(path: string, error: string): Refusal {
  return new Refusal('E_KEY', `cannot write the key ${path}: ${error}`, { path, error }, listParentCommand(path));
}

/** `what` is the key, as shown to the user. */
export function badPassphrase(what: string, error: string): Refusal {
  return new Refusal('E_PASSPHRASE', `passphrase of ${what}: ${error}`, { key: what, error });
}

export function agentFailure(error: string): Refusal {
  return new Refusal('E_AGENT', `cannot use the ssh-agent: ${error}`, { error }, 'custody key list');
}

/** `program` is the first word of the command: the others may be secret. */
export function signerFailure(program: string, error: string): Refusal {
  return new Refusal('E_SIGNER', `the signing program ${program} failed: ${error}`, { program, error });
}
