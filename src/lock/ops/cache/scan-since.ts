/**
 * `lock --scan DIR --since OLD`: a file is not read if it looks exactly as it did when it was read, and had the hash then that OLD pins.
 * OLD alone, or the cache alone, is never enough.
 *
 *     const established = lockSince(draft, scan, { cache, old, maxAge: null, isOver: null, onDamage });
 *
 * The lock is that of a scan that reads everything, unless bytes have changed under unchanged times. Which members were read is not in it,
 * but in what this returns. With a budget, files that need not be read are read too, the stalest first, until the time is up.
 */
import { compareUtf8 } from '#core/bytes/order';
import { decodeUtf8 } from '#core/bytes/utf8';
import type { Entry, FileEntry } from '#disk/walk/walk';
import { HASHED } from '#hashing/hash-file';
import { type Answer, type HashPool, type NextHashItem, withHashPool } from '#hashing/pool';
import { rootWalker } from '#stream/ops/scan-root';
import type { LockDraft } from '../../create.ts';
import { MemberFacts, type PinnedMember } from '../../member.ts';
import { Established } from '../../receipt/established.ts';
import type { JudgedLock } from '../../verify.ts';
import { questionFor, requireFiles, type Scan, type ScanSkips, startScan } from '../scan.ts';
import { type BeforeReading, type ReadCache, ROUND } from './read-cache.ts';

export interface Since {
  readonly cache: ReadCache;
  readonly old: Pick<JudgedLock, 'members'>;
  /** In milliseconds: what was read longer ago is read again. */
  readonly maxAge: number | null;
  /** Becomes true when the time is up: then nothing is read that need not be. Null without a budget. */
  readonly isOver: (() => boolean) | null;
  /** Called for a file that has other bytes than before, though nothing else about it has changed. */
  readonly onDamage?: (relativePath: string) => void;
}

/** A file that need not be read: it looks as it did when it was read, and had the hash then that OLD pins. */
interface Held {
  readonly row: number;
  readonly hex: string;
  readonly size: number;
}

interface Asked<E extends Entry = Entry> {
  readonly entry: E;
  /** The row of a file that looks as it did when it was read, whatever OLD pins; -1 if there is none. */
  readonly row: number;
  readonly held: Held | null;
  readonly before: BeforeReading | null;
}

interface HeldFile extends Asked<FileEntry> {
  readonly held: Held;
}

export function lockSince(draft: LockDraft, scan: Scan, since: Since): Established {
  const run = new SinceRun(draft, scan, since);
  withHashPool({ threads: scan.threads }, (pool) => run.run(pool));
  since.cache.save();
  requireFiles(draft, scan);
  return run.established;
}

class SinceRun {
  readonly established = new Established();
  readonly #draft: LockDraft;
  readonly #scan: Scan;
  readonly #since: Since;
  readonly #skips: ScanSkips;
  readonly #facts = new MemberFacts();
  readonly #now = Date.now();
  /** The number of the member of OLD that is compared next. */
  #next = 0;
  /** With a budget: the files that need not be read. */
  readonly #stale: HeldFile[] = [];

  constructor(draft: LockDraft, scan: Scan, since: Since) {
    this.#draft = draft;
    this.#scan = scan;
    this.#since = since;
    this.#skips = startScan(draft, scan);
  }

  run(pool: HashPool): void {
    pool.hash(this.#questions(), (asked, answer) => {
      const { entry, row, held } = asked;
      if (entry.kind === 'skip') this.#skips.skip(entry);
      else if (answer !== null) this.#deliver({ ...asked, entry }, answer);
      else if (this.#since.isOver === null) this.#take({ entry, held: held as Held });
      else this.#stale.push({ entry, row, held: held as Held, before: null });
      this.#scan.onFile?.();
    });
    this.#readStalest(pool);
  }

  #questions(): NextHashItem<Asked> {
    const { root, algorithm } = this.#scan;
    const next = rootWalker(root, this.#scan);
    return () => {
      const entry = next();
      if (entry === undefined) return undefined;
      if (entry.kind === 'skip') return { item: { entry, row: -1, held: null, before: null }, question: null };
      const row = this.#since.cache.rowOf(entry.relativePath, this.#now);
      const held = this.#heldFile(entry.relativePath, row);
      if (held !== null && !this.#isTooOld(held)) return { item: { entry, row, held, before: null }, question: null };
      return { item: { entry, row, held, before: this.#before(entry) }, question: questionFor(entry.realPath, algorithm) };
    };
  }

  #before({ realPath }: FileEntry): BeforeReading {
    return this.#since.cache.beforeReading(realPath);
  }

  #heldFile(path: string, row: number): Held | null {
    const { cache } = this.#since;
    const member = this.#memberAt(path);
    if (member === null || member.algorithm !== this.#scan.algorithm) return null;
    if (!cache.hasPinned(row, member) || cache.isSuspect(row)) return null;
    return { row, hex: decodeUtf8(member.bytes.subarray(member.hexStart, member.hexEnd)), size: Number(member.size) };
  }

  /** Finds the member of OLD for a path. Paths must be asked for in ascending order. */
  #memberAt(path: string): PinnedMember | null {
    const { members } = this.#since.old;
    for (; this.#next < members.count; this.#next++) {
      const member = this.#facts.pinned(members, this.#next);
      const order = member.path === path ? 0 : compareUtf8(member.path, path);
      if (order === 0) return member;
      if (order > 0) return null;
    }
    return null;
  }

  #readAt({ row }: Held): number {
    return this.#since.cache.rows?.readAt(row) ?? 0;
  }

  #isTooOld(held: Held): boolean {
    const { maxAge } = this.#since;
    return maxAge !== null && this.#readAt(held) < this.#now - maxAge;
  }

  /** Adds a file that is not read. */
  #take({ entry, held }: Pick<HeldFile, 'entry' | 'held'>): void {
    this.#draft.addFile(entry.relativePath, this.#scan.algorithm, held.hex, held.size);
    this.established.addCached(this.#readAt(held));
  }

  /** Adds a file that was read, or that could not be read. */
  #deliver({ entry, row, before }: Asked<FileEntry>, answer: Answer): void {
    const { algorithm } = this.#scan;
    const { cache, onDamage } = this.#since;
    const { hex, size } = answer;
    const isRead = answer.status === HASHED;
    if (isRead) this.#draft.addFile(entry.relativePath, algorithm, hex, size);
    else this.#skips.unread(entry, answer);
    const was = row < 0 ? '' : (cache.rows?.hexOf(row, algorithm) ?? '');
    const isOther = was !== '' && (!isRead || hex !== was);
    const isDamaged = isOther && isRead && before !== null && cache.isAsCached(row, entry.realPath, before);
    if (isOther) cache.rows?.drop(row);
    if (!isRead) return;
    if (isDamaged) {
      this.established.addDamaged(`${algorithm}:${was}`);
      onDamage?.(entry.relativePath);
    } else this.established.addRead();
    if (before !== null) cache.keep(entry.relativePath, entry.realPath, before, { algorithm, hex });
  }

  #readStalest(pool: HashPool): void {
    const { isOver } = this.#since;
    const stale = this.#stale.sort((a, b) => this.#readAt(a.held) - this.#readAt(b.held));
    let at = 0;
    while (at < stale.length && isOver?.() === false) at = this.#readRound(pool, at);
    for (; at < stale.length; at++) this.#take(stale[at] as HeldFile);
  }

  /** Returns where the next round starts. */
  #readRound(pool: HashPool, from: number): number {
    let at = from;
    let bytes = 0;
    const next: NextHashItem<Asked<FileEntry>> = () => {
      const file = this.#stale[at];
      if (file === undefined || at - from >= ROUND.files || bytes >= ROUND.bytes) return undefined;
      at++;
      bytes += file.held.size;
      const { entry } = file;
      return { item: { ...file, before: this.#before(entry) }, question: questionFor(entry.realPath, this.#scan.algorithm) };
    };
    pool.hash(next, (asked, answer) => this.#deliver(asked, answer as Answer));
    return at;
  }
}
