/**
 * `custody serve` in this process, and a client that writes directly to the socket, so that it can break every rule of HTTP.
 *
 *     const server = await serving(folder);
 *     await server.json('/api/evidence');
 *     await server.raw('GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n');     everything that came back until the end
 */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Asked } from '#evidence/ops/asked';
import type { Limits } from '#evidence/ops/serve/http-server';
import { serveEvidence } from '#evidence/ops/serve/serve';

const ASKED: Asked = {
  root: null,
  selfOnly: true,
  threads: 1,
  watch: undefined,
  env: {},
  cwd: '/',
  plainHttp: false,
  caFile: undefined,
};

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface ServingHere {
  readonly url: string;
  readonly port: number;
  readonly errors: readonly unknown[];
  get(path: string): Promise<Reply>;
  /** Asks until it is answered with 200: with short limits, a busy machine ends connections too. */
  eventually(path: string): Promise<number>;
  json(path: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Sends the text and reads until the server ends the connection; the client does not end its side. */
  raw(text: string): Promise<string>;
  socket(): Socket;
  close(): Promise<void>;
}

interface ServingOptions {
  readonly limits?: Partial<Limits>;
  readonly env?: Asked['env'];
  readonly host?: string;
}

const LIMITS: Limits = { idleMs: 20_000, answerMs: 60_000, connections: 128, answers: 32 };

const failedStatus = (): number => 0;

/** It ends with the test. */
export async function serving(given: string, { limits = {}, env = {}, host = '127.0.0.1' }: ServingOptions = {}): Promise<ServingHere> {
  const errors: unknown[] = [];
  const server = await serveEvidence(
    { given, path: given },
    { asked: { ...ASKED, env }, host, port: 0, onError: (error) => void errors.push(error), limits: { ...LIMITS, ...limits } },
  );
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  const get = async (path: string): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  // One that reads nothing would not see its end.
  const socket = (): Socket =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume();
  return {
    url: server.url,
    port,
    errors,
    get,
    async eventually(path) {
      let status = 0;
      for (let tries = 0; status !== 200 && tries < 100; tries++) status = await get(path).then((reply) => reply.status, failedStatus);
      return status;
    },
    json: async (path) => JSON.parse((await get(path)).text),
    raw: (text) =>
      new Promise((resolve) => {
        const client = socket();
        let said = '';
        client.on('data', (bytes) => {
          said += bytes.toString('latin1');
        });
        client.on('close', () => resolve(said));
        client.write(text);
      }),
    socket,
    close: server.close,
  };
}
