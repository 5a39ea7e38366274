/**
 * A part of a ledger in a store: whole lines of it, from one place in the file to another. A part is written once, under a name that says
 * which bytes of which ledger it has, so two writers of one ledger never replace anything of each other.
 *
 *     7c1f…-0000000000000000-00000000000004d2-9a0b4c1d2e3f5a6b      name: ledger, start, end, first digits of the hash of its bytes
 *     {"end":1234,"ledger":"sha256:7c1f…","prefix":"sha256:…","sha256":"sha256:…","start":0,"version":"witness-segment.v0"}
 *     …the lines
 *
 * A ledger is identified by the SHA-256 of its first line with its newline. `prefix` is the SHA-256 of the ledger from its beginning to the
 * end of this part, so the last part pins all of it.
 */
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';

const SEGMENT_VERSION = 'witness-segment.v0';
const NAME = /^([0-9a-f]{64})-([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{16})$/;
const NEWLINE = 10;
const MAX_HEADER_LENGTH = 1024;

/** The usual length of a part. A longer line makes a longer part. */
export const SEGMENT_LENGTH = 1 << 22;
/** A line has at most 64 MiB. */
const MAX_SEGMENT_LENGTH = (1 << 26) + SEGMENT_LENGTH;

export interface SegmentName {
  readonly name: string;
  readonly ledger: Digest;
  readonly start: number;
  readonly end: number;
  /** The first 16 digits of the hash of its bytes. */
  readonly mark: string;
}

export interface Segment extends Omit<SegmentName, 'name' | 'mark'> {
  /** The hash of the ledger from its beginning to `end`. */
  readonly prefix: Digest;
  readonly bytes: Uint8Array;
}

/** Returns null for any other name, and for a part that is too long to be one. */
export function parseSegmentName(name: string): SegmentName | null {
  const [, hex, from, to, mark] = NAME.exec(name) ?? [];
  if (hex === undefined || from === undefined || to === undefined || mark === undefined) return null;
  const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const isRange = Number.isSafeInteger(end) && start < end && end - start <= MAX_SEGMENT_LENGTH;
  return isRange ? { name, ledger: `sha256:${hex}`, start, end, mark } : null;
}

export function segmentName({ ledger, start, end }: Omit<Segment, 'prefix' | 'bytes'>, digest: Digest): string {
  const place = (at: number): string => at.toString(16).padStart(16, '0');
  return `${ledger.slice('sha256:'.length)}-${place(start)}-${place(end)}-${markOf(digest)}`;
}

export function markOf(digest: Digest): string {
  return digest.slice('sha256:'.length).slice(0, 16);
}

/** The parts of one ledger, by their place. */
export function segmentsOf(names: readonly string[], ledger: Digest): readonly SegmentName[] {
  const parts = names.flatMap((name) => parseSegmentName(name) ?? []).filter((part) => part.ledger === ledger);
  return parts.sort((a, b) => a.start - b.start || a.end - b.end || compareUtf8(a.name, b.name));
}

export function ledgersAmong(names: readonly string[]): readonly Digest[] {
  return [...new Set(names.flatMap((name) => parseSegmentName(name)?.ledger ?? []))].sort(compareUtf8);
}

/** The ranges below `end` that no part has. `parts` are sorted by place. */
export function rangesWithout(parts: readonly SegmentName[], end: number): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.start > at) ranges.push({ start: at, end: Math.min(part.start, end) });
    at = Math.max(at, part.end);
  }
  if (at < end) ranges.push({ start: at, end });
  return ranges.filter((range) => range.start < range.end);
}

export function formatSegment({ ledger, start, end, prefix, bytes }: Segment, digest: Digest): Uint8Array {
  const header = encodeUtf8(`${formatSpine({ end, ledger, prefix, sha256: digest, start, version: SEGMENT_VERSION })}\n`);
  const document = new Uint8Array(header.length + bytes.length);
  document.set(header);
  document.set(bytes, header.length);
  return document;
}

/** The most bytes that the document with this name may have. */
export function maxDocumentLength({ start, end }: SegmentName): number {
  return end - start + MAX_HEADER_LENGTH;
}

/** Returns a description instead, if the document is not the part that its name says. */
export function parseSegment(document: Uint8Array, part: SegmentName, newHasher: NewHasher): Segment | string {
  const feed = document.indexOf(NEWLINE);
  if (feed < 0 || feed > MAX_HEADER_LENGTH) return 'no part of a ledger';
  const header = readHeader(document.subarray(0, feed));
  const bytes = document.subarray(feed + 1);
  const { ledger, start, end, mark } = part;
  if (header === null || header['version'] !== SEGMENT_VERSION) return 'no part of a ledger';
  if (header['ledger'] !== ledger || header['start'] !== start || header['end'] !== end) return 'a part of another name';
  if (bytes.length !== end - start) return `${bytes.length} bytes of lines instead of ${end - start}`;
  const hasher = newHasher('sha256');
  hasher.update(bytes);
  const digest: Digest = `sha256:${hasher.digest()}`;
  if (header['sha256'] !== digest || markOf(digest) !== mark) return `other bytes than it states: ${digest}`;
  const { prefix } = header;
  if (typeof prefix !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(prefix)) return 'no hash of the ledger';
  if (bytes.at(-1) !== NEWLINE) return 'a part that ends within a line';
  return { ledger, start, end, prefix: prefix as Digest, bytes };
}

function readHeader(line: Uint8Array) {
  try {
    const header = parseJson(line);
    return isJsonObject(header) ? header : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
