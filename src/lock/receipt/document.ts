/**
 * `lock-receipt.v0`: how each member of a lock was established, in lines, beside the lock. The lock itself does not say it: its bytes are
 * the same, however they were found.
 *
 *     {"created":"…","lock_hash":"sha256:…","member_count":2,"root":"data","strength":{"cached":1,"read":1},"tool_versions":{"lock":"0.1.0"},
 *      "version":"lock-receipt.v0"}
 *     {"path":"a.csv","read_at":"2026-01-02T03:04:05Z","strength":"cached"}
 *     {"etag":"\"9b2c…\"","path":"b.csv","strength":"read","version_id":"3HL4…"}
 *
 * The lines are the head, and the members by path in byte order, as in the lock. A receipt is no evidence: nothing protects it.
 */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import { ByteWriter } from '#core/bytes/writer';
import { isSha256Digest } from '#core/digest';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';
import { STRENGTHS, type Strength } from '../strength.ts';

const RECEIPT_VERSION = 'lock-receipt.v0';
const PAGE = 1 << 16;

export interface ReceiptHead {
  readonly lockHash: string;
  readonly created: string;
  /** As it was typed: a folder, or a URL of a store. */
  readonly root: string;
  readonly memberCount: number;
  /** How many members were established with which strength. */
  readonly strength: Readonly<Partial<Record<Strength, number>>>;
  readonly toolVersion: string;
}

export interface ReceiptRow {
  readonly path: string;
  readonly strength: Strength;
  /** When its bytes were read, if that was not for this lock. */
  readonly readAt?: string;
  /** Suspected damage: the hash that the file had when it was read before, with the same size and times. */
  readonly damagedFrom?: string;
  /** What the store called the object when it was read. */
  readonly etag?: string;
  readonly versionId?: string;
}

export class NotAReceipt extends Error {
  override readonly name = 'NotAReceipt';
}

/** `rows` are in the order of the lock. */
export function emitReceipt(head: ReceiptHead, rows: Iterable<ReceiptRow>, emit: (bytes: Uint8Array) => void): void {
  const page = new ByteWriter(PAGE);
  const line = (value: JsonObject): void => {
    page.text(`${formatSpine(value)}\n`);
    if (page.length < PAGE) return;
    emit(page.view());
    page.length = 0;
  };
  const { lockHash, created, root, memberCount, strength, toolVersion } = head;
  const counts = Object.fromEntries(Object.entries(strength).filter(([, count]) => count > 0));
  line({
    created,
    lock_hash: lockHash,
    member_count: memberCount,
    root,
    strength: counts,
    tool_versions: { lock: toolVersion },
    version: RECEIPT_VERSION,
  });
  for (const row of rows) {
    const texts = Object.entries(TEXT_FIELDS).flatMap(([name, field]) => {
      const text = row[name as keyof typeof TEXT_FIELDS];
      return text === undefined ? [] : [[field, text] as const];
    });
    line({ path: row.path, strength: row.strength, ...Object.fromEntries(texts) });
  }
  if (page.length > 0) emit(page.view());
}

export interface Receipt {
  readonly lockHash: string;
  /** As it was typed. */
  readonly root: string;
  readonly memberCount: number;
  /** In the order of the lock. Throws `NotAReceipt` at a line that is none, and at the end if there are fewer or more than the head says. */
  readonly rows: Iterable<ReceiptRow>;
}

/** Throws `NotAReceipt`. Rows are read as they are asked for, once. */
export function readReceipt(source: ByteSource): Receipt {
  const lines = new LineReader(source);
  const head = nextLine(lines);
  const { version, lock_hash: lockHash, member_count: memberCount, root } = head ?? {};
  if (version !== RECEIPT_VERSION) throw new NotAReceipt(`the first line is not the head of a ${RECEIPT_VERSION}`);
  if (typeof lockHash !== 'string' || !isSha256Digest(lockHash) || typeof memberCount !== 'number' || typeof root !== 'string')
    throw new NotAReceipt('the head has missing or malformed fields');
  return { lockHash, root, memberCount, rows: rowsOf(lines, memberCount) };
}

function* rowsOf(lines: LineReader, count: number): Generator<ReceiptRow, void, undefined> {
  let seen = 0;
  for (let value = nextLine(lines); value !== null; value = nextLine(lines)) {
    seen++;
    yield rowOf(value, seen + 1);
  }
  if (seen !== count) throw new NotAReceipt(`expected ${count} members, found ${seen}`);
}

/** The fields of a member that may be absent, by their names here. */
const TEXT_FIELDS = { readAt: 'read_at', damagedFrom: 'damaged_from', etag: 'etag', versionId: 'version_id' } as const;

function rowOf(value: JsonObject, line: number): ReceiptRow {
  const { path, strength } = value;
  const texts = Object.entries(TEXT_FIELDS).flatMap(([name, field]) => (value[field] === undefined ? [] : [[name, value[field]] as const]));
  if (typeof path !== 'string' || !isStrength(strength) || !texts.every(([, text]) => typeof text === 'string'))
    throw new NotAReceipt(`line ${line} is no member`);
  return { path, strength, ...Object.fromEntries(texts as [string, string][]) };
}

function nextLine(lines: LineReader): JsonObject | null {
  try {
    if (!lines.next()) return null;
    const value = parseJson(lines.bytes, lines.start, lines.end);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError) && !(error instanceof LineTooLong)) throw error;
    throw new NotAReceipt(error.message);
  }
  throw new NotAReceipt('a line is not an object');
}

function isStrength(value: JsonValue | undefined): value is Strength {
  return STRENGTHS.some((strength) => strength === value);
}
