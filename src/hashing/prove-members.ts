/**
 * The one prover of members: are these rows of path, size and digest what lies there? Locks, packs and stores of packs ask it, and each row
 * is answered once, in the order asked.
 *
 *     proveMembers(pool, {
 *       next: () => ({ item: member, row: { path: '/data/a.csv', algorithm: 'sha256', size: 812, isListed: true } }),
 *       isExpected: (member, hex) => member.hex === hex,
 *       deliver: (member, found) => …        { kind: 'proven', size: 812 }
 *     });
 */
import { constants } from 'node:os';
import { type Found, MISSING, NOT_REGULAR as NOT_REGULAR_FILE } from '#core/found';
import type { Algorithm } from '#core/ports';
import { osTextOfErrno } from '#disk/os-error';
import {
  ANY_SIZE,
  BUFFER,
  CHANGED_DURING_READ,
  type CopyOrder,
  FileHasher,
  type FileQuestion,
  HASHED,
  NOT_REGULAR,
  OUTSIDE,
  PROVEN_BY_HASH,
  SIZE_DIFFERS,
  UNWRITABLE,
} from './hash-file.ts';
import type { Answer, HashPool } from './pool.ts';

export interface MemberRow {
  /** Absolute. */
  readonly path: string;
  readonly algorithm: Algorithm;
  /** Null where only the digest is known. */
  readonly size: number | null;
  /** A listing said that a regular file lies there; only of such a one a copy is made. */
  readonly isListed: boolean;
  /** A link is no file, wherever it leads. */
  readonly refusesLinks?: boolean;
  /** The real path of a folder that links must not leave. */
  readonly confine?: string | null;
  /** Where the bytes go as well. */
  readonly copy?: CopyOrder | undefined;
  /** Of a document whose open schema is to be kept, if it is short. */
  readonly version?: string | undefined;
}

export interface Proving<T> {
  /** The next member; one without a row is known to be no regular file. */
  next(): { readonly item: T; readonly row: MemberRow | null } | undefined;
  isExpected(item: T, hex: string): boolean;
  /** `keepsSchema` of a proven document that was found to keep the open schema. */
  deliver(item: T, found: Found, keepsSchema: boolean): void;
  /** The refusal where a copy cannot be written. */
  unwritable?(error: string): Error;
  /** What a file that changes while it is read is called. */
  readonly changed: string;
}

/** What the system says where nothing lies, and where a link does; an answer's errno is negative. */
const GONE = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const IS_LINK = -constants.errno.ELOOP;

interface Asked<T> {
  readonly item: T;
  readonly row: MemberRow;
}

export function proveMembers<T>(pool: HashPool, proving: Proving<T>): void {
  const careful = new FileHasher();
  const next = (): { item: Asked<T>; question: FileQuestion | null } | undefined => {
    const member = proving.next();
    if (member === undefined) return undefined;
    const { item, row } = member;
    return row === null
      ? { item: member as Asked<T>, question: null }
      : { item: { item, row }, question: row.isListed ? questionOf(row) : carefulQuestion(row) };
  };
  pool.hash(next, ({ item, row }, answer) => {
    if (answer === null) return proving.deliver(item, NOT_REGULAR_FILE, false);
    if (answer.status === UNWRITABLE && proving.unwritable !== undefined) throw proving.unwritable(osTextOfErrno(answer.errno));
    const isProven = answer.status === HASHED && proving.isExpected(item, answer.hex);
    if (isProven) return proving.deliver(item, { kind: 'proven', size: answer.size }, answer.keepsSchema === true);
    const settled = isSettled(row, answer) ? answer : askAgain(careful, carefulQuestion(row));
    proving.deliver(item, foundFrom(proving, { item, row }, settled), false);
  });
}

/** A short file that is listed is read without a look at it first, for its hash proves it; where it does not, a careful question says why. */
function isSettled({ isListed }: MemberRow, { status, size }: Answer): boolean {
  return !isListed || (status === HASHED && size > BUFFER);
}

function questionOf({ path, algorithm, size, confine = null, copy, version }: MemberRow): FileQuestion {
  return { path, algorithm, expectedSize: size ?? PROVEN_BY_HASH, isKnownRegular: true, confine, copy, version };
}

/** By stat or fstat first; without the copy, which only a proven file has. */
function carefulQuestion({ path, algorithm, size, confine = null, refusesLinks = false }: MemberRow): FileQuestion {
  return { path, algorithm, expectedSize: size ?? ANY_SIZE, isKnownRegular: refusesLinks, confine };
}

function askAgain(hasher: FileHasher, question: FileQuestion): Answer {
  const status = hasher.ask(question);
  return { status, size: hasher.size, errno: hasher.errno, hex: hasher.hex };
}

function foundFrom<T>({ isExpected, changed }: Proving<T>, { item, row }: Asked<T>, { status, size, errno, hex }: Answer): Found {
  switch (status) {
    case HASHED:
      return isExpected(item, hex) ? { kind: 'proven', size } : { kind: 'different', bytesHash: `${row.algorithm}:${hex}`, size };
    case NOT_REGULAR:
      return NOT_REGULAR_FILE;
    case SIZE_DIFFERS:
      return { kind: 'other size', size };
    case CHANGED_DURING_READ:
      return { kind: 'unreadable', error: changed };
    case OUTSIDE:
      return { kind: 'unreadable', error: 'a link leads out of the root' };
    default:
      if (GONE.has(errno)) return MISSING;
      if (row.refusesLinks === true && errno === IS_LINK) return NOT_REGULAR_FILE;
      return { kind: 'unreadable', error: osTextOfErrno(errno) };
  }
}
