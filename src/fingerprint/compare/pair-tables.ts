/**
 * Compares one table with its older version in two passes over each file. The first makes a hash of every row, by which rows are paired; the
 * second reads the rows that differ, and names them.
 *
 *     hashing('old'), hashing('now'), pairRows(), reading(), comparing()
 */
import type { CellBlock } from '#core/parsed';
import type { BlockFeed } from '../assert/assertion.ts';
import { cellName } from '../assert/cells.ts';
import { alignByContent, joinByKey } from './align.ts';
import { type Differences, excerpt, excerpts } from './differences.ts';
import { KeptValues } from './kept-values.ts';
import { type HashSeed, KeyedHash } from './keyed-hash.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { numberHashes, RecordHashes } from './record-hashes.ts';
import { type TableView, valueText } from './table-view.ts';

export interface TablePair {
  readonly old: TableView;
  readonly now: TableView;
  /** The names of the compared columns, if they have names. */
  readonly names: readonly string[] | null;
  readonly key: readonly string[] | null;
  readonly isOrdered: boolean;
  /** `Rents!`, or nothing. */
  readonly prefix: string;
  /** JSON: where the current row is, or one of its values. Without it, rows and cells have numbers. */
  readonly place?: (which: 'old' | 'now', column: number | null) => string;
}

const MAX_SHOWN_CELLS = 8;
const OF_CELLS = { removed: 'ROW_REMOVED', added: 'ROW_ADDED', changed: 'CELL_CHANGED' } as const;
const OF_VALUES = { removed: 'VALUE_REMOVED', added: 'VALUE_ADDED', changed: 'VALUE_CHANGED' } as const;

export class TableComparison {
  readonly pair: TablePair;
  readonly #differences: Differences;
  readonly #hash: KeyedHash;
  readonly #hashes = { old: new RecordHashes(), now: new RecordHashes() };
  /** The number of rows up to the last one that is not empty. */
  readonly #filled = { old: 0, now: 0 };
  #match: Int32Array = new Int32Array(0);
  /** For each row of the old file the row of the new one, or -1. */
  #partner = new Int32Array(0);
  #isMoved: Uint8Array | null = null;
  #kept = new KeptValues(0);

  readonly #codes: typeof OF_CELLS | typeof OF_VALUES;

  constructor(pair: TablePair, differences: Differences, seed: HashSeed) {
    this.pair = pair;
    this.#codes = pair.place === undefined ? OF_CELLS : OF_VALUES;
    this.#differences = differences;
    this.#hash = new KeyedHash(seed);
  }

  hashing(which: 'old' | 'now'): BlockFeed {
    const view = this.pair[which];
    const hashes = this.#hashes[which];
    const hash = this.#hash;
    return feedOf(view, () => {
      this.#hashKey(view);
      const { low, high } = hash;
      this.#hashRow(view);
      hashes.add(hash.low, hash.high, low, high);
      if (view.options.isExact || !view.isEmptyRow()) this.#filled[which] = hashes.count;
    });
  }

  /** After both files were hashed. */
  pairRows(): void {
    const { old, now } = this.#hashes;
    const { key, isOrdered } = this.pair;
    old.cutAt(this.#filled.old);
    now.cutAt(this.#filled.now);
    const keys = numberHashes(old, now, 'key');
    const { match, isByPosition } = key === null ? alignByContent(numberHashes(old, now, 'all'), keys) : joinByKey(keys);
    this.#differences.aligned(key === null ? (isByPosition ? 'POSITION' : 'CONTENT') : 'KEY', key);
    this.#match = match;
    this.#partner = new Int32Array(old.count).fill(-1);
    for (let i = 0; i < match.length; i++) if ((match[i] as number) >= 0) this.#partner[match[i] as number] = i;
    this.#kept = new KeptValues(old.count);
    if (key !== null && isOrdered) this.#isMoved = movedRows(match);
  }

  /** Whether the second pass needs this row: it changed or moved, or the other file does not have it. */
  needs(which: 'old' | 'now', record: number): boolean {
    const [pairs, others] = which === 'old' ? [this.#partner, this.#hashes.now] : [this.#match, this.#hashes.old];
    if (record >= pairs.length) return false;
    const found = pairs[record] as number;
    const isMoved = which === 'now' && this.#isMoved?.[record] === 1;
    return found < 0 || isMoved || !this.#hashes[which].isSame(record, others, found);
  }

  /** The second pass over the old file: keeps the rows that changed. */
  reading(): BlockFeed {
    const view = this.pair.old;
    const kept = this.#kept;
    return feedOf(view, (record) => {
      if (!this.needs('old', record)) return;
      if ((this.#partner[record] as number) < 0)
        this.#differences.add(this.#codes.removed, () => ({ ...this.#row(view, record), old: this.#rowText(view), new: null }));
      else if (kept.begin(record)) {
        for (let column = 0; column < view.width; column++) {
          view.value(column);
          kept.add(record, view.bytes, view.start, view.end);
        }
      }
    });
  }

  /** The second pass over the new file. */
  comparing(): BlockFeed {
    const view = this.pair.now;
    const differences = this.#differences;
    return feedOf(view, (record) => {
      if (!this.needs('now', record)) return;
      const before = this.#match[record] as number;
      if (before < 0) differences.add(this.#codes.added, () => ({ ...this.#row(view, record), old: null, new: this.#rowText(view) }));
      else {
        if (this.#isMoved?.[record] === 1) {
          differences.add('ROW_MOVED', () => {
            const [oldAt, text] = [this.#rowAt(this.pair.old, before), this.#rowText(view)];
            return { ...this.#row(view, record), old_at: oldAt, old: text, new: text };
          });
        }
        if (!this.#hashes.now.isSame(record, this.#hashes.old, before)) this.#compareCells(record, before);
      }
    });
  }

  #compareCells(record: number, before: number): void {
    const { old, now, names } = this.pair;
    const kept = this.#kept;
    if (!kept.has(before)) return this.#differences.leaveOut();
    const width = Math.max(now.width, kept.width(before));
    for (let column = 0; column < width; column++) {
      now.value(column);
      if (kept.isSame(before, column, now.bytes, now.start, now.end)) continue;
      this.#differences.add(this.#codes.changed, () => {
        const at = this.#cellAt(now, column, record);
        const oldAt = this.pair.place === undefined ? this.#cellAt(old, column, before) : at;
        const values = excerpts(valueText(kept.value(before, column), old.options.isExact), now.text());
        const name = names?.[column];
        return {
          ...this.#keyOf(now),
          at,
          ...(oldAt === at ? {} : { old_at: oldAt }),
          ...(name === undefined ? {} : { column: excerpt(name) }),
          ...values,
        };
      });
    }
  }

  #hashRow(view: TableView): void {
    const hash = this.#hash;
    hash.begin();
    const { width } = view;
    for (let column = 0; column < width; column++) {
      view.value(column);
      if (view.start === view.end) continue;
      hash.number(column);
      hash.bytes(view.bytes, view.start, view.end);
    }
    hash.end();
  }

  /** The key, or the first value if there is none. */
  #hashKey(view: TableView): void {
    const { key } = view.options;
    const hash = this.#hash;
    hash.begin();
    for (let i = 0; i < (key?.length ?? Math.min(view.width, 1)); i++) {
      if (key === null) view.value(i);
      else view.keyValue(i);
      hash.bytes(view.bytes, view.start, view.end);
    }
    hash.end();
  }

  #row(view: TableView, record: number): { readonly at: string; readonly key?: readonly (string | null)[] } {
    const at = this.pair.place?.(view === this.pair.old ? 'old' : 'now', null) ?? this.#rowAt(view, record);
    return { at, ...this.#keyOf(view) };
  }

  #rowAt(view: TableView, record: number): string {
    return `${this.pair.prefix}row ${view.options.from + record}`;
  }

  #cellAt(view: TableView, column: number, record: number): string {
    if (this.pair.place !== undefined) return this.pair.place('now', column);
    return `${this.pair.prefix}${cellName(view.position(column), view.options.from + record)}`;
  }

  #keyOf(view: TableView): { readonly key?: readonly (string | null)[] } {
    const { key } = view.options;
    if (key === null) return {};
    const values = key.map((_, i) => {
      view.keyValue(i);
      const text = view.text();
      return text === null ? null : excerpt(text);
    });
    return { key: values };
  }

  #rowText(view: TableView): string {
    const shown = Math.min(view.width, MAX_SHOWN_CELLS);
    const texts = Array.from({ length: shown }, (_, column) => {
      view.value(column);
      return view.text() ?? '';
    });
    return excerpt(`${texts.join(' | ')}${view.width > shown ? ' | …' : ''}`);
  }
}

/** Calls `visit` for every record of the sheet, with its number from 0. */
function feedOf(view: TableView, visit: (record: number) => void): BlockFeed {
  const { sheet, from, to } = view.options;
  return {
    sheet,
    block(block: CellBlock, first: number) {
      const last = Math.min(block.rows, to - first + 1);
      for (let row = Math.max(0, from - first); row < last; row++) {
        view.set(block, row);
        visit(first + row - from);
      }
    },
  };
}

/** Which rows of the new file are not where the others say they should be. */
function movedRows(match: Int32Array): Uint8Array {
  const paired = match.filter((found) => found >= 0);
  const kept = longestIncreasing(paired);
  const isMoved = new Uint8Array(match.length);
  let [index, next] = [0, 0];
  for (let i = 0; i < match.length; i++) {
    if ((match[i] as number) < 0) continue;
    if (kept[next] === index) next++;
    else isMoved[i] = 1;
    index++;
  }
  return isMoved;
}
