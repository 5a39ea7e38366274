/**
 * Reads a profile document, recognised as `pack seal` recognises it: YAML of at most 1 MiB with `schema_version` and `profile_id`.
 *
 *     readProfile('loans.yaml', source)      { id: 'loans.v1', digest: 'sha256:9f2a…', file: 'loans.yaml' }
 */
import { basename } from 'node:path';
import { parseYaml } from '#codecs/yaml/read';
import { fill } from '#core/bytes/source';
import type { JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import type { GivenProfile } from '#lock/origin/profiles';
import { badProfile } from '#lock/refusals';
import { detectShort, MAX_YAML_LENGTH } from './detect-type.ts';
import { sniffWhole } from './sniff.ts';

/** `file` is the path as it was typed. Refuses any other document. */
export function readProfile(file: string, source: ByteSource): GivenProfile {
  const buffer = new Uint8Array(MAX_YAML_LENGTH + 1);
  const bytes = buffer.subarray(0, fill(source, buffer));
  if (bytes.length > MAX_YAML_LENGTH) throw badProfile(file, `it is longer than ${MAX_YAML_LENGTH} bytes`);
  const { type } = detectShort(basename(file), bytes, sniffWhole(bytes)).type;
  if (type !== 'profile') throw badProfile(file, `expected YAML with schema_version and profile_id, found ${type}`);
  const id = (parseYaml(bytes) as JsonObject)['profile_id'];
  if (typeof id !== 'string' || id === '') throw badProfile(file, 'profile_id must be a text');
  const hasher = newHasher('sha256');
  hasher.update(bytes);
  return { id, digest: `sha256:${hasher.digest()}`, file };
}
