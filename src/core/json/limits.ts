/**
 * The limits for JSON (M7), whatever its source: disk, archive, store, network. Exceeding one throws `JsonTooLarge`. It is a `JsonError`, so
 * callers treat it as a fault of the text unless they handle it separately.
 *
 *     parseJson(bytes of 3,000,000 empty objects)     JsonTooLarge: more than 1048576 values
 *
 * The input is attacker-controlled: three bytes, `{},`, become 236 bytes in memory. So the number of values is limited as well as the
 * length. The nesting has one limit for all texts, `MAX_DEPTH`. docs/formats/canonical-json.md has the table for people.
 */
import { JsonError } from './cursor.ts';

/** The text may be valid, but it exceeds a limit of this program. */
export class JsonTooLarge extends JsonError {
  override readonly name = 'JsonTooLarge';
}

export interface JsonLimits {
  readonly bytes: number;
  readonly values: number;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

export const JSON_LIMITS = {
  /** For every document that is read completely, unless another row is named. */
  document: { bytes: 1 << 26, values: 1 << 20 },
  /** For a data file that a fingerprint reads, in a thread with its own memory limit. The caller limits its length. */
  data: { bytes: UNLIMITED, values: 1 << 24 },
  /** For text that this program has just written itself. */
  own: { bytes: UNLIMITED, values: UNLIMITED },
} as const satisfies Readonly<Record<string, JsonLimits>>;

/** The most memory in bytes that a value needs, and a byte of text. */
const COST = { value: 256, byte: 2 } as const;
/** A member has at most five values, and its hash alone has 71 characters. */
const BYTES_PER_VALUE = 16;

/**
 * The limits for a list of hashed members (the manifest of a pack) of that length. A long list may have more values than other documents:
 * one for every 16 bytes, as far as they fit into `memory`, the memory of the engine.
 */
export function memberListLimits(length: number, memory: () => number): JsonLimits {
  const { document } = JSON_LIMITS;
  if (length <= document.values * BYTES_PER_VALUE) return document;
  const most = Math.floor((memory() * 0.75 - length * COST.byte) / COST.value);
  return { bytes: most < 0 ? 0 : length, values: Math.min(Math.floor(length / BYTES_PER_VALUE), most) };
}

export function requireLength(length: number, limits: JsonLimits): void {
  if (length > limits.bytes)
    throw new JsonTooLarge(limits.bytes === 0 ? `${length} bytes are more than the memory holds` : `more than ${limits.bytes} bytes`);
}
