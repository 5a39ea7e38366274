/**
 * One question to an ssh-agent: a frame of length, type and body over its socket, and one frame back.
 *
 *     await agentAnswer('/run/user/1000/ssh-agent', LIST, new Uint8Array(), { limitMs: 10_000 })     the body of the answer
 *
 * An agent is another program, and may be anything that has put a socket there: its answer has a limit in time and length.
 */
import { connect } from 'node:net';
import { joined, wireUint32 } from '#core/bytes/ssh-wire';
import { osText } from '#disk/os-error';
import { agentFailure } from '../refusals.ts';

/** The types of requests and answers (draft-ietf-sshm-ssh-agent). */
export const FAILURE = 5;
export const LIST = 11;
export const LISTED = 12;
export const SIGN = 13;
export const SIGNED = 14;

/** As in OpenSSH. */
const MAX_LENGTH = 1 << 18;
const HEAD = 4;

export interface Answer {
  readonly type: number;
  readonly body: Uint8Array;
}

/** Throws `E_AGENT`. */
export function agentAnswer(socket: string, type: number, body: Uint8Array, { limitMs }: { readonly limitMs: number }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const connection = connect({ path: socket });
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      connection.destroy();
      finish();
    };
    const fail = (error: string): void => end(() => reject(agentFailure(error)));
    const timer = setTimeout(() => fail(`it did not answer in ${limitMs / 1000} seconds`), limitMs);
    connection.on('error', (error) => fail(osText(error)));
    connection.on('close', () => fail('it closed the connection without a whole answer'));
    connection.on('connect', () => void connection.write(joined(wireUint32(1 + body.length), Uint8Array.of(type), body)));
    connection.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < HEAD) return;
      const all = Buffer.concat(chunks);
      const wanted = all.readUInt32BE(0);
      if (wanted === 0 || wanted > MAX_LENGTH) fail(`it announced an answer of ${wanted} bytes`);
      else if (length > HEAD + wanted) fail('it sent more than it announced');
      else if (length === HEAD + wanted) end(() => resolve({ type: all[HEAD] as number, body: all.subarray(HEAD + 1) }));
    });
  });
}
