/**
 * The only code that verifies members: do the files on disk agree with the sizes and digests that a document names for them? Locks and packs
 * use it. Each member is answered once, in the order of the members.
 *
 *     proveMembers(pool, {
 *       next: () => ({ item: member, question: listedFile('/data/a.csv', { algorithm: 'sha256' }) }),
 *       isExpected: (member, hex) => member.hex === hex,
 *       deliver: (member, found) => …        { kind: 'proven', size: 812 }
 *     });
 */
import { constants } from 'node:os';
import { type Found, MISSING, NOT_REGULAR as NOT_REGULAR_FILE } from '#core/found';
import { osTextOfErrno } from '#disk/os-error';
import {
  ANY_SIZE,
  BUFFER,
  CHANGED_DURING_READ,
  type CopyFacts,
  FileHasher,
  type FileQuestion,
  HASHED,
  NOT_REGULAR,
  OUTSIDE,
  PROVEN_BY_HASH,
  SIZE_DIFFERS,
  UNWRITABLE,
} from './hash-file.ts';
import type { Answer, HashPool, NextHashItem } from './pool.ts';

/** What else happened in the read that proved a file. */
export interface ProvenRead {
  /** It conforms to the open schema of the version that was asked for. */
  readonly keepsSchema?: boolean;
  /** Its bytes were copied. */
  readonly copied?: CopyFacts | undefined;
}

export interface Proving<T> {
  /**
   * Returns the next member with the question about its file. A member without a question is known not to be a regular file.
   */
  readonly next: NextHashItem<T>;
  isExpected(item: T, hex: string): boolean;
  /** `read` is null where the file is not proven by the one read that the question asked for. */
  deliver(item: T, found: Found, read: ProvenRead | null): void;
  /** The refusal for a copy that cannot be written. */
  unwritable?(error: string): Error;
  /** The error text for a file that changes while it is read. */
  readonly changed: string;
}

/** The system's errors for a missing file, and for a link. The errno of an answer is negative. */
const MISSING_ERRNOS = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const IS_LINK = -constants.errno.ELOOP;

/**
 * A question about a file that a directory listing shows as regular, and of which only the digest is known. A short file is read without a
 * stat first, because its hash proves it. A link is not accepted as a file.
 */
export function listedFile(path: string, { algorithm, copy, version }: Pick<FileQuestion, 'algorithm' | 'copy' | 'version'>): FileQuestion {
  return { path, algorithm, expectedSize: PROVEN_BY_HASH, isKnownRegular: true, confine: null, copy, version };
}

export function proveMembers<T>(pool: HashPool, proving: Proving<T>): void {
  let careful: FileHasher | undefined;
  pool.hash(proving.next, (item, answer, question) => {
    if (answer === null) return proving.deliver(item, NOT_REGULAR_FILE, null);
    if (answer.status === HASHED && proving.isExpected(item, answer.hex))
      return proving.deliver(item, { kind: 'proven', size: answer.size }, answer);
    if (answer.status === UNWRITABLE && proving.unwritable !== undefined) throw proving.unwritable(osTextOfErrno(answer.errno));
    const asked = question();
    if (isFinal(asked, answer)) return proving.deliver(item, foundFrom(proving, item, asked, answer), null);
    const again = carefully(asked);
    proving.deliver(item, foundFrom(proving, item, again, ask((careful ??= new FileHasher()), again)), null);
  });
}

/** If the hash of a listed file is another one, a careful question finds out why. A file that changed while it was read is not read again (C8). */
function isFinal({ isKnownRegular }: FileQuestion, { status, size }: Answer): boolean {
  return !isKnownRegular || status === CHANGED_DURING_READ || (status === HASHED && size > BUFFER);
}

/**
 * The question that begins with a look at the file: `fstat` where no link is accepted, `stat` where the size is known too. It makes no copy:
 * only a proven file is copied.
 */
function carefully({ path, algorithm, confine, expectedSize }: FileQuestion): FileQuestion {
  if (expectedSize === PROVEN_BY_HASH) return { path, algorithm, confine, expectedSize: ANY_SIZE, isKnownRegular: true };
  return { path, algorithm, confine, expectedSize, isKnownRegular: false };
}

function ask(hasher: FileHasher, question: FileQuestion): Answer {
  const status = hasher.ask(question);
  return { status, size: hasher.size, errno: hasher.errno, hex: hasher.hex };
}

function foundFrom<T>({ isExpected, changed }: Proving<T>, item: T, question: FileQuestion, { status, size, errno, hex }: Answer): Found {
  switch (status) {
    case HASHED:
      return isExpected(item, hex) ? { kind: 'proven', size } : { kind: 'different', bytesHash: `${question.algorithm}:${hex}`, size };
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
      if (question.isKnownRegular && errno === IS_LINK) return NOT_REGULAR_FILE;
      return { kind: 'unreadable', error: osTextOfErrno(errno) };
  }
}
