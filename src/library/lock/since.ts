/** `since` of `lockFolder` and `cache` of `verifyLock`: files that look exactly as when they were read are not read again. */
import { parseDuration } from '#core/duration';
import { isInside } from '#disk/path/real-path';
import { version } from '#installation/paths';
import type { LockDraft } from '#lock/create';
import type { Lock } from '#lock/document';
import { ReadCache } from '#lock/ops/cache/read-cache';
import { lockSince } from '#lock/ops/cache/scan-since';
import { verifyByCache } from '#lock/ops/cache/verify-by-cache';
import { openReceipt } from '#lock/ops/receipt-file';
import type { Scan } from '#lock/ops/scan';
import type { RootCheck } from '#lock/ops/verify';
import { Established } from '#lock/receipt/established';
import type { ScanRoot } from '#stream/ops/scan-root';
import { uptimeMs } from '#threads/clock';
import { absolute } from '../given-path.ts';
import { type GivenLock, openTrusted } from './given.ts';

export interface CacheSettings {
  /** The file of the cache, which is made if it is not there. It must not be in the folder that is scanned or judged. */
  readonly cacheFile: string;
  /** What was read longer ago is read again: `30d`. */
  readonly maxAge?: string;
  /** What was read longest ago is read too, until this time is over: `20m`. */
  readonly budget?: string;
  /** Receives why the cache is not used, or not written. */
  readonly onNote?: (text: string) => void;
}

export interface SinceSettings {
  /** The lock from before, by path or as bytes: what has the hash that it pins, and looks as when it was read, is not read. */
  readonly since?: CacheSettings & { readonly lock: GivenLock };
}

function openCache({ cacheFile, onNote = () => {} }: CacheSettings, root: string): ReadCache {
  const file = absolute(cacheFile);
  if (isInside(root, file)) throw new RangeError('cacheFile must not be in the folder that is scanned or judged');
  return new ReadCache({ file, root, isOwnPlace: false, onNote });
}

interface Times {
  readonly maxAge: number | null;
  readonly isOver: (() => boolean) | null;
}

/** The time of the budget starts now. */
function timesOf({ maxAge, budget }: CacheSettings): Times {
  const start = uptimeMs();
  const most = budget === undefined ? null : durationOf('budget', budget);
  return {
    maxAge: maxAge === undefined ? null : durationOf('maxAge', maxAge),
    isOver: most === null ? null : () => uptimeMs() - start >= most,
  };
}

function durationOf(name: string, text: string): number {
  const duration = parseDuration(text);
  if (duration === null) throw new RangeError(`${name} needs a number and a unit, as 90s, 20m, 12h, 30d or 4w`);
  return duration;
}

export interface ScannedSince {
  readonly established: Established;
  readonly damaged: readonly string[];
}

export function scanSince(draft: LockDraft, scan: Scan, settings: NonNullable<SinceSettings['since']>): ScannedSince {
  const times = timesOf(settings);
  const cache = openCache(settings, scan.root.path);
  const damaged: string[] = [];
  try {
    cache.lookAhead(scan.threads);
    const old = openTrusted(settings.lock);
    const established = lockSince(draft, scan, { cache, old, ...times, onDamage: (path) => damaged.push(path) });
    return { established, damaged };
  } finally {
    cache.close();
  }
}

/** The judge of `verifyLock` with a cache. What is not read is counted as `cached`. */
export function cacheJudge(settings: CacheSettings): NonNullable<RootCheck['judge']> {
  const times = timesOf(settings);
  return (lock, pool, check) => verifyByCache(lock, pool, check, { cache: openCache(settings, check.root), least: 'cached', ...times });
}

export interface ReceiptToWrite {
  readonly lock: Lock;
  readonly lockHash: string;
  readonly root: ScanRoot;
  /** Null where everything was read. */
  readonly established: Established | null;
}

export function writeReceipt({ lock, lockHash, root, established }: ReceiptToWrite, given: string, sync: boolean): void {
  const { members, created } = lock;
  const place = openReceipt({ given, path: absolute(given), root: root.path });
  const how = established ?? allRead(members.count);
  const head = { lockHash, created, root: root.given, memberCount: members.count, strength: how.counts, toolVersion: version };
  place.write(head, how.rows(members), { sync });
}

function allRead(count: number): Established {
  const established = new Established();
  for (let at = 0; at < count; at++) established.addRead();
  return established;
}
