/**
 * `credential_process` of a profile: a program that prints keys. It is run without a shell, and again when the keys are about to expire.
 * Its output is never repeated.
 *
 *     credential_process = /opt/keys --account "data room"
 *     { "Version": 1, "AccessKeyId": "…", "SecretAccessKey": "…", "SessionToken": "…", "Expiration": "2026-01-15T10:30:00Z" }
 */
import { execFile } from 'node:child_process';
import { parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import type { CredentialSource, Credentials } from './credentials.ts';
import type { Environment } from './profile.ts';

/** Keys that expire sooner than this are requested again. */
const MARGIN_MS = 5 * 60_000;
const TIMEOUT_MS = 60_000;

interface Printed {
  readonly credentials: Credentials;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export function runCredentialProcess(command: string, profile: string, env: Environment): CredentialSource {
  const [program, ...args] = splitWords(command, profile);
  if (program === undefined) throw badProcess(profile, 'it names no program');
  let asked: Promise<Printed> | undefined;
  return async () => {
    asked ??= printed(program, args, profile, env);
    const { credentials, until } = await asked;
    if (until >= Date.now() + MARGIN_MS) return credentials;
    asked = printed(program, args, profile, env);
    return (await asked).credentials;
  };
}

/** Splits words as a shell would, with both kinds of quotes and the backslash; nothing is expanded. */
function splitWords(command: string, profile: string): readonly string[] {
  const words: string[] = [];
  const token = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/y;
  let isOpen = false;
  for (let at = 0; at < command.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(command);
    if (found === null) throw badProcess(profile, 'a quote in it is not closed');
    const piece = found[1]?.replace(/\\(["\\$`])/g, '$1') ?? found[2] ?? found[3] ?? found[4];
    if (piece === undefined) isOpen = false;
    else if (isOpen) words.push(`${words.pop()}${piece}`);
    else words.push(piece);
    isOpen = piece !== undefined;
  }
  return words;
}

async function printed(program: string, args: readonly string[], profile: string, env: Environment): Promise<Printed> {
  const output = await new Promise<Buffer>((resolve, reject) => {
    const options = { env: { ...env }, encoding: 'buffer', timeout: TIMEOUT_MS, maxBuffer: 1 << 20, windowsHide: true } as const;
    execFile(program, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else
        reject(
          badProcess(
            profile,
            typeof error.code === 'number' ? `it ended with exit code ${error.code}` : String(error.code ?? error.signal),
          ),
        );
    });
  });
  const answer = parsed(output, profile);
  const [accessKeyId, secretAccessKey, sessionToken, expiration] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'].map(
    (key) => answer[key] ?? undefined,
  );
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (answer['Version'] !== 1 || !isText(accessKeyId) || !isText(secretAccessKey)) {
    throw badProcess(profile, 'it did not print Version 1 with AccessKeyId and SecretAccessKey');
  }
  const until = expiration === undefined ? Number.POSITIVE_INFINITY : Date.parse(isText(expiration) ? expiration : '');
  if (Number.isNaN(until) || until <= Date.now()) throw badProcess(profile, 'its keys have expired');
  return { credentials: { accessKeyId, secretAccessKey, ...(isText(sessionToken) ? { sessionToken } : {}) }, until };
}

function parsed(output: Uint8Array, profile: string): JsonObject {
  try {
    const value = parseJson(output);
    if (isJsonObject(value)) return value;
  } catch {
    // The parser's message may quote a secret.
  }
  throw badProcess(profile, 'it did not print a JSON object');
}

function badProcess(profile: string, reason: string): Refusal {
  return new Refusal('E_IO', `credential_process of the AWS profile ${JSON.stringify(profile)} gave no keys: ${reason}`, {
    kind: 'auth',
    profile,
  });
}
