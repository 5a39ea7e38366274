/**
 * The words and variables that this process was started with. Node replaces bytes that are not UTF-8 by U+FFFD, and a file with that other
 * name may exist (M2): such a word or variable is refused. But U+FFFD is also a valid character, so where it occurs, the original bytes are
 * read from the system.
 *
 *     lock verify d.json --root $'2025\xff'      E_IO: argument 4 is not UTF-8
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Refusal } from '#core/refusal';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables that contain paths; the others do not. */
export const PATH_VARIABLES = [
  'EPISTEMIC_WITNESS',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'CUSTODY_STORE',
  'USER_SPACE',
  'SYSTEM_SPACE',
  'FINGERPRINT_DEFINITIONS',
  'DOCKER_CONFIG',
  'SSL_CERT_FILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
] as const;

/** Undefined where every word is valid text. `argv` are the last words of the command line that the system knows. */
export function argumentNotUtf8(argv: readonly string[]): Refusal | undefined {
  if (!argv.some(hasReplacement)) return undefined;
  const words = rawList('/proc/self/cmdline');
  const raw = words?.slice(words.length - argv.length);
  const at = argv.findIndex((text, i) => hasReplacement(text) && !isExact(text, raw?.[i]));
  return at < 0 ? undefined : notUtf8(`argument ${at + 1}`, argv[at] as string);
}

/** The variables of this process; a variable that contains a path and is not valid text is refused when it is read. */
export function processEnv(): Env {
  const { env } = process;
  const replaced = PATH_VARIABLES.filter((name) => hasReplacement(env[name]));
  if (replaced.length === 0) return env;
  const raw = new Map(rawList('/proc/self/environ')?.map(splitEntry));
  const exact: Record<string, string | undefined> = { ...env };
  for (const name of replaced) {
    const text = env[name] as string;
    const refuse = (): never => {
      throw notUtf8(name, text);
    };
    if (!isExact(text, raw.get(name))) Object.defineProperty(exact, name, { enumerable: true, get: refuse });
  }
  return exact;
}

function hasReplacement(text: string | undefined): boolean {
  return text?.includes('\u{fffd}') === true;
}

/**
 * On Linux the text is not accepted where the original bytes are not available, as without `/proc`. On other systems they are never
 * available.
 */
function isExact(text: string, raw: Buffer | undefined): boolean {
  if (raw === undefined) return process.platform !== 'linux';
  return isUtf8(raw) && raw.toString() === text;
}

function rawList(path: string): Buffer[] | undefined {
  try {
    const bytes = readFileSync(path);
    const list: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(0, at);
      list.push(bytes.subarray(at, end < 0 ? bytes.length : end));
      at = end < 0 ? bytes.length : end + 1;
    }
    return list;
  } catch {
    return undefined;
  }
}

function splitEntry(entry: Buffer): [string, Buffer] {
  const equals = entry.indexOf('=');
  return [entry.subarray(0, equals).toString(), entry.subarray(equals + 1)];
}

function notUtf8(what: string, text: string): Refusal {
  const message = `${what} is not UTF-8: ${text}; use a name that is, such as that of a link to it`;
  return new Refusal('E_IO', message, { path: text, error: 'Name is not UTF-8' });
}
