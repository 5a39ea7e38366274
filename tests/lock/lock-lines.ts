/** Lines of a stream for tests, and a draft that has read them. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { LockDraft, type LockFacts } from '#lock/create';

export const FACTS: LockFacts = {
  datasetId: 'd',
  asOf: null,
  note: null,
  created: '2026-01-15T10:30:00Z',
  profiles: [],
  toolVersion: '0.1.0',
};

export function draftOf(lines: readonly string[]): LockDraft {
  const draft = new LockDraft({ words: 'lock --dataset-id d', input: null });
  for (const line of lines) {
    const bytes = encodeUtf8(line);
    draft.addLine(bytes, 0, bytes.length);
  }
  return draft;
}

/** A record of the file `a`, with these fields in place of its own. */
export function record(fields: JsonObject): string {
  return JSON.stringify({ version: 'hash.v0', relative_path: 'a', bytes_hash: 'sha256:00', size: 1, ...fields });
}

export function without(name: string, fields: JsonObject = {}): string {
  return JSON.stringify({ ...(JSON.parse(record(fields)) as object), [name]: undefined });
}
