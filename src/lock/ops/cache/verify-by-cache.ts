/**
 * `lock verify --cache`: a member is not read if it looks exactly as it did when it was read. It is then `cached`, never verified.
 *
 *     verifyByCache(lock, pool, check, { cache, least: 'cached', maxAge: null, isOver: null })
 *
 * First every file is looked at. Then those are read that are new, changed or too old; with a budget, the others follow, the stalest first,
 * until the time is up.
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import type { Found } from '#core/found';
import { isSelected } from '#core/glob/glob';
import { formatInstant, isWritableInstant } from '#core/time';
import { isBelow, withSeparator } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import type { HashPool } from '#hashing/pool';
import { proveMembers } from '#hashing/prove-members';
import { hasHex, MemberFacts, type PinnedMember } from '../../member.ts';
import type { Hint, MembersReport } from '../../report.ts';
import { isAtLeast, type Strength } from '../../strength.ts';
import { type JudgedLock, judgeMember, judgeNotChecked, judgeUnread, type MemberTally, newTally } from '../../verify.ts';
import { CHANGED_WHILE_READ, finishReport, hintsFor, type MemberCheck, memberQuestions } from '../verify-members.ts';
import { type BeforeReading, type ReadCache, ROUND } from './read-cache.ts';

export interface CacheCheck {
  readonly cache: ReadCache;
  /** What is weaker is not accepted. With `read`, everything is read. */
  readonly least: Strength;
  /** In milliseconds: a member that was read longer ago is read again. */
  readonly maxAge: number | null;
  /** Becomes true when the time is up: then no reading begins. Null without a budget. */
  readonly isOver: (() => boolean) | null;
}

/** What is known of a member so far. */
const NOT_SELECTED = 0;
const TO_READ = 1;
const HELD = 2;
const PROVEN = 3;
const FAILED = 4;

interface Reading {
  readonly member: PinnedMember;
  readonly before: BeforeReading | null;
}

export function verifyByCache(lock: JudgedLock, pool: HashPool, check: MemberCheck, how: CacheCheck): MembersReport {
  const run = new CacheRun(lock, check, how);
  run.look(Date.now());
  run.read(pool);
  how.cache.save();
  return run.report();
}

class CacheRun {
  readonly #lock: JudgedLock;
  readonly #check: MemberCheck;
  readonly #how: CacheCheck;
  readonly #folder: string;
  readonly #questionOf: ReturnType<typeof memberQuestions>;
  readonly #facts = new MemberFacts();
  readonly #state: Uint8Array;
  /** The row of each member that is as it was when it was read, or that is suspect. */
  readonly #row: Int32Array;
  readonly #failed = new Map<number, { readonly found: Found; readonly isDamaged: boolean }>();
  /** What was read before this moment is too old. */
  #oldest = Number.NEGATIVE_INFINITY;

  constructor(lock: JudgedLock, check: MemberCheck, how: CacheCheck) {
    this.#lock = lock;
    this.#check = check;
    this.#how = how;
    this.#folder = withSeparator(check.root);
    this.#questionOf = memberQuestions(check);
    this.#state = new Uint8Array(lock.members.count);
    this.#row = new Int32Array(lock.members.count).fill(-1);
  }

  #member(index: number): PinnedMember {
    return this.#facts.pinned(this.#lock.members, index);
  }

  /** Decides for each member whether it is as it was when it was read. */
  look(now: number): void {
    const { only, onMember } = this.#check;
    if (this.#how.maxAge !== null) this.#oldest = now - this.#how.maxAge;
    for (let index = 0; index < this.#state.length; index++) {
      const member = this.#member(index);
      if (!isSelected(only, member.path)) continue;
      this.#state[index] = this.#isHeld(member, now) ? HELD : TO_READ;
      if (this.#state[index] === HELD) onMember?.();
    }
  }

  #isHeld(member: PinnedMember, now: number): boolean {
    const { cache } = this.#how;
    const row = cache.rowOf(member.path, now);
    if (!cache.hasPinned(row, member) || !this.#mayBeFollowed(member)) return false;
    this.#row[member.index] = row;
    return !cache.isSuspect(row);
  }

  /** `--no-follow` and `--confined` hold for what is not read, too. */
  #mayBeFollowed(member: PinnedMember): boolean {
    const { follow, confine } = this.#check;
    if (!follow && this.#questionOf(member) === null) return false;
    try {
      return confine === null || isBelow(confine, exactRealPath(this.#folder + member.path));
    } catch {
      return false;
    }
  }

  read(pool: HashPool): void {
    const queue = this.#queue();
    const { isOver } = this.#how;
    for (let at = 0; at < queue.length && isOver?.() !== true; ) at = this.#readRound(pool, queue, at, isOver === null ? null : ROUND);
  }

  /** The numbers of the members to read, in their order: by path, and with a budget the stalest first. */
  #queue(): Uint32Array {
    const { least, isOver } = this.#how;
    const wantsAll = least === 'read' || isOver !== null;
    const all = new Uint32Array(this.#state.length);
    let count = 0;
    for (let index = 0; index < all.length; index++) {
      const state = this.#state[index];
      if (state === TO_READ || (state === HELD && (wantsAll || this.#isTooOld(index)))) all[count++] = index;
    }
    const queue = all.subarray(0, count);
    if (isOver === null) return queue;
    return queue.sort((a, b) => {
      const [first, second] = [this.#readAt(a), this.#readAt(b)];
      return first === second ? a - b : first - second;
    });
  }

  /** When a member was read, in milliseconds since 1970; earlier than every time for a member whose row does not count. */
  #readAt(index: number): number {
    const { rows } = this.#how.cache;
    const row = this.#row[index] as number;
    return rows === null || row < 0 || rows.isSuspect(row) ? Number.NEGATIVE_INFINITY : rows.readAt(row);
  }

  #isTooOld(index: number): boolean {
    return this.#readAt(index) < this.#oldest;
  }

  /** Returns where the next round starts. */
  #readRound(pool: HashPool, queue: Uint32Array, from: number, most: typeof ROUND | null): number {
    let at = from;
    let bytes = 0;
    proveMembers<Reading>(pool, {
      next: () => {
        const index = queue[at];
        if (index === undefined || (most !== null && (at - from >= most.files || bytes >= most.bytes))) return undefined;
        at++;
        const member = this.#member(index);
        bytes += Number(member.size);
        const question = this.#questionOf(member);
        return { item: { member, before: question && this.#how.cache.beforeReading(question.path) }, question };
      },
      isExpected: ({ member }, hex) => hasHex(member, hex),
      changed: CHANGED_WHILE_READ,
      deliver: (reading, found) => this.#deliver(reading, found),
    });
    return at;
  }

  #deliver({ member, before }: Reading, found: Found): void {
    const { index, path, algorithm, bytes, hexStart, hexEnd } = member;
    const { cache } = this.#how;
    const isCounted = this.#state[index] === HELD;
    const file = this.#folder + path;
    if (found.kind === 'proven') {
      this.#state[index] = PROVEN;
      const hex = decodeUtf8(bytes.subarray(hexStart, hexEnd));
      if (before !== null) cache.keep(path, file, before, { algorithm, hex });
    } else {
      this.#state[index] = FAILED;
      const row = this.#row[index] as number;
      const isDamaged = found.kind === 'different' && row >= 0 && before !== null && cache.isAsCached(row, file, before);
      this.#failed.set(index, { found, isDamaged });
      if (isDamaged) cache.rows?.suspect(row);
      else if (row >= 0) cache.rows?.drop(row);
    }
    if (!isCounted) this.#check.onMember?.();
  }

  report(): MembersReport {
    const tally = newTally(this.#lock.members);
    const hints: Hint[] = [];
    let notSelected = 0;
    for (let index = 0; index < this.#state.length; index++) {
      const state = this.#state[index];
      if (state === PROVEN) tally.verified++;
      else if (state === NOT_SELECTED) notSelected++;
      else if (state === HELD && !this.#isTooOld(index)) this.#judgeHeld(tally, index);
      else if (state === FAILED) this.#judgeFailed(tally, hints, index);
      else judgeNotChecked(tally, this.#member(index).path, this.#whyNotRead(index));
    }
    return finishReport(this.#lock, this.#check, { tally, hints, notSelected });
  }

  #judgeHeld(tally: MemberTally, index: number): void {
    const { least } = this.#how;
    if (isAtLeast('cached', least)) tally.weaker.cached++;
    else judgeUnread(tally, this.#member(index).path, 'cached', least);
  }

  #judgeFailed(tally: MemberTally, hints: Hint[], index: number): void {
    const { found, isDamaged } = this.#failed.get(index) as { readonly found: Found; readonly isDamaged: boolean };
    const member = this.#facts.of(this.#lock.members.entry(index));
    if (isDamaged && found.kind === 'different')
      tally.failures.addMember(index, { reason: 'SUSPECTED_DAMAGE', actual: found.bytesHash, actual_size: found.size });
    else judgeMember(tally, member, found, index);
    if (found.kind === 'missing') hints.push(...hintsFor(this.#check.root, member.path));
  }

  #whyNotRead(index: number): string {
    const readAt = this.#readAt(index);
    const last = isWritableInstant(readAt) ? `; last read ${formatInstant(new Date(readAt))}` : '';
    return `the time was up before it was read${last}`;
  }
}
