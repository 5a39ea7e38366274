/** Why a key cannot be used: one function for each reason. No message contains anything of a private key or a passphrase. */
import { Refusal } from '#core/refusal';
import { listParentCommand } from '#core/shell-words';

/** `path` is shown to the user. */
export function badKeyFile(path: string, error: string): Refusal {
  return new Refusal('E_KEY', `cannot use the key ${path}: ${error}`, { path, error }, listParentCommand(path));
}

export function noSuchKey(name: string, error: string): Refusal {
  return new Refusal('E_KEY', `no key ${name}: ${error}`, { key: name, error }, 'custody key list');
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
  return new Refusal('E_PASSPHRASE', `cannot open ${what}: ${error}`, { key: what, error });
}

export function agentFailure(error: string): Refusal {
  return new Refusal('E_AGENT', `cannot sign with the ssh-agent: ${error}`, { error }, 'custody key list');
}

/** `program` is the first word of the command: the others may be secret. */
export function signerFailure(program: string, error: string): Refusal {
  return new Refusal('E_SIGNER', `the program ${program} did not sign: ${error}`, { program, error });
}
