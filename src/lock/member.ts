/**
 * One entry of `members`, in canonical form: `{"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201}`. Members that a
 * lock must not contain are found here. The checks run in the order of lock.md.
 */
import type { ByteWriter } from '#core/bytes/writer';
import { algorithmOf, hasKnownAlgorithm } from '#core/digest';
import { FieldReader } from '#core/json/fields';
import { isPlainRelPath, parseRelPath, UnsafePath } from '#core/path/rel-path';
import type { Algorithm } from '#core/ports';
import type { EntryTable } from './entry-table.ts';
import { isKnownHash } from './known-hash.ts';

export type MemberProblem =
  | { readonly kind: 'type'; readonly error: string }
  | { readonly kind: 'missing'; readonly fields: readonly string[] }
  | { readonly kind: 'path'; readonly index: number; readonly path: string; readonly error: string }
  | { readonly kind: 'algorithm'; readonly path: string; readonly algorithm: string };

export interface Member {
  readonly path: string;
  readonly bytesHash: string;
  readonly size: number | bigint;
}

const BYTES_HASH = 0;
const PATH = 1;
const SIZE = 2;
const NAMES = ['bytes_hash', 'path', 'size'];

export class MemberReader {
  readonly #fields = new FieldReader(NAMES);
  problem: MemberProblem | null = null;
  /** The position of the quoted path of the last member that was read, inside its entry. Both are 0 if it has no path. */
  pathStart = 0;
  pathEnd = 0;

  /** Validates a canonical entry. Only the first problem among all entries is kept. */
  read(entry: ByteWriter, index: number): void {
    const fields = this.#fields;
    fields.read(entry.bytes, 0, entry.length);
    const hasPath = fields.isObject && fields.isString(PATH);
    this.pathStart = hasPath ? fields.start(PATH) : 0;
    this.pathEnd = hasPath ? fields.end(PATH) : 0;
    if (this.problem === null && !this.#isSurelyGood()) this.problem = this.#findProblem(index);
  }

  /**
   * Reads the member at `pos` if it has the same layout as the member before it. Such a member is canonical without further checks. Returns
   * where it ends, or -1; then the caller uses `read`.
   */
  readAlike(bytes: Uint8Array, pos: number, end: number): number {
    const fields = this.#fields;
    const behind = fields.readAlike(bytes, pos, end);
    if (behind < 0 || this.problem !== null || !this.#isSurelyGood()) return -1;
    this.pathStart = fields.start(PATH) - pos;
    this.pathEnd = fields.end(PATH) - pos;
    return behind;
  }

  /** Accepts the common case without creating strings. */
  #isSurelyGood(): boolean {
    const fields = this.#fields;
    if (!fields.isObject || !fields.isString(PATH) || !fields.isString(BYTES_HASH) || !fields.isShortCount(SIZE)) return false;
    if (!isKnownHash(fields.bytes, fields.start(BYTES_HASH))) return false;
    return !fields.hasEscape(PATH) && isPlainRelPath(fields.bytes, fields.start(PATH) + 1, fields.end(PATH) - 1);
  }

  #findProblem(index: number): MemberProblem | null {
    const fields = this.#fields;
    if (!fields.isObject) return { kind: 'type', error: `members[${index}] must be an object` };
    const [path, bytesHash, size] = [fields.value(PATH), fields.value(BYTES_HASH), fields.value(SIZE)];
    const missing = Object.entries({ path, bytes_hash: bytesHash, size })
      .filter(([, value]) => value === undefined || value === null || value === '')
      .map(([name]) => `members[${index}].${name}`);
    if (path !== undefined && path !== null && typeof path !== 'string')
      return { kind: 'type', error: `members[${index}].path must be a string` };
    if (bytesHash !== undefined && bytesHash !== null && typeof bytesHash !== 'string') {
      return { kind: 'type', error: `members[${index}].bytes_hash must be a string` };
    }
    const isSize = (typeof size === 'number' && size >= 0) || (typeof size === 'bigint' && size >= 0n);
    if (size !== undefined && size !== null && size !== '' && !isSize)
      return { kind: 'type', error: `members[${index}].size must be a u64` };
    if (missing.length > 0) return { kind: 'missing', fields: missing };
    return pathProblem(path as string, index) ?? algorithmProblem(path as string, bytesHash as string);
  }
}

function pathProblem(path: string, index: number): MemberProblem | null {
  try {
    parseRelPath(path);
    return null;
  } catch (error) {
    if (!(error instanceof UnsafePath)) throw error;
    return { kind: 'path', index, path, error: error.message };
  }
}

function algorithmProblem(path: string, bytesHash: string): MemberProblem | null {
  return hasKnownAlgorithm(bytesHash) ? null : { kind: 'algorithm', path, algorithm: algorithmOf(bytesHash) };
}

/** Reads the facts of a member that was accepted. */
export class MemberFacts {
  readonly #fields = new FieldReader(NAMES);

  of(entry: Uint8Array): Member {
    this.#fields.readCanonical(entry, 0, entry.length);
    return { path: this.#fields.text(PATH), bytesHash: this.#fields.text(BYTES_HASH), size: this.#size() };
  }

  /** Does the same, but leaves the hash in the bytes of the lock until it is needed. */
  pinned(members: EntryTable, index: number): PinnedMember {
    const fields = this.#fields;
    members.read(index, fields);
    const hashStart = fields.start(BYTES_HASH) + 1;
    return {
      path: fields.text(PATH),
      size: this.#size(),
      algorithm: fields.bytes[hashStart] === 0x73 ? 'sha256' : 'blake3',
      index,
      bytes: fields.bytes,
      hexStart: hashStart + 'sha256:'.length,
      hexEnd: fields.hasEscape(BYTES_HASH) ? hashStart : fields.end(BYTES_HASH) - 1,
    };
  }

  #size(): number | bigint {
    return this.#fields.integer(SIZE) as number | bigint;
  }
}

/** A member for verification. Nearly all hashes are found equal, so they are compared where they are and not copied into strings. */
export interface PinnedMember {
  readonly path: string;
  readonly size: number | bigint;
  readonly algorithm: Algorithm;
  /** Its number in the lock. */
  readonly index: number;
  /** The hex digits of the hash are in `bytes[hexStart..hexEnd)`. */
  readonly bytes: Uint8Array;
  readonly hexStart: number;
  readonly hexEnd: number;
}

export function hasHex({ bytes, hexStart, hexEnd }: PinnedMember, hex: string): boolean {
  if (hexEnd - hexStart !== hex.length) return false;
  for (let i = 0; i < hex.length; i++) if (bytes[hexStart + i] !== hex.charCodeAt(i)) return false;
  return true;
}
