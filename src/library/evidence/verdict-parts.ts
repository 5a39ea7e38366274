/**
 * A verdict in shards, as typed functions: each task judges a part of a lock, and the parts together give the verdict on the whole.
 *
 *     verifyLockShard('december.lock.json', { root: 'data', shard: { index: 3, count: 8 }, created }).write('verdict-3');
 *     mergeVerdicts(['verdict-0', …, 'verdict-7']).outcome
 */
import { memorySource, observedSource } from '#core/bytes/source';
import type { Digest } from '#core/digest';
import { isShard, keepsShard, type Shard } from '#core/shard';
import { isInside } from '#disk/path/real-path';
import { withGivenFile } from '#disk/read/given-file';
import { writeWhole } from '#disk/write/whole-file';
import { mergedVerdict } from '#evidence/ops/merged-lock';
import { newHasher, sha256Text } from '#hashing/hashers';
import { openLock } from '#lock/ops/open';
import { emitShard, judgeShard } from '#lock/ops/verdict-part/judge';
import { openVerdictParts } from '#lock/ops/verdict-part/merge';
import { openRoot } from '#lock/ops/verify';
import { outputInJudged } from '#lock/refusals';
import { parseGlobs } from '#stream/filter';
import { createdFrom } from '../created-from.ts';
import { absolute } from '../given-path.ts';
import { type Coverage, type EvidenceVerdict, evidenceVerdict } from './verify.ts';

export interface ShardVerifySettings {
  readonly root: string;
  /** `index` is from 0 to `count` - 1. */
  readonly shard: Shard;
  /** When the whole verdict was asked for, RFC 3339 text or a date: the same for all parts. */
  readonly created: string | Date;
  readonly only?: readonly string[];
  readonly closed?: boolean;
  readonly confined?: boolean;
  /** Links are followed unless this is false. */
  readonly follow?: boolean;
  readonly jobs?: number;
}

/** What was found in one shard. It is never OK: what the other shards have is unknown. */
export interface VerdictPart {
  readonly outcome: 'PARTIAL' | 'FAILED';
  /** `expected` is how many members of the lock are in this shard. */
  readonly coverage: Coverage;
  /** The lines of `verdict-part.v0`. */
  bytes(): Uint8Array;
  /** Writes the same bytes to a file, complete or not at all. Refuses a file in the folder that was judged. */
  write(path: string, options?: { readonly sync?: boolean }): void;
}

/** The part that `lock verify --shard` writes; `lockfile` is a path, or the bytes of one. Refuses as the command does. */
export function verifyLockShard(lockfile: string | Uint8Array, settings: ShardVerifySettings): VerdictPart {
  const { root: given, shard, only = [], closed = false, confined = false, follow = true, jobs } = settings;
  if (!isShard(shard)) throw new RangeError(`shard needs an index below its count, found ${shard.index}/${shard.count}`);
  const keeps = keepsShard(shard, sha256Text);
  const check = { given, path: absolute(given), only: parseGlobs(only), closed, confined, follow, threads: jobs };
  const root = { ...openRoot(check, lockfile), keeps };
  try {
    const name = typeof lockfile === 'string' ? lockfile : '(bytes)';
    const hasher = newHasher('sha256');
    const lock = openLock(name, (read) => {
      const observed: typeof read = (source) => read(observedSource(source, (bytes) => hasher.update(bytes)));
      if (typeof lockfile !== 'string') return observed(memorySource(lockfile));
      return withGivenFile(absolute(lockfile), ({ source }) => observed(source));
    });
    const source = typeof lockfile === 'string' ? absolute(lockfile) : lockfile;
    const part = judgeShard({
      name,
      source,
      lock,
      digest: `sha256:${hasher.digest()}`,
      root,
      shard,
      created: createdFrom(settings.created),
    });
    const { coverage } = part.head;
    return {
      outcome: coverage.failed + coverage.extra > 0 ? 'FAILED' : 'PARTIAL',
      coverage,
      bytes: () => collect((emit) => emitShard(part, emit)),
      write(path, { sync = true } = {}) {
        if (isInside(check.path, absolute(path))) throw outputInJudged(path, given);
        writeWhole(absolute(path), (write) => emitShard(part, write), { sync });
      },
    };
  } finally {
    root.pool.close();
  }
}

export interface MergeVerdictSettings {
  /** A member that could not be read, or a lock that skipped anything, fails. */
  readonly strict?: boolean;
  /** The `lock_hash` that the caller has kept; another lock is a failure. */
  readonly expect?: Digest;
}

/** The verdict of `custody verdict merge` from the files of all parts. Refuses missing, repeated, damaged and foreign ones. */
export function mergeVerdicts(parts: readonly string[], { strict = false, expect }: MergeVerdictSettings = {}): EvidenceVerdict {
  if (parts.length === 0) throw new RangeError('expected at least one part');
  const files = parts.map((given) => ({ given, path: absolute(given) }));
  return evidenceVerdict(mergedVerdict(openVerdictParts(files), { expect: expect ?? null, strict }));
}

function collect(run: (emit: (bytes: Uint8Array) => void) => void): Uint8Array {
  const runs: Uint8Array[] = [];
  run((bytes) => runs.push(bytes.slice()));
  return Buffer.concat(runs);
}
