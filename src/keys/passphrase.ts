/**
 * The passphrase of a key: from a file, or from a person at the terminal. Never from the command line or a variable, which other programs
 * can see.
 *
 *     passphraseFrom({ file: { path: '/run/secrets/p', shown: 'p' } })     the line in the file, without its line end
 */
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { WrongPassphrase } from './private/wrong-passphrase.ts';
import { badPassphrase } from './refusals.ts';

const MAX_PASSPHRASE = 1024;
const ATTEMPTS = 3;

/** Shows the text at the terminal and returns what was typed, without showing it. Null where there is no terminal. */
export type AskSecret = (prompt: string) => Promise<Uint8Array | null>;

export interface PassphraseSource {
  /** The passphrase itself, from a program that uses the library. */
  readonly bytes?: Uint8Array | undefined;
  readonly file?: { readonly path: string; readonly shown: string } | undefined;
  readonly ask?: AskSecret | undefined;
}

/** `what` is the key as shown to the user. Throws `E_PASSPHRASE`. */
export function passphraseOfFile({ path, shown }: { readonly path: string; readonly shown: string }, what: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, { maxBytes: MAX_PASSPHRASE + 2, follow: true });
  } catch (error) {
    throw badPassphrase(what, `cannot read ${shown}: ${osText(error)}`);
  }
  const line = withoutLineEnd(bytes);
  if (line.length === 0) throw badPassphrase(what, `expected one in ${shown}, found an empty line`);
  if (line.some((byte) => byte === 10 || byte === 13 || byte === 0))
    throw badPassphrase(what, `expected it in the only line of ${shown}, found more lines or a byte 0`);
  return line;
}

/** Tries what the source gives. A person may try three times. Throws `E_PASSPHRASE`, and what `open` throws. */
export async function withPassphrase<T>(
  what: string,
  { bytes, file, ask }: PassphraseSource,
  open: (passphrase: Uint8Array) => Promise<T>,
): Promise<T> {
  if (bytes !== undefined) return attempt(what, Uint8Array.from(bytes), open);
  if (file !== undefined) return attempt(what, passphraseOfFile(file, what), open);
  for (let left = ATTEMPTS - 1; ; left--) {
    const typed = (await ask?.(`passphrase of ${what}: `)) ?? null;
    if (typed === null)
      throw badPassphrase(what, 'the key needs it, and there is no terminal to ask at: name a file with --passphrase-file');
    try {
      return await attempt(what, typed, open);
    } catch (error) {
      if (left === 0 || !isWrong(error)) throw error;
    }
  }
}

async function attempt<T>(what: string, passphrase: Uint8Array, open: (passphrase: Uint8Array) => Promise<T>): Promise<T> {
  try {
    return await open(passphrase);
  } catch (error) {
    throw error instanceof WrongPassphrase ? Object.assign(badPassphrase(what, error.message), { cause: error }) : error;
  } finally {
    passphrase.fill(0);
  }
}

function isWrong(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof WrongPassphrase;
}

function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.at(-1) !== 10 ? 0 : bytes.at(-2) === 13 ? 2 : 1;
  return bytes.subarray(0, bytes.length - end);
}
