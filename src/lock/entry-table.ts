/**
 * The members or the skips of a lock. Each entry is stored as its canonical bytes, outside the JavaScript heap, with the position of its
 * path. Ten million entries need their own size plus 24 bytes each.
 *
 *     {"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201},     one entry, stored with the comma after it
 */
import { ByteWriter } from '#core/bytes/writer';
import { FieldReader } from '#core/json/fields';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { PagedRows, rowAt } from '#core/paged-rows';
import { joinRuns } from './entries/join-runs.ts';
import { valuesInOrder } from './entries/sorted-entries.ts';
import { compareRuns, textOfPath } from './entry-path.ts';
import { type Paths, pathOrder } from './path-order.ts';

/** The columns of a row. */
const CHUNK = 0;
const START = 1;
const LENGTH = 2;
const PATH_START = 3;
const PATH_END = 4;
const LINE = 5;

const FIRST_CHUNK = 1 << 20;
const MAX_CHUNK_SIZE = 1 << 26;
/** The first 13 chunks hold about half a gigabyte: chunk sizes double up to the largest size. */
const KEPT_CHUNKS = 13;

export class EntryTable {
  readonly #chunks: Uint8Array[] = [];
  /** The number of bytes used in each chunk except the last. */
  readonly #used: number[] = [];
  #current = new Uint8Array(0);
  #filled = 0;
  readonly #rows = new PagedRows();
  readonly #scratch = new ByteWriter();
  readonly #pathReader = new FieldReader(['path']);
  #isAscending = true;
  #order: Uint32Array | null = null;
  /** False once it is known that all paths are different. */
  #mayRepeat = true;
  /** The bytes in path order, unless they are too large to keep. They are needed twice: to compute the hash and to write the file. */
  #gathered: Uint8Array[] | null = null;
  readonly inOrder = (): Iterable<JsonObject> => valuesInOrder(this);

  get count(): number {
    return this.#rows.length;
  }

  /** True if all entries were appended in strictly ascending path order. Then no sorting is needed and there are no duplicates. */
  get isAscending(): boolean {
    return this.#isAscending;
  }

  /**
   * Appends the entry in `entry` (without a comma). `pathStart` and `pathEnd` are the positions in it where the quoted path starts and
   * ends. `line` is the line of the input that the entry came from, for messages.
   */
  append(entry: ByteWriter, pathStart: number, pathEnd: number, line: number): void {
    this.appendRange(entry.bytes, 0, entry.length, pathStart, pathEnd, line);
  }

  /** Does the same for an entry in `from[begin..end)`. The positions of the path are relative to `begin`. */
  appendRange(from: Uint8Array, begin: number, end: number, pathStart: number, pathEnd: number, line: number): void {
    const length = end - begin;
    if (this.#filled + length >= this.#current.length) this.#addChunk(length + 1);
    const start = this.#filled;
    this.#current.set(from.subarray(begin, end), start);
    this.#current[start + length] = 0x2c;
    this.#filled = start + length + 1;
    this.#addRow(start, length, pathStart, pathEnd, line);
  }

  /**
   * Appends `count` adjacent entries of `from[begin..end)`, each with its comma. `places` has four numbers for each: where the entry starts
   * and ends (relative to `begin`), and where its path starts and ends (relative to the entry). The line of an entry is its index.
   */
  appendRun(from: Uint8Array, begin: number, end: number, places: Int32Array, count: number): void {
    const length = end - begin;
    if (this.#filled + length > this.#current.length) this.#addChunk(length);
    const start = this.#filled;
    this.#current.set(from.subarray(begin, end), start);
    this.#filled = start + length;
    for (let i = 0; i < count * 4; i += 4) {
      const at = places[i] as number;
      this.#addRow(start + at, (places[i + 1] as number) - at, places[i + 2] as number, places[i + 3] as number, this.count);
    }
  }

  #addRow(start: number, length: number, pathStart: number, pathEnd: number, line: number): void {
    const at = rowAt(this.#rows.length);
    const page = this.#rows.push();
    page[at + CHUNK] = this.#chunks.length - 1;
    page[at + START] = start;
    page[at + LENGTH] = length;
    page[at + PATH_START] = start + pathStart;
    page[at + PATH_END] = start + pathEnd;
    page[at + LINE] = line;
    const last = this.count - 1;
    if (this.#isAscending && last > 0 && this.#compare(last - 1, last) >= 0) this.#isAscending = false;
  }

  /** Appends an entry that is given as a value. */
  appendValue(value: JsonObject & { readonly path: string }): void {
    const entry = this.#scratch;
    entry.length = 0;
    entry.text(formatSpine(value));
    this.#pathReader.read(entry.bytes, 0, entry.length);
    this.append(entry, this.#pathReader.start(0), this.#pathReader.end(0), this.count);
  }

  #addChunk(atLeast: number): void {
    if (this.#chunks.length > 0) this.#used.push(this.#filled);
    const size = Math.max(FIRST_CHUNK, Math.min(this.#current.length * 2, MAX_CHUNK_SIZE), atLeast);
    this.#current = new Uint8Array(size);
    this.#filled = 0;
    this.#chunks.push(this.#current);
  }

  #cell(index: number, cell: number): number {
    return this.#rows.page(index)[rowAt(index) + cell] as number;
  }

  #chunk(index: number): Uint8Array {
    return this.#chunks[this.#cell(index, CHUNK)] as Uint8Array;
  }

  /** Returns the canonical bytes of an entry, as a view and not as a copy. The comma after it is `1` byte more. */
  entry(index: number, more: 0 | 1 = 0): Uint8Array {
    const start = this.#cell(index, START);
    return this.#chunk(index).subarray(start, start + this.#cell(index, LENGTH) + more);
  }

  /** Reads the fields of an entry where it is: a view would be one more object for each member. */
  read(index: number, fields: FieldReader): void {
    const start = this.#cell(index, START);
    fields.readCanonical(this.#chunk(index), start, start + this.#cell(index, LENGTH));
  }

  value(index: number): JsonObject {
    return parseJson(this.entry(index)) as JsonObject;
  }

  path(index: number): string {
    return textOfPath({ bytes: this.#chunk(index), start: this.#cell(index, PATH_START), end: this.#cell(index, PATH_END) });
  }

  line(index: number): number {
    return this.#cell(index, LINE);
  }

  #compare(a: number, b: number): number {
    const aPage = this.#rows.page(a);
    const bPage = this.#rows.page(b);
    const aRow = rowAt(a);
    const bRow = rowAt(b);
    return compareRuns(
      this.#chunks[aPage[aRow + CHUNK] as number] as Uint8Array,
      aPage[aRow + PATH_START] as number,
      aPage[aRow + PATH_END] as number,
      this.#chunks[bPage[bRow + CHUNK] as number] as Uint8Array,
      bPage[bRow + PATH_START] as number,
      bPage[bRow + PATH_END] as number,
    );
  }

  /** The indices of the entries, sorted by path in byte order. Equal paths keep the order in which they were appended. */
  order(): Uint32Array {
    this.#order ??= this.#findOrder();
    return this.#order;
  }

  #findOrder(): Uint32Array {
    if (this.#hasEscape()) return Uint32Array.from({ length: this.count }, (_, index) => index).sort((a, b) => this.#compare(a, b));
    const { order, hasEqual } = pathOrder(this.#paths());
    this.#mayRepeat = hasEqual;
    return order;
  }

  /** Whether any path contains an escape. Then its bytes do not sort like the path itself. */
  #hasEscape(): boolean {
    for (let index = 0; index < this.count; index++) {
      const bytes = this.#chunk(index);
      const end = this.#cell(index, PATH_END);
      for (let i = this.#cell(index, PATH_START); i < end; i++) if (bytes[i] === 0x5c) return true;
    }
    return false;
  }

  /** The paths, without their quotes. */
  #paths(): Paths {
    return {
      count: this.count,
      bytes: (index) => this.#chunk(index),
      start: (index) => this.#cell(index, PATH_START) + 1,
      end: (index) => this.#cell(index, PATH_END) - 1,
    };
  }

  /** The index of the first entry that sorts before its predecessor. */
  firstDescent(): number {
    let index = 1;
    while (index < this.count && this.#compare(index - 1, index) <= 0) index++;
    return index;
  }

  /** Returns the indices of two entries with the same path, or null. Of several pairs, the second line of this one comes first. */
  firstDuplicate(): { first: number; second: number } | null {
    if (this.#isAscending) return null;
    const order = this.order();
    if (!this.#mayRepeat) return null;
    let found: { first: number; second: number } | null = null;
    for (let i = 1; i < order.length; i++) {
      const first = order[i - 1] as number;
      const second = order[i] as number;
      if (this.#compare(first, second) !== 0) continue;
      if (found === null || this.line(second) < this.line(found.second)) found = { first, second };
    }
    return found;
  }

  /** Writes the entries in path order, separated by commas, in large pieces. */
  emitSorted(emit: (bytes: Uint8Array) => void): void {
    if (this.#isAscending) this.emitAsAppended(emit);
    else this.#emitGathered(emit);
  }

  /** Does the same in the order in which the entries were appended. */
  emitAsAppended(emit: (bytes: Uint8Array) => void): void {
    const last = this.#chunks.length - 1;
    for (let i = 0; i <= last; i++) {
      const end = i === last ? this.#filled - 1 : (this.#used[i] as number);
      emit((this.#chunks[i] as Uint8Array).subarray(0, end));
    }
  }

  #emitGathered(emit: (bytes: Uint8Array) => void): void {
    if (this.#gathered !== null) return this.#gathered.forEach(emit);
    const kept: Uint8Array[] | null = this.#chunks.length <= KEPT_CHUNKS ? [] : null;
    const order = this.order();
    const entryAt = (place: number): Uint8Array => this.entry(order[place] as number, place === order.length - 1 ? 0 : 1);
    joinRuns(order.length, entryAt, kept === null, (run) => {
      kept?.push(run);
      emit(run);
    });
    this.#gathered = kept;
  }
}
