/**
 * `pack diff` trusts a manifest without reading the members. So the manifest must match its pack_id, its member count must be right, and it
 * must list each member once by a safe path. Unknown fields and another order are allowed.
 */
import type { NewHasher } from '#core/ports';
import { type FindingCode, sortFindings } from './findings.ts';
import type { ReadManifest } from './read.ts';
import { invalidPack } from './refusals.ts';
import { findingFields } from './report.ts';
import { judgeManifest } from './verify.ts';

const ALLOWED_FINDINGS: ReadonlySet<FindingCode> = new Set<FindingCode>(['UNKNOWN_FIELD', 'UNSORTED_MEMBERS']);

/** `pack` is the path of the pack as it was typed. Throws `E_BAD_PACK` with the findings. */
export function requireDiffable(manifest: ReadManifest, pack: string, newHasher: NewHasher): ReadManifest {
  const findings = judgeManifest(manifest, newHasher).filter(({ code }) => !ALLOWED_FINDINGS.has(code));
  if (findings.length > 0) throw invalidPack(pack, { invalid: sortFindings(findings).map(findingFields) });
  return manifest;
}
