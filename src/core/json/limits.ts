/**
 * How much JSON is read (M7), wherever it comes from: disk, archive, store, network. What goes beyond is a `JsonLimit`, which every door takes for
 * a fault of the text, unless it knows better.
 *
 *     parseJson(bytes of 3,000,000 empty objects)     JsonLimit: more than 1048576 values
 *
 * Attacker-controlled: three bytes, `{},`, become 236 in memory, so that what counts is the number of values as much as the length. The nesting
 * has one limit for all, `MAX_DEPTH`. docs/formats/canonical-json.md has the table for people.
 */
import { JsonError } from './cursor.ts';

/** The text may be as it should; it is more than is read here. */
export class JsonLimit extends JsonError {
  override readonly name = 'JsonLimit';
}

export interface JsonRoom {
  readonly bytes: number;
  readonly values: number;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

export const JSON_ROOM = {
  /** Every document that is read for all it says, unless a row below is named. */
  document: { bytes: 1 << 26, values: 1 << 20 },
  /** A data file that a fingerprint reads, by a thread whose memory is limited by itself; the caller limits its length. */
  data: { bytes: UNLIMITED, values: 1 << 24 },
  /** What this program has just written itself. */
  own: { bytes: UNLIMITED, values: UNLIMITED },
} as const satisfies Readonly<Record<string, JsonRoom>>;

/** What a value takes in memory at most, and a byte of text. */
const COST = { value: 256, byte: 2 } as const;
/** A member has five values at most, and a hash of 71 characters alone. */
const BYTES_PER_VALUE = 16;

/**
 * The room of a list of hashed members, a pack's manifest, of that length: a long one may have more values than other documents, one for 16
 * bytes, as far as `memory`, all that the engine has, holds them.
 */
export function membersRoom(length: number, memory: () => number): JsonRoom {
  const { document } = JSON_ROOM;
  if (length <= document.values * BYTES_PER_VALUE) return document;
  const most = Math.floor((memory() * 0.75 - length * COST.byte) / COST.value);
  return { bytes: most < 0 ? 0 : length, values: Math.min(Math.floor(length / BYTES_PER_VALUE), most) };
}

export function requireLength(length: number, room: JsonRoom): void {
  if (length > room.bytes)
    throw new JsonLimit(room.bytes === 0 ? `${length} bytes are more than the memory holds` : `more than ${room.bytes} bytes`);
}
