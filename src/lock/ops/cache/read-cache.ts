/**
 * The cache of what was read below a root, in a file of its own: opened, asked whether a file is still as it was when it was read, and
 * written again. It is never evidence: lost, stale, damaged or from elsewhere, it only costs time.
 *
 *     const cache = openReadCache({ file: '/home/u/.cache/custody/…', root: '/data', isOwnPlace: true, onNote });
 *     const row = cache.rows.find('a.csv')
 *     cache.save();
 */
import { type BigIntStats, rmSync } from 'node:fs';
import { endianness, hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Algorithm } from '#core/ports';
import { isOnNetwork } from '#disk/network-file-system';
import { osText, UnusableFile } from '#disk/os-error';
import { withSeparator } from '#disk/path/below';
import { realPath } from '#disk/path/real-path';
import { bigStatIfThere } from '#disk/path/stat-if-there';
import { readPart } from '#disk/read/part';
import { readRegularFile, readShortText, withRegularFile } from '#disk/read/regular-file';
import { makeFolders } from '#disk/write/make-folders';
import { writeWhole } from '#disk/write/whole-file';
import { newHasher } from '#hashing/hashers';
import { Interrupted } from '#threads/interruptible';
import { MAGIC, MAX_BYTES } from '../../cache/layout.ts';
import { NewRows } from '../../cache/new-rows.ts';
import { type CacheRows, isCacheStart, parseCache } from '../../cache/rows.ts';
import { isSettled } from '../../cache/settled.ts';
import type { PinnedMember } from '../../member.ts';
import { startLooking, WORTH_A_THREAD } from './look-threads.ts';
import { RowLooks, shareLooks } from './row-looks.ts';
import { Stamps, statOf } from './stamps.ts';

/** Rows about files that nobody asked for in this time are left out. */
const KEEP_MS = 400 * 86_400_000;

/** How much is read at once with a budget: the time is looked at in between. */
export const ROUND = { files: 1024, bytes: 1 << 28 };

export interface CachePlace {
  /** Absolute paths. */
  readonly file: string;
  readonly root: string;
  /** True in custody's own folder: whatever is there under this name is replaced. */
  readonly isOwnPlace: boolean;
  /** Receives why the cache is not used, or not written. */
  readonly onNote: (text: string) => void;
}

/** What is known of a file right before it is read. */
export interface BeforeReading {
  readonly stamps: Stamps | null;
  readonly readAt: number;
}

export class ReadCache {
  /** Null where there is no cache that can be used. */
  readonly rows: CacheRows | null;
  readonly #place: CachePlace;
  readonly #binding: string;
  readonly #fresh = new NewRows();
  readonly #now = new Stamps();
  readonly #isOnNetwork: boolean;
  readonly #folder: string;
  #looks: RowLooks | null = null;

  constructor(place: CachePlace) {
    this.#place = place;
    this.#folder = withSeparator(place.root);
    this.#binding = bindingOf(place.root);
    this.#isOnNetwork = isOnNetwork(place.root);
    this.rows = this.#open();
  }

  /**
   * Begins to look at all files that have a row, in other threads. Without it, a file is looked at when it is asked for. `threads` is how
   * many may work.
   */
  lookAhead(threads?: number): void {
    const { rows } = this;
    if (rows === null || rows.count < WORTH_A_THREAD || !(rows.buffer instanceof SharedArrayBuffer)) return;
    const shared = shareLooks(rows.buffer, rows.count, this.#folder);
    this.#looks = new RowLooks(shared);
    startLooking(shared, threads);
  }

  /** The row of a file that looks exactly as it did when it was read; -1 if there is none. Paths are asked for in ascending order. */
  rowOf(path: string, now: number): number {
    const { rows } = this;
    const row = rows === null ? -1 : rows.find(path);
    if (rows === null || row < 0) return -1;
    if (this.#isAsRead(rows, row, path)) return isPast(rows.readAt(row), now) ? row : -1;
    rows.drop(row);
    return -1;
  }

  /** Whether a row says that the file was read, and had the pinned hash and size then. */
  hasPinned(row: number, { size, algorithm, bytes, hexStart, hexEnd }: PinnedMember): boolean {
    const { rows } = this;
    return rows !== null && row >= 0 && rows.hasHash(row, algorithm, bytes, hexStart, hexEnd) && rows.hasSize(row, size);
  }

  /** Whether it was found out since that the file has other bytes. */
  isSuspect(row: number): boolean {
    return this.rows?.isSuspect(row) === true;
  }

  /** Whether the file still has the device, inode, size and times of the row. */
  #isAsRead(rows: CacheRows, row: number, path: string): boolean {
    return this.#looks?.isAsRead(row) ?? (this.#now.take(this.#folder + path) && rows.holds(row, this.#now.words));
  }

  /** Ends the other threads: none looks at files any more. */
  close(): void {
    this.#looks?.close();
  }

  beforeReading(path: string): BeforeReading {
    const readAt = Date.now();
    const stamps = new Stamps();
    return { stamps: stamps.take(path) ? stamps : null, readAt };
  }

  /** True if nothing but the bytes may differ from when the file of this row was read: it has the same device, inode, size and times. */
  isAsCached(row: number, path: string, before: BeforeReading): boolean {
    const { rows } = this;
    return rows !== null && before.stamps !== null && rows.holds(row, before.stamps.words) && this.isUnchanged(path, before);
  }

  /** True if the file at `path`, which has just been read, has not changed since `before`. */
  isUnchanged(path: string, { stamps }: BeforeReading): boolean {
    return stamps !== null && this.#now.take(path) && this.#now.equals(stamps);
  }

  /** Keeps a row for a file that was read, unless it changed meanwhile or may still change without a trace. `name` is its path in the lock. */
  keep(
    name: string,
    path: string,
    before: BeforeReading,
    { algorithm, hex }: { readonly algorithm: Algorithm; readonly hex: string },
  ): void {
    const { stamps, readAt } = before;
    if (stamps === null || !this.isUnchanged(path, before)) return;
    const [, , , mtimeNs = 0n, ctimeNs = 0n] = stamps.values;
    if (isSettled({ mtimeNs, ctimeNs }, readAt, { isOnNetwork: this.#isOnNetwork }))
      this.#fresh.add(name, { stamps: stamps.values, readAt, algorithm, hex });
  }

  /** Writes the cache. Nothing that goes wrong here changes the result of the run. */
  save(): void {
    const { file, isOwnPlace, onNote } = this.#place;
    if (this.#fresh.count === 0 && this.rows?.hasChanged !== true) return;
    const head = { binding: this.#binding, oldest: Date.now() - KEEP_MS, newHasher };
    try {
      if (isOwnPlace) makeFolders(dirname(file), 0o700);
      else if (!isReplaceable(file)) return onNote(`nothing was cached: ${file} is not a cache, and is left as it is`);
      writeWhole(file, (write) => this.#emit(head, write), { sync: false, mode: 0o600 });
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      onNote(`nothing was cached: ${file}: ${osText(error)}`);
      if (this.rows?.hasChanged === true) this.#discard();
    }
  }

  /** The cache from before has rows that are known to be wrong. */
  #discard(): void {
    try {
      rmSync(this.#place.file, { force: true });
    } catch (error) {
      this.#place.onNote(`${this.#place.file} is out of date, and cannot be removed: ${osText(error)}`);
    }
  }

  #emit(head: Parameters<NewRows['emit']>[1], write: (bytes: Uint8Array) => void): void {
    if (!this.#fresh.emit(this.rows, head, write)) throw new UnusableFile('too many files for one cache');
  }

  #open(): CacheRows | null {
    const { file, onNote } = this.#place;
    try {
      const found = bigStatIfThere(file);
      if (found === undefined) return null;
      if (!isOnlyOurs(found)) throw new UnusableFile('another user can write it');
      const rows = parseCache(readRegularFile(file, { maxBytes: MAX_BYTES, follow: true, isShared: true }), this.#binding, newHasher);
      if (typeof rows !== 'string') return rows;
      onNote(`the cache ${file} is not used: ${rows}`);
    } catch (error) {
      onNote(`the cache ${file} is not used: ${osText(error)}`);
    }
    return null;
  }
}

/** Whether a time is not in the future, which would mean that a clock was wrong. */
function isPast(time: number, now: number): boolean {
  return time >= 0 && time <= now;
}

/** Whether no other user can write the cache: whoever can, can claim that a file was read. */
function isOnlyOurs({ uid, mode }: BigIntStats): boolean {
  return process.getuid === undefined || (uid === BigInt(process.getuid()) && (mode & 0o022n) === 0n);
}

/** Whether the file is a cache or does not exist. Any other file belongs to somebody, and was named by mistake. */
function isReplaceable(file: string): boolean {
  const found = bigStatIfThere(file);
  if (found === undefined) return true;
  return found.isFile() && withRegularFile(file, { follow: true }, ({ fd }) => isCacheStart(readPart(fd, 0, MAGIC.length)));
}

/** Names the one folder of the one machine for which a cache is valid. */
function bindingOf(root: string): string {
  const machine = readShortText('/etc/machine-id')?.trim() || hostname();
  const real = realPath(root);
  const found = statOf(real);
  const hasher = newHasher('sha256');
  hasher.update(Buffer.from(JSON.stringify([machine, endianness(), real, String(found?.dev), String(found?.ino)])));
  return hasher.digest();
}
