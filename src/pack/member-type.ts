/**
 * What kind of evidence a member is, by what it says of itself and only then by its name (P4). In this order:
 *
 *     JSON object whose `version` is in the table                      its type, artifact_version = that version
 *     YAML mapping with `schema_version` and `profile_id`              profile
 *     YAML mapping with a `fingerprint_id`, and `assertions`           fingerprint, artifact_version = that id
 *       or a name that ends in .fp.yaml or .fp.yml
 *     named registry.json or *.registry.json, or in a folder           registry
 *       whose name ends in `registry`
 *     anything else                                                    other
 *
 * A name promises nothing about contents: a `.fp.yaml` that is no YAML, or says no `fingerprint_id`, is `other`.
 */
import { isJsonObject, type JsonValue } from '#core/json/value';

export type TypeName = 'artifact' | 'fingerprint' | 'lockfile' | 'other' | 'pack' | 'profile' | 'registry' | 'report' | 'rules';

export interface MemberType {
  readonly type: TypeName;
  readonly artifactVersion: string | null;
}

/** Every version that is known here, and the type of what bears it. */
export const VERSIONS: ReadonlyMap<string, TypeName> = new Map<string, TypeName>([
  ['assess.v0', 'artifact'],
  ['benchmark.v0', 'report'],
  ['canon.v0', 'artifact'],
  ['compare.v0', 'report'],
  ['lock-verify.v0', 'report'],
  ['lock.v0', 'lockfile'],
  ['pack.diff.v0', 'report'],
  ['pack.v0', 'pack'],
  ['pack.verify.v0', 'report'],
  ['rvl.v0', 'report'],
  ['shape.v0', 'report'],
  ['verify.constraint.v1', 'rules'],
  ['verify.report.v1', 'report'],
  ['verify.rules.v0', 'rules'],
  ['verify.v0', 'report'],
]);

/** The contents as far as they could be read; an outline is enough. */
export interface MemberContents {
  readonly json?: JsonValue | undefined;
  readonly yaml?: JsonValue | undefined;
}

export function typeOf(path: string, { json, yaml }: MemberContents): MemberType {
  return ofVersion(json) ?? ofProfile(yaml) ?? ofFingerprint(path, yaml) ?? typeByName(path);
}

/** Of a member that was not read. */
export function typeByName(path: string): MemberType {
  return { type: isInRegistry(path) ? 'registry' : 'other', artifactVersion: null };
}

/** Named as a fingerprint definition, so that it is worth reading. */
export function isNamedFingerprint(path: string): boolean {
  return path.endsWith('.fp.yaml') || path.endsWith('.fp.yml');
}

function ofVersion(json: JsonValue | undefined): MemberType | null {
  const version = isJsonObject(json) ? json['version'] : undefined;
  if (typeof version !== 'string') return null;
  const type = VERSIONS.get(version);
  return type === undefined ? null : { type, artifactVersion: version };
}

function ofProfile(yaml: JsonValue | undefined): MemberType | null {
  return isJsonObject(yaml) && 'schema_version' in yaml && 'profile_id' in yaml ? { type: 'profile', artifactVersion: null } : null;
}

function ofFingerprint(path: string, yaml: JsonValue | undefined): MemberType | null {
  if (!isJsonObject(yaml)) return null;
  const id = yaml['fingerprint_id'];
  if (typeof id !== 'string' || id === '' || !('assertions' in yaml || isNamedFingerprint(path))) return null;
  // An id that is the version of something else would have the definition judged by that one's schema.
  return { type: 'fingerprint', artifactVersion: VERSIONS.has(id) ? null : id };
}

function isInRegistry(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() as string;
  return name === 'registry.json' || name.endsWith('.registry.json') || segments.some((folder) => folder.endsWith('registry'));
}
