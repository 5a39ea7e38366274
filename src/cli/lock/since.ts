/** `lock --scan DIR --since OLD`: files that look exactly as when they were read, and had the hash that OLD pins, are not read. */
import { counted, grouped } from '#core/count-text';
import type { LockDraft } from '#lock/create';
import { lockSince, type Since } from '#lock/ops/cache/scan-since';
import type { Scan } from '#lock/ops/scan';
import type { Established } from '#lock/receipt/established';
import { requireUntampered } from '#lock/verify';
import { isObjectRoot } from '#stream/object';
import { type Invocation, UsageError } from '../command.ts';
import { budgetOption, durationOption, ONE_BY_ONE, openCache } from './cache.ts';
import { namesPlace } from './named-place.ts';
import { openLockfile } from './open-lockfile.ts';

/** Scans, and says how many files were not read. `warn` receives what is wrong with a file that was read. */
export type ScanSince = (draft: LockDraft, scan: Scan, warn: (path: string, text: string) => void) => Established;

const DAMAGE = 'suspected damage: other bytes than when it was read before, with the same size and times';

/** Refuses what does not go together, before any work. */
export function sinceOption(invocation: Invocation, scanned: string | undefined): ScanSince {
  const old = invocation.value('--since') as string;
  if (scanned === undefined || isObjectRoot(scanned)) throw new UsageError('--since needs --scan with a folder');
  if (invocation.has('--shard'))
    throw new UsageError(`--since does not go with --shard: a part says nothing of what was not read; ${ONE_BY_ONE}`);
  if (namesPlace(invocation, '--cache-file', invocation.resolve(old))) throw new UsageError('--cache-file names the lockfile');
  const how = { maxAge: durationOption(invocation, '--max-age'), isOver: budgetOption(invocation) };
  invocation.record.params = { ...invocation.record.params, since: old };
  return (draft, scan, warn) => {
    const cache = openCache(invocation, scanned);
    try {
      cache.lookAhead(scan.threads);
      return scanSince(invocation, { draft, scan, old, since: { cache, ...how, onDamage: (path) => warn(path, DAMAGE) } });
    } finally {
      cache.close();
    }
  };
}

interface SinceRun {
  readonly draft: LockDraft;
  readonly scan: Scan;
  readonly old: string;
  readonly since: Omit<Since, 'old'>;
}

function scanSince(invocation: Invocation, { draft, scan, old: name, since }: SinceRun): Established {
  const old = requireUntampered(name, openLockfile(invocation, name, { idField: 'since_lock_hash' }));
  const established = lockSince(draft, scan, { ...since, old });
  const { read, cached } = established.counts;
  invocation.record.params = { ...invocation.record.params, strength: { read, cached } };
  const notRead = `${grouped(cached)} of ${counted(read + cached, 'member')} not read: unchanged since they were read (cached)`;
  if (!invocation.has('--progress')) invocation.say(cached === 0 ? 'all members were read' : notRead);
  return established;
}
