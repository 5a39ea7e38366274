/** Timestamps from a real authority, `openssl ts`, and from servers that misbehave. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Refusal } from '#core/refusal';
import { openAuthority, type ReceivedTimestamp } from '#sign/ops/time/authority';
import { judgeTimestampBytes } from '#sign/ops/time/judge';
import { NO_AUTHORITIES, type TimestampTrust, timestampTrust } from '#sign/ops/time/trust';
import { startTimestampAuthority, type TimestampAuthority } from '../servers/timestamp-authority.ts';

const started = await startTimestampAuthority();
const why = typeof started === 'string' ? ` (skipped: ${started})` : '';
const DATA = Buffer.from('the bytes of a signature');
const folder = mkdtempSync(join(tmpdir(), 'custody-timestamps-'));

afterAll(async () => {
  if (typeof started !== 'string') await started.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Asking {
  readonly policy?: string;
  readonly trust?: TimestampTrust;
  readonly now?: number;
  readonly data?: Uint8Array;
  readonly idleMs?: number;
  readonly deadlineMs?: number;
}

async function ask(
  url: string,
  { policy, trust = NO_AUTHORITIES, now, data = DATA, idleMs = 60_000, ...limits }: Asking = {},
): Promise<ReceivedTimestamp> {
  const asked = { policy: policy ?? null, trust, now: () => now ?? Date.now(), ...limits };
  const authority = openAuthority(new URL(url), { idleMs }, asked);
  try {
    return await authority.stamp(hash('sha256', data, 'buffer'));
  } finally {
    authority.close();
  }
}

const trustOf = (path: string): TimestampTrust => timestampTrust([readFileSync(path, 'utf8')]);
const refusal = async (asking: Promise<unknown>): Promise<string> => {
  const error = await asking.then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason as Refusal,
  );
  return `${(error as Refusal).code ?? error.name}: ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`;
};

describe.skipIf(typeof started === 'string')(`a timestamp authority of openssl${why}`, () => {
  const authority = started as TimestampAuthority;

  it('gives a timestamp that is trusted by its root, and openssl agrees', async () => {
    const { reply, judged } = await ask(authority.url, { trust: trustOf(authority.root) });
    expect(judged).toMatchObject({
      state: 'trusted',
      accuracy: 1,
      authority: 'CN=test TSA',
      root: 'CN=test root',
      policy: '1.2.3.4.1',
      notes: [],
    });
    const [data, file, query] = ['data', 'r.tsr', 'q.tsq'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(data, DATA);
    writeFileSync(file, reply);
    writeFileSync(query, authority.requests.at(-1) as Uint8Array);
    for (const over of [
      ['-data', data],
      ['-queryfile', query],
    ])
      expect(authority.openssl('ts', '-verify', '-in', file, ...over, '-CAfile', authority.root)).toContain('Verification: OK');
    expect(authority.openssl('ts', '-query', '-in', query, '-text')).toContain('Certificate required: yes');
  });

  it('is not trusted any more when any byte of it was changed', async () => {
    const { token, judged } = await ask(authority.url, { trust: trustOf(authority.root) });
    const wanted = { digestBy: (algorithm: string) => hash(algorithm, DATA), nonce: null, policy: null, at: Date.now() };
    const trust = trustOf(authority.root);
    expect(judged.state).toBe('trusted');
    const unnoticed = [...token.keys()].filter((at) => {
      const changed = Uint8Array.from(token);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      return judgeTimestampBytes(changed, wanted, trust).state === 'trusted';
    });
    expect(unnoticed).toEqual([]);
  });

  it('says who made it where no authority is named, and refuses one by another authority', async () => {
    expect((await ask(authority.url)).judged).toMatchObject({ state: 'unknown_signer', authority: 'CN=test TSA' });
    const other = await startTimestampAuthority();
    if (typeof other === 'string') throw new Error(other);
    try {
      expect(await refusal(ask(authority.url, { trust: trustOf(other.root) }))).toContain('E_TSA_ANSWER: http://HOST/ sent no timestamp');
    } finally {
      await other.stop();
    }
  });

  it('rejects what it does not know, and says so', async () => {
    expect(await refusal(ask(authority.url, { policy: '1.2.3.4.9' }))).toBe(
      'E_TSA_REFUSED: http://HOST/ gave no timestamp: rejected: the policy is not supported (Requested policy is not supported.)',
    );
    expect(await refusal(ask(authority.url, { data: new Uint8Array(0) }))).toBe('Error: it was accepted');
  });

  it('refuses a timestamp from the future, and one that is after its own certificate', async () => {
    authority.clock = '2050-01-01 00:00:00';
    try {
      expect(await refusal(ask(authority.url))).toContain(
        'E_TSA_ANSWER: http://HOST/ sent no timestamp for this request: the timestamp is of 2050-01-01T00:00:0',
      );
      const late = ask(authority.url, { now: Date.UTC(2051, 0), trust: trustOf(authority.root) });
      expect(await refusal(late)).toContain('the timestamp does not count: certificate CN=test TSA was valid until');
    } finally {
      authority.clock = null;
    }
  });

  it('stays good after the certificates of the authority expired', async () => {
    const old = await startTimestampAuthority({ from: '2020-02-01 12:00:00' });
    if (typeof old === 'string') throw new Error(old);
    try {
      const { reply } = await ask(old.url, { now: Date.UTC(2020, 1, 2) });
      const wanted = { digestBy: (algorithm: string) => hash(algorithm, DATA), nonce: null, policy: null, at: Date.now() };
      const judged = judgeTimestampBytes(reply, wanted, trustOf(old.root));
      expect(judged).toMatchObject({ state: 'trusted', time: expect.stringMatching(/^2020-02-01T12:00:/) });
      const earlier = judgeTimestampBytes(reply, { ...wanted, at: Date.UTC(2020, 0) }, trustOf(old.root));
      expect(earlier.fault?.code).toBe('TIMESTAMP_IN_FUTURE');
    } finally {
      await old.stop();
    }
  });

  it('answers many at once, each for its own request', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(authority.url, { data: Buffer.of(index), trust: trustOf(authority.root) })),
    );
    expect(new Set(all.map(({ judged }) => judged.serial)).size).toBe(8);
  });

  it('refuses the answer to another request, even over the same bytes', async () => {
    const { reply } = await ask(authority.url);
    const server = await serverThat((_, response) => response.writeHead(200, REPLY).end(reply));
    expect(await refusal(ask(server))).toContain('the timestamp answers another request: its nonce differs');
    expect(await refusal(ask(server, { data: Buffer.from('other') }))).toContain('the timestamp is over something else');
  });
});

const REPLY = { 'content-type': 'application/timestamp-reply' };

async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a timestamp authority that misbehaves', () => {
  it.each<[string, RequestListener, string]>([
    [
      'answers with a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'E_TSA_ANSWER: http://HOST/ sent no timestamp for this request: expected the content type',
    ],
    ['answers with nothing', (_, response) => response.writeHead(200, REPLY).end(), 'E_TSA_ANSWER: '],
    ['answers with other bytes', (_, response) => response.writeHead(200, REPLY).end('hello'), 'E_TSA_ANSWER: '],
    [
      'rejects',
      (_, response) => response.writeHead(200, REPLY).end(Buffer.from('30053003020102', 'hex')),
      'E_TSA_REFUSED: http://HOST/ gave no timestamp: rejected',
    ],
    [
      'lets us wait',
      (_, response) => response.writeHead(200, REPLY).end(Buffer.from('30053003020103', 'hex')),
      'E_TSA_REFUSED: http://HOST/ gave no timestamp: waiting',
    ],
    [
      'sends too much',
      (_, response) => response.writeHead(200, REPLY).end(Buffer.alloc(1 << 17)),
      'E_IO: POST http://HOST/: the answer is longer than 65536 bytes',
    ],
    [
      'sends to another host',
      (_, response) => response.writeHead(307, { location: 'http://192.0.2.1/' }).end(),
      'E_IO: POST http://HOST/: HTTP 307 (Temporary Redirect), a timestamp authority has to answer at the URL that is named',
    ],
    ['has no such page', (_, response) => response.writeHead(404).end(), 'E_IO: POST http://HOST/: HTTP 404 (Not Found)'],
    ['never answers', () => {}, 'E_IO: POST http://HOST/: nothing was received for 0.3 s, 3 attempts'],
  ])('is refused where it %s', async (_, answer, message) => {
    expect(await refusal(ask(await serverThat(answer), { idleMs: 300 }))).toContain(message);
  });

  it('is refused where its answer never ends', async () => {
    const slow: RequestListener = (_, response) => {
      response.writeHead(200, REPLY);
      const timer = setInterval(() => response.write('a'), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await refusal(ask(await serverThat(slow), { deadlineMs: 400 }))).toBe('E_IO: POST http://HOST/: no complete answer in 0.4 s');
  });

  it('is asked over TLS only, unless it is on this machine', async () => {
    expect(await refusal(ask('http://192.0.2.1/'))).toContain('plain HTTP to another machine, which only --plain-http allows');
  });
});
