/**
 * Reads the files of a model as an OMS statement names them, and what else lies there. Whole files by SHA-256 or BLAKE3 are hashed by several
 * threads, as the members of a lock are.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { drain } from '#core/bytes/source';
import type { Found } from '#core/found';
import { CHANGED, errorCode, isMissing, osText, UnusableFile } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { withRegularFile } from '#disk/read/regular-file';
import { walk } from '#disk/walk/walk';
import { ANY_SIZE } from '#hashing/hash-file';
import { newHasher } from '#hashing/hashers';
import { openHashPool } from '#hashing/pool';
import { proveMembers } from '#hashing/prove-members';
import { newExclusion } from '../../oms/excluded.ts';
import { type ModelFile, WHOLE_MODEL } from '../../oms/files.ts';
import type { FoundFile, OtherEntry } from '../../oms/judge.ts';
import type { ModelHash, ModelStatement } from '../../oms/statement.ts';

export interface ModelTree {
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly others: readonly OtherEntry[];
}

export interface ModelPlace {
  readonly path: string;
  readonly isFolder: boolean;
  /** The signature itself, which is not part of the model. */
  readonly signature: string;
}

/** Throws the system's error where the folder itself cannot be read. */
export function readModelTree(statement: ModelStatement, { path, isFolder, signature }: ModelPlace): ModelTree {
  if (!isFolder) return { found: readFiles(statement, oneFile(statement.files, path)), others: otherThan(statement.files, path) };
  const root = exactRealPath(path);
  const isExcluded = newExclusion([...statement.ignoredPaths, ...pathBelow(root, signature)]);
  const listed = new Set(statement.files.map((file) => file.path));
  const there = new Map<string, string>();
  const others: OtherEntry[] = [];
  for (const entry of walk(root, { follow: statement.allowsLinks, prune: isExcluded })) {
    const { relativePath } = entry;
    if (isExcluded(relativePath)) continue;
    const problem = entry.kind === 'skip' ? entry.message : isBelow(root, entry.realPath) ? null : 'a link leads out of the folder';
    if (problem !== null) others.push({ path: relativePath, problem });
    else if (listed.has(relativePath)) there.set(relativePath, entry.kind === 'file' ? entry.realPath : '');
    // An empty file has no shards.
    else if (statement.shardSize === null || !isEmpty(join(root, relativePath))) others.push({ path: relativePath, problem: null });
  }
  return { found: readFiles(statement, there), others };
}

/** A model of one file is named by its base name, or `.` by the reference implementation. */
function oneFile(files: readonly ModelFile[], path: string): ReadonlyMap<string, string> {
  return new Map(files.filter((file) => isNameOf(file, path)).map((file) => [file.path, path]));
}

function otherThan(files: readonly ModelFile[], path: string): readonly OtherEntry[] {
  return files.some((file) => isNameOf(file, path)) ? [] : [{ path: basename(path), problem: null }];
}

function isNameOf(file: ModelFile, path: string): boolean {
  return file.path === WHOLE_MODEL || file.path === basename(path);
}

function pathBelow(root: string, file: string): readonly string[] {
  const real = exactRealPath(file);
  return isBelow(root, real) ? [real.slice(root.length + 1)] : [];
}

function isEmpty(path: string): boolean {
  try {
    return withRegularFile(path, { follow: true }, ({ size }) => size === 0);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** `there`: the path on disk for each path of the statement that was found. */
function readFiles(statement: ModelStatement, there: ReadonlyMap<string, string>): ReadonlyMap<string, FoundFile> {
  const { hash, shardSize, files } = statement;
  const present = files.filter(({ path }) => there.has(path));
  if (hash === 'blake2b' || shardSize !== null)
    return new Map(present.map((file) => [file.path, readShards(there.get(file.path) as string, file, { hash, shardSize })]));
  const found = new Map<string, FoundFile>();
  const pool = openHashPool({});
  const next = present[Symbol.iterator]();
  try {
    proveMembers<ModelFile>(pool, {
      next() {
        const { value: item } = next.next() as { value: ModelFile | undefined };
        if (item === undefined) return undefined;
        const path = there.get(item.path) as string;
        return {
          item,
          question: {
            path,
            algorithm: hash,
            expectedSize: ANY_SIZE,
            isKnownRegular: false,
            confine: null,
            copy: undefined,
            version: undefined,
          },
        };
      },
      isExpected: ({ digests }, hex) => digests[0] === hex,
      changed: CHANGED,
      deliver: (file, answer) => void found.set(file.path, foundBy(file, answer, hash)),
    });
  } finally {
    pool.close();
  }
  return found;
}

function foundBy({ digests }: ModelFile, answer: Found, hash: ModelHash): FoundFile {
  switch (answer.kind) {
    case 'proven':
      return { kind: 'same' };
    case 'different':
      return { kind: 'different', wanted: `${hash}:${digests[0]}`, found: answer.bytesHash };
    case 'missing':
      return { kind: 'missing' };
    case 'unreadable':
      return answer;
    default:
      return { kind: 'unreadable', error: 'not a regular file' };
  }
}

interface Digester {
  update(bytes: Uint8Array): void;
  digest(): string;
}

function digesterOf(hash: ModelHash): Digester {
  if (hash !== 'blake2b') return newHasher(hash);
  const hasher = createHash('blake2b512');
  return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('hex') };
}

/** Reads a file once, in pieces, and hashes each shard. */
function readShards(
  path: string,
  { digests: wanted, size }: ModelFile,
  { hash, shardSize }: Pick<ModelStatement, 'hash' | 'shardSize'>,
): FoundFile {
  const most = shardSize ?? Number.POSITIVE_INFINITY;
  const digests: string[] = [];
  let [hasher, held] = [digesterOf(hash), 0];
  const feed = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) {
      const count = Math.min(bytes.length - at, most - held);
      hasher.update(bytes.subarray(at, at + count));
      [at, held] = [at + count, held + count];
      if (held < most) continue;
      digests.push(hasher.digest());
      [hasher, held] = [digesterOf(hash), 0];
    }
  };
  try {
    const length = withRegularFile(path, { follow: true }, (file) => {
      if (size !== null && size !== file.size) return file.size;
      const { source, isWhole } = file.read(feed);
      drain(source);
      if (!isWhole()) throw new UnusableFile(CHANGED);
      return file.size;
    });
    if (size !== null && length !== size) return { kind: 'different', wanted: `${size} bytes`, found: `${length} bytes` };
    if (held > 0 || digests.length === 0) digests.push(hasher.digest());
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return isMissing(error) ? { kind: 'missing' } : { kind: 'unreadable', error: osText(error) };
  }
  const at = wanted.findIndex((digest, index) => digest !== digests[index]);
  return at < 0 && wanted.length === digests.length
    ? { kind: 'same' }
    : { kind: 'different', wanted: `${hash}:${wanted[at]}`, found: `${hash}:${digests[at] ?? ''}` };
}
