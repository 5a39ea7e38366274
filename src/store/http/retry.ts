/**
 * Retries: an attempt that failed for a temporary reason (5xx, 429, a dropped connection, a timeout, wrong bytes) is repeated, after a
 * random pause with a limit that doubles ("full jitter"); the last failure is the refusal.
 *
 *     const send = retrying(client.send, retryPolicy());
 *     const size = await withRetries(retryPolicy(), async () => receive(await client.send(request)));
 *
 * A request is built again each time: a file part is opened and read again.
 */

import { storeFailure } from '../refusals.ts';
import type { HttpResponse, Send } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { inMemory } from './response.ts';

export interface RetryPolicy {
  readonly attempts: number;
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly now: () => number;
}

const MAX_IN_MEMORY = 1 << 26;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 20_000;
/** The longest pause that a server may request with Retry-After. */
const MAX_REQUESTED_MS = 60_000;

export function retryPolicy(chosen: Partial<RetryPolicy> = {}): RetryPolicy {
  return {
    attempts: 5,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    now: Date.now,
    ...chosen,
  };
}

export async function withRetries<T>(how: RetryPolicy, attempt: (number: number) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof FailedAttempt)) throw error;
      if (!error.isTemporary || number >= how.attempts) throw error.refusal(number);
      await how.pause(error.waitMs ?? randomPause(how, number));
    }
  }
}

/**
 * Repeats a request until the answer is one that another attempt would not change; the caller judges any other status. The body is read
 * within the attempt and returned in memory: for documents, not for blobs. A body longer than `limit` is refused; of an error, 64 KiB are
 * read.
 */
export function retrying(send: Send, how: RetryPolicy, limit = MAX_IN_MEMORY): Send {
  return (request) =>
    withRetries(how, async () => {
      const response = await finalResponse(request.method, await send(request), how);
      if (response.status < 300) return inMemory(response, await response.bytes(limit));
      return inMemory(response, Buffer.from(await response.text()));
    });
}

/** The response, unless its status says that another attempt may succeed. */
export async function finalResponse(method: string, response: HttpResponse, how: RetryPolicy): Promise<HttpResponse> {
  const { status, headers, url } = response;
  if (status < 500 && status !== 429 && status !== 408) return response;
  await response.drain();
  const refusal = (message: string) => storeFailure({ action: method, url, status, kind: 'server', message });
  throw new FailedAttempt(refusal, { isTemporary: true, waitMs: requestedPause(headers['retry-after'], how.now()) });
}

/** Seconds or an HTTP date; undefined for anything else. */
export function requestedPause(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_REQUESTED_MS);
}

function randomPause(how: RetryPolicy, number: number): number {
  return how.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (number - 1));
}
