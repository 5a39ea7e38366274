/** Describes a fingerprint for `--list --json`, and assertions and extracts for the documentation. */
import type { JsonObject } from '#core/json/value';
import { ASSERTIONS } from './assert/assertions.ts';
import type { Candidate } from './candidate.ts';
import { EXTRACTS } from './define/extract.ts';
import type { Fields } from './define/fields.ts';

export function describeCandidate(candidate: Candidate): JsonObject {
  return {
    asserts: candidate.asserts.map(({ name, doc }) => ({ doc, name })),
    content_hash: candidate.contentHash,
    fingerprint_crate: candidate.crate,
    fingerprint_id: candidate.id,
    fingerprint_source: candidate.source,
    fingerprint_version: candidate.version,
    format: candidate.format,
    parent: candidate.parent,
    valid_from: candidate.validFrom,
    valid_until: candidate.validUntil,
  };
}

export function describeAssertions(): readonly JsonObject[] {
  return ASSERTIONS.map(({ name, formats, doc, fields, bare }) => ({
    doc,
    fields: describeFields(fields),
    formats,
    is_bare: bare !== null,
    name,
  }));
}

export function describeExtracts(): readonly JsonObject[] {
  return EXTRACTS.map(({ type, formats, doc, fields }) => ({ doc, fields: describeFields(fields), formats, type }));
}

function describeFields(fields: Fields): readonly JsonObject[] {
  return Object.entries(fields).map(([name, { type, isRequired }]) => ({ expected: type.words, name, required: isRequired }));
}
