/**
 * Searches the documents and their members for a text: part of a path, a tag or a note, or the beginning of a digest.
 *
 *     searchCatalog(catalog, { text: 'loans', from: 0, count: 100 })         members and documents whose path contains it
 *     searchCatalog(catalog, { text: 'sha256:9a0b', from: 0, count: 100 })   members and documents with such a digest
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { type Catalog, clipped, type Entry, listed, notSearched } from './catalog.ts';
import type { DigestQuestion } from './members.ts';

export interface SearchQuestion {
  readonly text: string;
  /** How many hits are passed over, for the next part of a long list. */
  readonly from: number;
  readonly count: number;
}

/** Fewer digits are found everywhere. */
const MIN_DIGITS = 6;
const DIGITS = new RegExp(`^(?:(sha256|blake3):)?([0-9a-f]{${MIN_DIGITS},64})$`);

export function searchCatalog(catalog: Catalog, { text, from, count }: SearchQuestion): JsonObject {
  const digest = digestIn(text);
  const hits: JsonValue[] = [];
  let total = 0;
  for (const hit of hitsIn(catalog.entries, text, digest)) if (total++ >= from && hits.length < count) hits.push(hit());
  const unsearched = notSearched(catalog.entries);
  return {
    version: 'serve-search.v0',
    verified: false,
    text,
    by: digest === null ? 'path' : digest.algorithm === null ? 'path or digest' : 'digest',
    from,
    hits,
    total,
    not_read: catalog.notRead.length,
    not_searched: listed(unsearched),
    not_searched_count: unsearched.length,
  };
}

/** Null if the text is no beginning of a digest. */
function digestIn(text: string): DigestQuestion | null {
  const [, algorithm = null, digits] = DIGITS.exec(text.toLowerCase()) ?? [];
  return digits === undefined ? null : { algorithm, digits };
}

/** Made only if they are listed. */
function* hitsIn(entries: readonly Entry[], text: string, digest: DigestQuestion | null): Generator<() => JsonObject> {
  for (const entry of entries) {
    const { path, kind, created, searched } = entry;
    const hit = (found: JsonObject) => (): JsonObject => ({
      path,
      kind,
      created: clipped(created),
      member: null,
      digest: null,
      size: null,
      ...found,
    });
    const asDocument = documentHit(entry, text, digest);
    if (asDocument !== null) yield hit({ as: asDocument, digest: entry.digest });
    if (typeof searched === 'string') continue;
    const memberHit = (index: number, as: string) => (): JsonObject => {
      const { path: member, digest: found, size } = searched.at(index);
      return hit({ as, member: clipped(member), digest: found, size })();
    };
    const byDigest = new Set(digest === null ? [] : searched.withDigest(digest));
    for (const index of byDigest) yield memberHit(index, 'digest');
    if (digest === null || digest.algorithm === null)
      for (const index of searched.withPath(text)) if (!byDigest.has(index)) yield memberHit(index, 'path');
  }
}

function documentHit({ id, digest: own, path, tags, note }: Entry, text: string, digest: DigestQuestion | null): string | null {
  if (digest !== null && [id, own].some((name) => name !== null && isMeant(name, digest))) return 'document digest';
  if (path.includes(text) || id?.includes(text)) return 'document';
  if (tags.some((tag) => tag.includes(text))) return 'tag';
  return note?.includes(text) ? 'note' : null;
}

function isMeant(name: string, { algorithm, digits }: DigestQuestion): boolean {
  const [own, hex = ''] = name.split(':');
  return hex.startsWith(digits) && (algorithm === null || own === algorithm);
}
