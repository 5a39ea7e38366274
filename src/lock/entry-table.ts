/**
 * The members or the skips of a lock: each entry is kept as its canonical bytes, outside the engine's heap, and found again by its
 * path. Ten million entries take their own size and 24 bytes each.
 *
 *     {"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201},     one entry, with the comma that follows it
 */
import { ByteWriter } from '#core/bytes/writer';
import { FieldReader } from '#core/json/fields';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { compareRuns, textOfPath } from './entry-path.ts';
import { joinRuns } from './join-runs.ts';
import { PagedRows, rowAt } from './paged-rows.ts';
import { type Paths, pathOrder } from './path-order.ts';

/** What a row holds. */
const CHUNK = 0;
const START = 1;
const LENGTH = 2;
const PATH_START = 3;
const PATH_END = 4;
const LINE = 5;

const FIRST_CHUNK = 1 << 20;
const LARGEST_CHUNK = 1 << 26;
/** Half a gigabyte, for chunks double until they are largest. */
const KEPT_CHUNKS = 13;

export class EntryTable {
  readonly #chunks: Uint8Array[] = [];
  /** How far each chunk but the last is filled. */
  readonly #used: number[] = [];
  #current = new Uint8Array(0);
  #filled = 0;
  readonly #rows = new PagedRows();
  readonly #scratch = new ByteWriter();
  readonly #pathReader = new FieldReader(['path']);
  #isAscending = true;
  #order: Uint32Array | null = null;
  /** False once it is known that no two paths are equal. */
  #mayRepeat = true;
  /** What was gathered in order of paths, if that is not too much to keep: it is wanted twice, to be hashed and to be written. */
  #gathered: Uint8Array[] | null = null;

  get count(): number {
    return this.#rows.length;
  }

  /** Entries came in strictly ascending order of path: nothing to sort, no duplicates. */
  get isAscending(): boolean {
    return this.#isAscending;
  }

  /**
   * Takes the entry that `entry` holds (without a comma). `pathStart` and `pathEnd` are where the quotes of its path stand and end
   * in it; `line` is where it came from, for messages.
   */
  append(entry: ByteWriter, pathStart: number, pathEnd: number, line: number): void {
    this.appendRange(entry.bytes, 0, entry.length, pathStart, pathEnd, line);
  }

  /** The same for an entry that lies in `from[begin..end)`; the path is counted from `begin`. */
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
   * Takes `count` entries that follow each other in `from[begin..end)`, each with its comma. `places` tells of each where it starts and
   * ends in there, and where its path starts and ends in it; its line is its index.
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

  /** Takes an entry given as a value that has a `path`. */
  appendValue(value: JsonObject & { readonly path: string }): void {
    const entry = this.#scratch;
    entry.length = 0;
    entry.text(formatSpine(value));
    this.#pathReader.read(entry.bytes, 0, entry.length);
    this.append(entry, this.#pathReader.start(0), this.#pathReader.end(0), this.count);
  }

  #addChunk(atLeast: number): void {
    if (this.#chunks.length > 0) this.#used.push(this.#filled);
    const size = Math.max(FIRST_CHUNK, Math.min(this.#current.length * 2, LARGEST_CHUNK), atLeast);
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

  /** The canonical bytes of an entry, as a view. */
  entry(index: number): Uint8Array {
    const start = this.#cell(index, START);
    return this.#chunk(index).subarray(start, start + this.#cell(index, LENGTH));
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

  /** Indices by path in byte order; equal paths keep the order they came in. */
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

  /** Whether a path is spelled with an escape, so that its bytes do not sort as it does. */
  #hasEscape(): boolean {
    for (let index = 0; index < this.count; index++) {
      const bytes = this.#chunk(index);
      const end = this.#cell(index, PATH_END);
      for (let i = this.#cell(index, PATH_START); i < end; i++) if (bytes[i] === 0x5c) return true;
    }
    return false;
  }

  /** The paths without their quotes. */
  #paths(): Paths {
    return {
      count: this.count,
      bytes: (index) => this.#chunk(index),
      start: (index) => this.#cell(index, PATH_START) + 1,
      end: (index) => this.#cell(index, PATH_END) - 1,
    };
  }

  /** The first entry that sorts before the one it follows. */
  firstDescent(): number {
    let index = 1;
    while (index < this.count && this.#compare(index - 1, index) <= 0) index++;
    return index;
  }

  /** The pair of equal paths whose later line is the first in the input, as indices, or null. */
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

  /** The entries by path, a comma between two, handed over in large runs. */
  emitSorted(emit: (bytes: Uint8Array) => void): void {
    if (this.#isAscending) this.emitAsAppended(emit);
    else this.#emitGathered(emit);
  }

  /** The same in the order they came in. */
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
    const entryAt = (place: number): Uint8Array => {
      const index = order[place] as number;
      const start = this.#cell(index, START);
      const comma = place === order.length - 1 ? 0 : 1;
      return this.#chunk(index).subarray(start, start + this.#cell(index, LENGTH) + comma);
    };
    joinRuns(order.length, entryAt, kept === null, (run) => {
      kept?.push(run);
      emit(run);
    });
    this.#gathered = kept;
  }
}
