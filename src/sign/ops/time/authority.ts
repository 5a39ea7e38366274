/**
 * Asks a timestamp authority over HTTP (RFC 3161, section 3.4) and judges its answer before anybody keeps it: it is for this request, was
 * signed by a certificate for timestamps, and is of the present.
 *
 *     const authority = openAuthority('https://tsa.example.org', { env, caFile, plainHttp: false }, { policy: null, trust, now });
 *     const { reply, token, judged } = await authority.stamp(sha256);
 *     authority.close();
 */
import { randomBytes } from 'node:crypto';
import { BadDer } from '#core/der/read';
import { type HttpOptions, openHttp } from '#store/http/client';
import { retrying, retryPolicy } from '#store/http/retry';
import { shownUrl, storeFailure } from '#store/refusals';
import type { JudgedTimestamp } from '../../time/judge.ts';
import { badAnswer, refusedByAuthority } from '../../time/refusals.ts';
import { MAX_REPLY, parseReply, statusText } from '../../time/reply.ts';
import { formatRequest } from '../../time/request.ts';
import { judgeTimestampBytes } from './judge.ts';
import type { TimestampTrust } from './trust.ts';

export interface AskedAuthority {
  /** The object identifier of a policy that the authority has to follow; null for its own. */
  readonly policy: string | null;
  /** The answer has to be by one of these authorities; anybody may answer where there are none. */
  readonly trust: TimestampTrust;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From the first to the last byte, all attempts together; two minutes where it is absent. */
  readonly deadlineMs?: number;
}

export interface ReceivedTimestamp {
  /** The whole answer, as it was sent. */
  readonly reply: Uint8Array;
  /** The signed part of it. */
  readonly token: Uint8Array;
  readonly judged: JudgedTimestamp;
}

export interface Authority {
  /** As it may be shown. */
  readonly url: string;
  /** For a SHA-256 digest. Throws `Refusal`. */
  stamp(digest: Uint8Array): Promise<ReceivedTimestamp>;
  close(): void;
}

const ATTEMPTS = 3;
const DEADLINE_MS = 120_000;
const NONCE_LENGTH = 8;

/** Throws `Refusal`, and `BadDer` for a policy that is not an object identifier. */
export function openAuthority(given: URL, network: HttpOptions, asked: AskedAuthority): Authority {
  const url = shownUrl(given);
  const http = openHttp(network);
  const send = retrying(http.send, retryPolicy({ attempts: ATTEMPTS }), MAX_REPLY);
  return {
    url,
    close: http.close,
    async stamp(digest) {
      const nonce = newNonce();
      const request = formatRequest({ digest, nonce, policy: asked.policy });
      const reply = await within(asked.deadlineMs ?? DEADLINE_MS, given, () => post(given, request, send), http.close);
      const digestBy = (algorithm: string): string | null => (algorithm === 'sha256' ? Buffer.from(digest).toString('hex') : null);
      const wanted = { digestBy, nonce: Buffer.from(nonce).toString('hex'), policy: asked.policy, at: asked.now() };
      const token = tokenIn(reply, url);
      return { reply, token, judged: required(judgeTimestampBytes(reply, wanted, asked.trust), asked, url) };
    },
  };
}

/** A positive number of eight bytes. */
function newNonce(): Uint8Array {
  const nonce = randomBytes(NONCE_LENGTH);
  nonce[0] = ((nonce[0] as number) & 0x3f) | 0x40;
  return nonce;
}

type Sending = ReturnType<typeof retrying>;

/** A POST is never redirected: what was sent to one host is not sent to another. */
async function post(url: URL, body: Uint8Array, send: Sending): Promise<Uint8Array> {
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
  const response = await send({ method: 'POST', url, headers, body });
  const { status } = response;
  if (status !== 200) throw storeFailure({ action: 'POST', url, status, kind: 'server', message: redirectText(status) });
  const [type = ''] = (response.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/timestamp-reply')
    throw badAnswer(shownUrl(url), 'expected the content type application/timestamp-reply, found another');
  return response.bytes(MAX_REPLY);
}

function redirectText(status: number): string {
  return status >= 300 && status < 400 ? 'a timestamp authority has to answer at the URL that is named' : '';
}

async function within<T>(ms: number, url: URL, act: () => Promise<T>, stop: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop();
      reject(storeFailure({ action: 'POST', url, kind: 'network', message: `no complete answer in ${ms / 1000} s` }));
    }, ms);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function tokenIn(reply: Uint8Array, url: string): Uint8Array {
  try {
    const { status, token } = parseReply(reply);
    if (status === null) throw badAnswer(url, 'expected a status and a timestamp, found a timestamp alone');
    if (token === null) throw refusedByAuthority(url, statusText(status));
    return token.whole;
  } catch (error) {
    if (error instanceof BadDer) throw badAnswer(url, error.message);
    throw error;
  }
}

/** Nobody keeps a timestamp that does not verify, or that the named authorities do not vouch for. */
function required(judged: JudgedTimestamp, { trust }: AskedAuthority, url: string): JudgedTimestamp {
  const isNew = judged.state === 'trusted' || (judged.state === 'unknown_signer' && trust.roots.length === 0);
  if (isNew) return judged;
  throw badAnswer(url, judged.fault?.message ?? judged.state);
}
