/**
 * Runs the program that signs, once for each question: the question on its standard input, the answer on its standard output, standard error
 * as it is for people. It has limits in time and in what it prints.
 *
 *     await runSigner(['kms-sign', '--key', 'k'], question, { cwd, env, limitMs, inherit: true })     the bytes that it printed
 */
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { osText } from '#disk/os-error';
import { endGroup } from '#threads/process-group';
import { signerFailure } from '../refusals.ts';

const MAX_OUTPUT = 1 << 16;
const GRACE_MS = 2000;

export interface SignerProgram {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitMs: number;
  /** Its standard error is that of this process; else it is not shown. */
  readonly inherit: boolean;
}

/** Throws `E_SIGNER`. */
export function runSigner(words: readonly string[], question: string, { cwd, env, limitMs, inherit }: SignerProgram): Promise<Buffer> {
  const [program = '', ...args] = words;
  return new Promise((resolve, reject) => {
    // At a terminal it stays in the foreground: it may ask for a PIN, and Ctrl-C reaches it. Elsewhere it has its own group, to be ended whole.
    const detached = !(inherit && isatty(0));
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', inherit ? 'inherit' : 'ignore'], detached });
    const chunks: Buffer[] = [];
    let length = 0;
    let fault: string | null = null;
    const stop = (why: string): void => {
      if (fault !== null) return;
      fault = why;
      child.stdout?.destroy();
      void endGroup({ pid: child.pid as number, isGroup: detached }, GRACE_MS).then(() => reject(signerFailure(program, why)), reject);
    };
    const timer = setTimeout(() => stop(`it did not end in ${limitMs / 1000} seconds`), limitMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(signerFailure(program, osText(error)));
    });
    // A program that does not read its input is judged by what it prints.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(question);
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT) stop(`it printed more than ${MAX_OUTPUT} bytes`);
      else chunks.push(chunk);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (fault !== null) return;
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(signerFailure(program, signal === null ? `it ended with exit ${code}` : `it was ended by ${signal}`));
    });
  });
}
