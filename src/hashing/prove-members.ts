/**
 * The only code that verifies members: do the files on disk agree with these rows of path, size and digest? Locks, packs and stores of
 * packs use it. Each row is answered once, in the order of the rows.
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
  /** A directory listing shows a regular file at this path. Only then is a copy made. */
  readonly isListed: boolean;
  /** A link is not accepted as a file, wherever it leads. */
  readonly refusesLinks?: boolean;
  /** The real path of a folder that links must not leave. */
  readonly confine?: string | null;
  /** A file that receives a copy of the bytes. */
  readonly copy?: CopyOrder | undefined;
  /** The version whose open schema a short document is validated against. */
  readonly version?: string | undefined;
}

export interface Proving<T> {
  /** Returns the next member. A member without a row is known not to be a regular file. */
  next(): { readonly item: T; readonly row: MemberRow | null } | undefined;
  isExpected(item: T, hex: string): boolean;
  /** `keepsSchema`: the file is a proven document and conforms to its open schema. */
  deliver(item: T, found: Found, keepsSchema: boolean): void;
  /** The refusal for a copy that cannot be written. */
  unwritable?(error: string): Error;
  /** The error text for a file that changes while it is read. */
  readonly changed: string;
}

/** The system's errors for a missing file, and for a link. The errno of an answer is negative. */
const MISSING_ERRNOS = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const IS_LINK = -constants.errno.ELOOP;

interface AskedMember<T> {
  readonly item: T;
  readonly row: MemberRow;
}

export function proveMembers<T>(pool: HashPool, proving: Proving<T>): void {
  const careful = new FileHasher();
  const next = (): { item: AskedMember<T>; question: FileQuestion | null } | undefined => {
    const member = proving.next();
    if (member === undefined) return undefined;
    const { item, row } = member;
    return row === null
      ? { item: member as AskedMember<T>, question: null }
      : { item: { item, row }, question: row.isListed ? questionOf(row) : carefulQuestion(row) };
  };
  pool.hash(next, ({ item, row }, answer) => {
    if (answer === null) return proving.deliver(item, NOT_REGULAR_FILE, false);
    if (answer.status === UNWRITABLE && proving.unwritable !== undefined) throw proving.unwritable(osTextOfErrno(answer.errno));
    const isProven = answer.status === HASHED && proving.isExpected(item, answer.hex);
    if (isProven) return proving.deliver(item, { kind: 'proven', size: answer.size }, answer.keepsSchema === true);
    const final = isFinal(row, answer) ? answer : askAgain(careful, carefulQuestion(row));
    proving.deliver(item, foundFrom(proving, { item, row }, final), false);
  });
}

/**
 * A short file that is listed is read without a stat first, because its hash proves it. If the hash is another one, a careful question
 * finds out why. A file that changed while it was read is not read again (C8).
 */
function isFinal({ isListed }: MemberRow, { status, size }: Answer): boolean {
  return !isListed || status === CHANGED_DURING_READ || (status === HASHED && size > BUFFER);
}

function questionOf({ path, algorithm, size, confine = null, copy, version }: MemberRow): FileQuestion {
  return { path, algorithm, expectedSize: size ?? PROVEN_BY_HASH, isKnownRegular: true, confine, copy, version };
}

/** A question that begins with stat or fstat. It makes no copy: only a proven file is copied. */
function carefulQuestion({ path, algorithm, size, confine = null, refusesLinks = false }: MemberRow): FileQuestion {
  return { path, algorithm, expectedSize: size ?? ANY_SIZE, isKnownRegular: refusesLinks, confine };
}

function askAgain(hasher: FileHasher, question: FileQuestion): Answer {
  const status = hasher.ask(question);
  return { status, size: hasher.size, errno: hasher.errno, hex: hasher.hex };
}

function foundFrom<T>({ isExpected, changed }: Proving<T>, { item, row }: AskedMember<T>, { status, size, errno, hex }: Answer): Found {
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
      if (MISSING_ERRNOS.has(errno)) return MISSING;
      if (row.refusesLinks === true && errno === IS_LINK) return NOT_REGULAR_FILE;
      return { kind: 'unreadable', error: osTextOfErrno(errno) };
  }
}
