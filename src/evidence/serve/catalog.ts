/**
 * What a server shows: the documents that were found, newest first, and what could not be read. Nothing of it is verified.
 *
 *     evidenceDocument(catalog)      serve-evidence.v0
 *     {"entries":[{"created":"2026-01-15T10:30:00Z","digest":"sha256:…","id":"sha256:…","kind":"lock","members":2,"note":null,
 *      "path":"dec.lock.json","tags":[],"within":null}],"not_read":[],…,"verified":false,"version":"serve-evidence.v0"}
 */

import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject } from '#core/json/value';
import { shortText } from '#core/short-text';
import type { KindName, PassedOver } from '../verdict.ts';
import type { PackedMembers } from './members.ts';

export interface Entry {
  /** Below what is served; different for each entry. */
  readonly path: string;
  readonly kind: KindName;
  readonly id: string | null;
  readonly digest: string | null;
  readonly created: string | null;
  /** Null if not read. */
  readonly members: number | null;
  readonly tags: readonly string[];
  readonly note: string | null;
  /** The path of the pack that it is a member of. */
  readonly within: string | null;
  /** Null if they are not searched: a text says why. */
  readonly searched: PackedMembers | string;
}

export interface Catalog {
  /** What was given, without a secret. */
  readonly served: string;
  /** Newest first; without a time last. */
  readonly entries: readonly Entry[];
  readonly notRead: readonly PassedOver[];
  readonly passedOver: readonly PassedOver[];
  /** How many files are no evidence. */
  readonly unknown: number;
}

/** More are counted, and not listed. */
const MAX_LISTED = 1000;

/** A name or a note may have millions of characters; nobody reads them. */
export function clipped<T extends string | null>(text: T): T | string {
  return text === null ? text : shortText(text, MAX_TEXT);
}

const MAX_TEXT = 4096;

/** As times are written in evidence, their texts have the order of the times. */
export function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => {
    if (a.created === null || b.created === null) return Number(a.created === null) - Number(b.created === null) || byPath(a, b);
    return compareUtf8(b.created, a.created) || byPath(a, b);
  });
}

function byPath(a: Entry, b: Entry): number {
  return compareUtf8(a.path, b.path);
}

/** The entries whose members are not searched, with the reason. */
export function notSearched(entries: readonly Entry[]): readonly PassedOver[] {
  return entries.flatMap(({ path, searched }) => (typeof searched === 'string' ? [{ path, reason: searched }] : []));
}

export function evidenceDocument({ served, entries, notRead, passedOver, unknown }: Catalog): JsonObject {
  const unsearched = notSearched(entries);
  return {
    version: 'serve-evidence.v0',
    served,
    verified: false,
    entries: entries.map(({ path, kind, id, digest, created, members, tags, note, within }) => {
      const texts = { id: clipped(id), created: clipped(created), note: clipped(note) };
      return { path, kind, ...texts, digest, members, tags, within };
    }),
    not_read: listed(notRead),
    not_read_count: notRead.length,
    not_searched: listed(unsearched),
    not_searched_count: unsearched.length,
    passed_over: listed(passedOver),
    passed_over_count: passedOver.length,
    unknown,
  };
}

export function listed(list: readonly PassedOver[]): JsonObject[] {
  return list.slice(0, MAX_LISTED).map(({ path, reason }) => ({ path: clipped(path), reason: clipped(reason) }));
}
