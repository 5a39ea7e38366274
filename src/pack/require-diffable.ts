/**
 * `pack diff` takes a manifest at its word, so the word must be its own: it matches its pack_id, counts its members, and names each of
 * them once by a path that stays inside. Fields that are not known here and another order are no hindrance.
 */
import type { NewHasher } from '#core/ports';
import { type FindingCode, sortFindings } from './findings.ts';
import type { ReadManifest } from './read.ts';
import { unsoundPack } from './refusals.ts';
import { findingFields } from './report.ts';
import { judgeManifest } from './verify.ts';

const NO_HINDRANCE: ReadonlySet<FindingCode> = new Set<FindingCode>(['UNKNOWN_FIELD', 'UNSORTED_MEMBERS']);

/** `pack` is the pack as it was typed. Throws `E_BAD_PACK` with what is wrong. */
export function requireComparable(manifest: ReadManifest, pack: string, newHasher: NewHasher): ReadManifest {
  const findings = judgeManifest(manifest, newHasher).filter(({ code }) => !NO_HINDRANCE.has(code));
  if (findings.length > 0) throw unsoundPack(pack, { invalid: sortFindings(findings).map(findingFields) });
  return manifest;
}
