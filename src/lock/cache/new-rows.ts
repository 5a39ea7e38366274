/**
 * The rows for files that were read now, and the cache that they make together with the rows from before.
 *
 *     const fresh = new NewRows();
 *     fresh.add('data/a.csv', { stamps, readAt: 1_768_473_000_000, algorithm: 'sha256', hex: '7d86…' });
 *     fresh.emit(before, { binding, oldest, newHasher }, write);
 */
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { ALGORITHMS } from '#core/digest';
import type { Algorithm, NewHasher } from '#core/ports';
import { ALGORITHM_WORD, BINDING_AT, HASH, HASH_WORD, HEAD, MAGIC, MAX_BYTES, PATH_END_WORD, READ_AT_WORD, ROW, STAMPS } from './layout.ts';
import type { CacheRows } from './rows.ts';

export interface NewRow {
  /** Device, inode, size, mtime and ctime. */
  readonly stamps: BigInt64Array;
  readonly readAt: number;
  readonly algorithm: Algorithm;
  readonly hex: string;
}

export interface CacheHead {
  /** 64 hex digits. */
  readonly binding: string;
  /** Rows that were read before this moment are left out. */
  readonly oldest: number;
  readonly newHasher: NewHasher;
}

type Emit = (bytes: Uint8Array) => void;

/** How many rows are written at once. */
const RUN = 4096;

export class NewRows {
  readonly #rows = new ByteWriter(1 << 16);
  readonly #paths: string[] = [];
  readonly #row = new ArrayBuffer(ROW);
  readonly #stamps = new BigInt64Array(this.#row, 0, STAMPS);
  readonly #double = new Float64Array(this.#row);
  readonly #words = new Uint32Array(this.#row);
  readonly #bytes = new Uint8Array(this.#row);

  get count(): number {
    return this.#paths.length;
  }

  add(path: string, { stamps, readAt, algorithm, hex }: NewRow): void {
    this.#stamps.set(stamps);
    this.#double[READ_AT_WORD / 2] = readAt;
    for (let i = 0; i < HASH; i++) this.#bytes[HASH_WORD * 4 + i] = (halfAt(hex, 2 * i) << 4) | halfAt(hex, 2 * i + 1);
    this.#words[ALGORITHM_WORD] = ALGORITHMS.indexOf(algorithm);
    this.#rows.copy(this.#bytes, 0, ROW);
    this.#paths.push(path);
  }

  /** Returns false, and writes nothing, if the cache would be too long. */
  emit(before: CacheRows | null, { binding, oldest, newHasher }: CacheHead, emit: Emit): boolean {
    const merged = this.#merge(before, oldest);
    const paths = new ByteWriter(1 << 16);
    const ends = merged.map((code) => {
      const path = code < 0 ? encodeUtf8(this.#paths[~code] as string) : (before as CacheRows).pathBytes(code);
      paths.copy(path, 0, path.length);
      return paths.length;
    });
    if (HEAD + merged.length * ROW + paths.length + HASH > MAX_BYTES) return false;
    const hasher = newHasher('sha256');
    const hashed = (bytes: Uint8Array): void => {
      hasher.update(bytes);
      emit(bytes);
    };
    hashed(headOf(merged.length, paths.length, binding));
    const run = new Uint8Array(RUN * ROW);
    const words = new Uint32Array(run.buffer);
    for (let start = 0; start < merged.length; start += RUN) {
      const count = Math.min(RUN, merged.length - start);
      for (let i = 0; i < count; i++) {
        const code = merged[start + i] as number;
        run.set(code < 0 ? this.#rows.bytes.subarray(~code * ROW, (~code + 1) * ROW) : (before as CacheRows).row(code), i * ROW);
        words[(i * ROW) / 4 + PATH_END_WORD] = ends[start + i] as number;
      }
      hashed(run.subarray(0, count * ROW));
    }
    hashed(paths.view());
    emit(bytesOf(hasher.digest()));
    return true;
  }

  /** The rows by path: the number of a row from before, or that of a new one as its complement. A file that was read now replaces its row. */
  #merge(before: CacheRows | null, oldest: number): Int32Array {
    const paths = this.#paths;
    const fresh = this.#byPath();
    const merged = new Int32Array(fresh.length + (before?.count ?? 0));
    let [next, count] = [0, 0];
    for (let row = 0; before !== null && row < before.count; row++) {
      const path = before.isDropped(row) || !(before.readAt(row) >= oldest) ? '' : before.path(row);
      if (path === '') continue;
      while (next < fresh.length && compareUtf8(paths[fresh[next] as number] as string, path) < 0)
        merged[count++] = ~(fresh[next++] as number);
      if (next === fresh.length || paths[fresh[next] as number] !== path) merged[count++] = row;
    }
    while (next < fresh.length) merged[count++] = ~(fresh[next++] as number);
    return merged.subarray(0, count);
  }

  /** The new rows are usually in order already. */
  #byPath(): Uint32Array {
    const paths = this.#paths;
    const order = new Uint32Array(paths.length);
    for (let at = 0; at < order.length; at++) order[at] = at;
    const isSorted = paths.every((path, at) => at === 0 || compareUtf8(paths[at - 1] as string, path) < 0);
    return isSorted ? order : order.sort((a, b) => compareUtf8(paths[a] as string, paths[b] as string));
  }
}

function headOf(rows: number, paths: number, binding: string): Uint8Array {
  const head = new Uint8Array(HEAD);
  head.set(encodeUtf8(MAGIC));
  new Uint32Array(head.buffer, MAGIC.length, 2).set([rows, paths]);
  head.set(bytesOf(binding), BINDING_AT);
  return head;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => (halfAt(hex, 2 * at) << 4) | halfAt(hex, 2 * at + 1));
}

/** The value of a hex digit. */
function halfAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
