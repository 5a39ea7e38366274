/**
 * Writes a record as a member of the lock (L3 to L5):
 *
 *     {"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201}
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { algorithmOf, hasKnownAlgorithm } from '#core/digest';
import type { Field } from '#core/json/fields';
import { quote } from '#core/json/write';
import { isPlainRelPath, parseRelPath, UnsafePath } from '#core/path/rel-path';
import type { Algorithm } from '#core/ports';
import type { EntryWriter } from './entry-writer.ts';
import { fingerprintEntry } from './fingerprint.ts';
import { HASH_START, isKnownHash } from './known-hash.ts';
import { BadRecord, FIELD, pathField, type StreamRecord } from './record.ts';

const HASH_KEY = encodeUtf8('{"bytes_hash":');
const NULL_FINGERPRINT_KEY = encodeUtf8(',"fingerprint":null,"path":');
const SIZE_KEY = encodeUtf8(',"size":');

/** Whether `bytes_hash` of the record is a string that is not blank. Anything else counts as missing (L3). */
export function hasHash(record: StreamRecord): boolean {
  return record.isString(FIELD.bytes_hash) && (startsWithKnownHash(record) || record.text(FIELD.bytes_hash).trim() !== '');
}

function startsWithKnownHash(record: StreamRecord): boolean {
  return isKnownHash(record.bytes, record.start(FIELD.bytes_hash));
}

/** Writes a hashed record as a member. Throws `BadRecord` if the record cannot be a member. */
export function writeMember(entry: EntryWriter, record: StreamRecord): void {
  if (!startsWithKnownHash(record)) requireAlgorithm(record);
  const path = pathField(record);
  entry.begin();
  entry.bytesOf(HASH_KEY);
  entry.string(record, FIELD.bytes_hash);
  const fingerprint = fingerprintEntry(record);
  if (fingerprint === null) entry.bytesOf(NULL_FINGERPRINT_KEY);
  else entry.text(`,"fingerprint":${fingerprint},"path":`);
  entry.beginPath();
  writePath(entry, record, path);
  entry.endPath();
  requireSize(record);
  entry.bytesOf(SIZE_KEY);
  entry.copy(record.bytes, record.start(FIELD.size), record.end(FIELD.size));
  entry.byte(0x7d);
}

/** Writes a file that this process scanned and hashed itself. Its path is already known to be safe. */
export function writeFile(entry: EntryWriter, path: string, algorithm: Algorithm, hex: string, size: number): void {
  entry.begin();
  entry.bytesOf(HASH_KEY);
  entry.bytesOf(HASH_START[algorithm]);
  entry.text(hex);
  entry.byte(0x22);
  entry.bytesOf(NULL_FINGERPRINT_KEY);
  entry.beginPath();
  entry.text(quote(path));
  entry.endPath();
  entry.bytesOf(SIZE_KEY);
  entry.text(String(size));
  entry.byte(0x7d);
}

function requireAlgorithm(record: StreamRecord): void {
  const bytesHash = record.text(FIELD.bytes_hash);
  if (!hasKnownAlgorithm(bytesHash)) throw new BadRecord(`unrecognized hash algorithm: ${algorithmOf(bytesHash)}`);
}

function writePath(entry: EntryWriter, record: StreamRecord, field: Field): void {
  if (!record.hasEscape(field) && isPlainRelPath(record.bytes, record.start(field) + 1, record.end(field) - 1)) {
    entry.copy(record.bytes, record.start(field), record.end(field));
    return;
  }
  try {
    entry.text(quote(parseRelPath(withForwardSlashes(record, record.text(field)))));
  } catch (error) {
    throw error instanceof UnsafePath ? new BadRecord(error.message) : error;
  }
}

/** L4: a backslash is a path separator, unless the root of the record is a Unix path or a URL. There it is part of a name. */
function withForwardSlashes(record: StreamRecord, path: string): string {
  const isUnix = record.isString(FIELD.root) && /^(?:\/|s3:\/\/)/.test(record.text(FIELD.root));
  return isUnix ? path : path.replaceAll('\\', '/');
}

/** Requires an integer from 0 to 2^64-1. */
function requireSize(record: StreamRecord): void {
  if (record.isShortCount(FIELD.size)) return;
  const size = record.integer(FIELD.size);
  if (size === undefined || size < 0) throw new BadRecord('missing size');
}

/** Reads the size of a record that was accepted as a member, so it consists of digits only. */
export function sizeIn(record: StreamRecord): number {
  return record.shortCount(FIELD.size);
}
