/**
 * The shards that the records of a stream come from. `vacuum --shard` writes its shard into each record. A lock of some shards would look
 * like a lock of the whole, so the records of all shards must be there for each root, or records of scans of the whole.
 *
 *     vacuum data --shard 0/2 | hashbytes | lock      refused: no records of shard 1
 */
import { parseShard, type Shard } from '#core/shard';
import { BadRecord, FIELD, type StreamRecord } from '../record.ts';
import { joinCovers, missingIn } from './cover.ts';
import { shardsWithoutRecords } from './refusals.ts';

const NONE = new Uint8Array(0);

export class CommonShards {
  /** How many shards the scan has; null if it is a scan of the whole; undefined before the first record. */
  #count: number | null | undefined;
  readonly #seen = new Map<string | null, Set<number>>();
  /** The bytes in the record before: the records of one shard mostly follow each other. */
  #shard = NONE;
  #root = NONE;

  /** Throws `BadRecord` if the record comes from a scan in another number of shards. */
  note(record: StreamRecord): void {
    if (record.isAbsent(FIELD.shard) ? this.#count === null : this.#isAsBefore(record)) return;
    const shard = record.isAbsent(FIELD.shard) ? null : read(record);
    const count = shard?.count ?? null;
    if (this.#count !== undefined && this.#count !== count)
      throw new BadRecord('shard differs from that of the first record: one lock needs a scan of the whole, or all shards of one scan');
    this.#count = count;
    if (shard === null) return;
    const root = record.isString(FIELD.root) ? record.text(FIELD.root) : null;
    const indexes = this.#seen.get(root) ?? new Set();
    this.#seen.set(root, indexes.add(shard.index));
    this.#shard = record.bytes.slice(record.start(FIELD.shard), record.end(FIELD.shard));
    this.#root = root === null ? NONE : record.bytes.slice(record.start(FIELD.root), record.end(FIELD.root));
  }

  #isAsBefore(record: StreamRecord): boolean {
    return this.#root !== NONE && record.isSpelled(FIELD.shard, this.#shard) && record.isSpelled(FIELD.root, this.#root);
  }

  /** Refuses the records of some shards. */
  requireAll(): void {
    if (typeof this.#count !== 'number') return;
    for (const [root, indexes] of this.#seen) {
      const missing = missingIn(joinCovers([...indexes].map((index) => [[index, index]])), this.#count);
      if (missing.length > 0) throw shardsWithoutRecords(missing, this.#count, root);
    }
  }
}

function read(record: StreamRecord): Shard {
  const shard = record.isString(FIELD.shard) ? parseShard(record.text(FIELD.shard)) : null;
  if (shard === null) throw new BadRecord('malformed shard: expected "I/N"');
  return shard;
}
