/**
 * Whether what a manifest names may be fetched at all: it is the pack that was asked for, every path is safe and can lie beside the others,
 * every hash is one that a store knows. Judged before any path is used and any blob is asked for.
 *
 *     requireFetchable(manifest, 'sha256:9a0b…', newHasher)
 */
import { type Digest, isSha256Digest } from '#core/digest';
import type { NewHasher } from '#core/ports';
import { sortFindings } from './findings.ts';
import { findPathClash } from './path-clash.ts';
import type { ReadManifest } from './read.ts';
import { badPack } from './refusals.ts';
import { findingFields } from './report.ts';
import { judgeManifest } from './verify.ts';

export function requireFetchable(manifest: ReadManifest, packId: Digest, newHasher: NewHasher): void {
  const { packId: actual } = manifest;
  if (actual !== packId) throw badPack(packId, `expected the manifest of ${packId}, found that of ${actual}`, { actual });
  // That it is what it says of itself is one of these.
  const findings = sortFindings(judgeManifest(manifest, newHasher));
  if (findings.length > 0) throw badPack(packId, `pack does not verify: ${packId}`, { invalid: findings.map(findingFields) });
  const unknown = manifest.members.find(({ bytesHash }) => !isSha256Digest(bytesHash));
  if (unknown !== undefined) throw badPack(packId, 'expected sha256: and 64 hex digits as bytes_hash', { path: unknown.path });
  const clash = findPathClash(manifest.members);
  if (clash !== null) throw badPack(packId, 'expected a member or a folder of that name, found both', { path: clash.file.path });
}
