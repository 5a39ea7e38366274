/**
 * Seals a lock document by the words of lock.md alone, without the program: sorted keys, compact, SHA-256 over the bytes with an empty
 * `lock_hash`. Number tokens are kept as they stand, so that sizes beyond 2^53 survive.
 *
 *     sealLock('{"members":[], "version":"lock.v0"}')   {"lock_hash":"sha256:…","members":[],"version":"lock.v0"}
 */
import { createHash } from 'node:crypto';

export function sealLock(text: string): string {
  return sealedUnder('lock_hash', text);
}

/** The same for any document that holds its own hash in that field. */
export function sealedUnder(field: string, text: string): string {
  const document = { ...(parseKeepingNumbers(text) as object), [field]: '' };
  const digest = createHash('sha256').update(canonicalText(document)).digest('hex');
  return canonicalText({ ...document, [field]: `sha256:${digest}` });
}

const NUMBER_MARK = '\u0001';

function parseKeepingNumbers(text: string): unknown {
  const marked = text.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g,
    (_, string?: string, number?: string) => string ?? `"\\u0001${number}"`,
  );
  return JSON.parse(marked);
}

function canonicalText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith(NUMBER_MARK) ? value.slice(1) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`).join(',')}}`;
}
