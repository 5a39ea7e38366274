/**
 * Finds the line that first stated an id, and the line that first followed it. It uses 24 bytes per slot instead of hundreds per record, so
 * that a ledger of millions of lines is judged in one pass. Ids are compared by 128 of their 256 bits.
 *
 *     index.add('blake3:ab…', 1);  index.lineOf('blake3:ab…')  ->  1
 */
export interface IdIndex {
  /** Returns the first line that stated `id`, or 0. */
  lineOf(id: string): number;
  add(id: string, line: number): void;
  /** Returns the first line that followed the record `id`, which is now `line` if there was none. Returns 0 if there is no such record. */
  follow(id: string, line: number): number;
}

const ID = /^blake3:[0-9a-f]{64}$/;
const FIRST_CAPACITY = 1024;
const MAX_LOAD = 0.7;

export function idIndex(): IdIndex {
  let table = createTable(FIRST_CAPACITY);
  let count = 0;
  /** Ids that do not have the form of a BLAKE3 hash. */
  const others = new Map<string, { readonly line: number; follower: number }>();
  return {
    lineOf(id) {
      if (!ID.test(id)) return others.get(id)?.line ?? 0;
      return table.lines[findSlot(table, keyOf(id))] as number;
    },
    add(id, line) {
      if (!ID.test(id)) {
        if (!others.has(id)) others.set(id, { line, follower: 0 });
        return;
      }
      if (count >= table.capacity * MAX_LOAD) table = grow(table);
      const key = keyOf(id);
      const slot = findSlot(table, key);
      if (table.lines[slot] !== 0) return;
      table.keys.set(key, slot * 4);
      table.lines[slot] = line;
      count++;
    },
    follow(id, line) {
      if (!ID.test(id)) {
        const other = others.get(id);
        if (other === undefined) return 0;
        other.follower ||= line;
        return other.follower;
      }
      const slot = findSlot(table, keyOf(id));
      if (table.lines[slot] === 0) return 0;
      table.followers[slot] ||= line;
      return table.followers[slot];
    },
  };
}

interface Table {
  readonly capacity: number;
  readonly keys: Uint32Array;
  /** 0 means that the slot is free. */
  readonly lines: Uint32Array;
  readonly followers: Uint32Array;
}

type Key = ArrayLike<number>;

function createTable(capacity: number): Table {
  return { capacity, keys: new Uint32Array(capacity * 4), lines: new Uint32Array(capacity), followers: new Uint32Array(capacity) };
}

function keyOf(id: string): Key {
  return [7, 15, 23, 31].map((at) => Number.parseInt(id.slice(at, at + 8), 16));
}

/** Returns the slot of the key, or the free slot for it. */
function findSlot({ capacity, keys, lines }: Table, key: Key): number {
  const [a, b, c, d] = [key[0] as number, key[1], key[2], key[3]];
  let slot = a & (capacity - 1);
  for (; lines[slot] !== 0; slot = (slot + 1) & (capacity - 1)) {
    const at = slot * 4;
    if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) break;
  }
  return slot;
}

function grow(old: Table): Table {
  const table = createTable(old.capacity * 2);
  for (let from = 0; from < old.capacity; from++) {
    if (old.lines[from] === 0) continue;
    const key = old.keys.subarray(from * 4, from * 4 + 4);
    const slot = findSlot(table, key);
    table.keys.set(key, slot * 4);
    table.lines[slot] = old.lines[from] as number;
    table.followers[slot] = old.followers[from] as number;
  }
  return table;
}
