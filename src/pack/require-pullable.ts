/**
 * Checks whether the members of a manifest may be fetched: it is the requested pack, every path is safe, no path is both a file and a
 * folder, and every hash is one that a store knows. The check comes before any path is used and any blob is requested.
 *
 *     requirePullable(manifest, 'sha256:9a0b…', newHasher)
 */
import { type Digest, isSha256Digest } from '#core/digest';
import type { NewHasher } from '#core/ports';
import { sortFindings } from './findings.ts';
import { findPathClash } from './path-clash.ts';
import type { ReadManifest } from './read.ts';
import { badPack } from './refusals.ts';
import { findingFields } from './report.ts';
import { judgeManifest } from './verify.ts';

export function requirePullable(manifest: ReadManifest, packId: Digest, newHasher: NewHasher): void {
  const { packId: actual } = manifest;
  if (actual !== packId) throw badPack(packId, `expected the manifest of ${packId}, found that of ${actual}`, { actual });
  // The findings include a manifest that does not match its own pack_id.
  const findings = sortFindings(judgeManifest(manifest, newHasher));
  if (findings.length > 0) throw badPack(packId, `pack does not verify: ${packId}`, { invalid: findings.map(findingFields) });
  const unknown = manifest.members.find(({ bytesHash }) => !isSha256Digest(bytesHash));
  if (unknown !== undefined) throw badPack(packId, 'expected sha256: and 64 hex digits as bytes_hash', { path: unknown.path });
  const clash = findPathClash(manifest.members);
  if (clash !== null) throw badPack(packId, 'expected a member or a folder of that name, found both', { path: clash.file.path });
}
