/** The fingerprint of a member, with exactly four fields (L5). */
import { isJsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

/** Returns the canonical text of the fingerprint, or null if the record has none. */
export function fingerprintEntry(record: StreamRecord): string | null {
  if (record.isAbsent(FIELD.fingerprint)) return null;
  const value = record.value(FIELD.fingerprint);
  if (value === null) return null;
  if (!isJsonObject(value)) throw new BadRecord('malformed fingerprint: expected an object or null');
  const { fingerprint_id, fingerprint_version, matched } = value;
  const content_hash = value['content_hash'] ?? null;
  if (typeof fingerprint_id !== 'string') throw new BadRecord('malformed fingerprint: fingerprint_id must be a string');
  if (typeof fingerprint_version !== 'string') throw new BadRecord('malformed fingerprint: fingerprint_version must be a string');
  if (typeof matched !== 'boolean') throw new BadRecord('malformed fingerprint: matched must be a boolean');
  if (content_hash !== null && typeof content_hash !== 'string')
    throw new BadRecord('malformed fingerprint: content_hash must be a string or null');
  return formatSpine({ fingerprint_id, fingerprint_version, matched, content_hash });
}
