/**
 * A credential helper of Docker: `docker-credential-<name> get` reads a host from its standard input and answers with a user and a secret.
 * Its output is never repeated.
 */
import { spawn } from 'node:child_process';
import { isJsonObject } from '#core/json/value';
import { badSettings } from '../bad-settings.ts';
import { jsonAnswer } from '../http/json-answer.ts';

export interface HelperAnswer {
  readonly username: string;
  readonly secret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LIMIT_MS = 10_000;
const MAX_ANSWER_LENGTH = 1 << 20;

/** Undefined where the helper has no credentials for the host. */
export async function askCredentialProgram(
  name: string,
  host: string,
  { env, limitMs = LIMIT_MS }: { readonly env: Environment; readonly limitMs?: number },
): Promise<HelperAnswer | undefined> {
  const program = `docker-credential-${name}`;
  if (!/^[A-Za-z0-9._-]+$/.test(name)) throw badSettings("Docker's config.json names a credential helper that no program is called");
  const { exit, printed } = await run(program, host, { env, limitMs });
  if (exit !== 0) {
    if (/credentials not found/i.test(printed)) return undefined;
    throw badSettings(`${program}, which keeps the credentials for ${host}, failed with exit ${exit ?? 'by a signal'}`);
  }
  const answer = jsonAnswer(Buffer.from(printed));
  const username = isJsonObject(answer) ? answer['Username'] : undefined;
  const secret = isJsonObject(answer) ? answer['Secret'] : undefined;
  if (typeof username === 'string' && typeof secret === 'string') return { username, secret };
  throw badSettings(`${program}, which keeps the credentials for ${host}, gave no user and secret`);
}

interface Ran {
  readonly exit: number | null;
  readonly printed: string;
}

function run(program: string, host: string, { env, limitMs }: { readonly env: Environment; readonly limitMs: number }): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['get'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const pieces: Buffer[] = [];
    let length = 0;
    const give = (up: string) => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      reject(badSettings(`${program}, which keeps the credentials for ${host}, ${up}`));
    };
    const limit = setTimeout(() => give(`did not answer within ${limitMs / 1000} s`), limitMs);
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      give(error.code === 'ENOENT' ? 'is not installed' : `cannot be run (${error.code})`);
    });
    child.stdout.on('data', (bytes: Buffer) => {
      pieces.push(bytes);
      length += bytes.length;
      if (length > MAX_ANSWER_LENGTH) give('printed too much');
    });
    child.on('close', (exit) => {
      clearTimeout(limit);
      resolve({ exit, printed: Buffer.concat(pieces).toString() });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(host);
  });
}
