/**
 * How many requests are sent at the same time, and when to give up. After a temporary failure the number is halved, at most once a second;
 * every second without one adds one again. If too many attempts fail, the run ends: repeating each request would only prolong an outage.
 *
 *     const pace = openPace({ most: 16, how, store: 's3://evidence/2025' });
 *     await withRetries(pace.how, attempt)
 */
import { Refusal } from '#core/refusal';
import type { RetryPolicy } from '../http/retry.ts';

export interface Pace {
  /** The number of requests that may be under way now, at least 1. */
  width(): number;
  /** Counts a request. */
  asked(): void;
  /** The rules for retries; each failed attempt is counted here. */
  readonly how: RetryPolicy;
}

export interface PaceOptions {
  readonly most: number;
  readonly how: RetryPolicy;
  /** The URL of the store, for the refusal. */
  readonly store: string;
}

const SECOND = 1000;
/** Failures that are allowed before their share counts, and the share: a tenth of all requests. */
const ALLOWED = 40;
const SHARE = 0.1;

export function openPace({ most, how, store }: PaceOptions): Pace {
  let width = most;
  let since = how.now();
  let requests = 0;
  let failures = 0;
  const failed = (): void => {
    failures++;
    if (failures > ALLOWED + requests * SHARE) throw outage(store, failures, requests);
    if (width < most && how.now() - since < SECOND) return;
    width = Math.max(1, width >> 1);
    since = how.now();
  };
  return {
    width() {
      const seconds = width < most ? Math.floor((how.now() - since) / SECOND) : 0;
      if (seconds > 0) {
        width = Math.min(most, width + seconds);
        since += seconds * SECOND;
      }
      return width;
    },
    asked: () => void requests++,
    how: {
      ...how,
      pause(ms) {
        failed();
        return how.pause(ms);
      },
    },
  };
}

function outage(store: string, failures: number, requests: number): Refusal {
  const message = `${store} failed too often: ${failures} attempts of ${requests} requests failed for a reason that may pass`;
  return new Refusal('E_IO', message, { store, kind: 'outage', failures, requests }, null, true);
}
