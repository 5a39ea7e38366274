/**
 * Determines what kind of evidence a member is: first by its contents, and only then by its name (P4, M9). The rules apply in this order:
 *
 *     JSON object whose `version` is in the table                      its type, artifact_version = that version
 *     a refusal under the version of a lockfile or a pack              refusal
 *     a tool chain's lock, a stack.lock, a replay result               chain-lock, stack-lock, replay-result
 *     JSON lines that begin with a `witness.v0`                        ledger
 *     YAML mapping with `schema_version` and `profile_id`              profile
 *     YAML mapping with a `fingerprint_id`, and `assertions`           fingerprint, artifact_version = that id
 *       or a name that ends in .fp.yaml or .fp.yml
 *     named *.seals.jsonl                                              seals
 *     named registry.json or *.registry.json, or in a folder           registry
 *       whose name ends in `registry`
 *     anything else                                                    other
 *
 * A name says nothing certain about the contents: a `.fp.yaml` that is not YAML, or has no `fingerprint_id`, is `other`.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';

export type TypeName =
  | 'artifact'
  | 'chain-lock'
  | 'fingerprint'
  | 'ledger'
  | 'lockfile'
  | 'other'
  | 'pack'
  | 'profile'
  | 'refusal'
  | 'registry'
  | 'replay-result'
  | 'report'
  | 'rules'
  | 'seals'
  | 'stack-lock';

export interface MemberType {
  readonly type: TypeName;
  readonly artifactVersion: string | null;
}

/** Every version for which there is a member schema, and the type of the documents with that version. */
export const VERSIONS: ReadonlyMap<string, TypeName> = new Map<string, TypeName>([
  ['assess.v0', 'artifact'],
  ['benchmark.v0', 'report'],
  ['canon.v0', 'artifact'],
  ['compare.v0', 'report'],
  ['lock-verify.v0', 'report'],
  ['lock.v0', 'lockfile'],
  ['pack-reference.v0', 'other'],
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

/** Reports of this program to which no schema is applied. */
const OTHER_REPORTS: ReadonlySet<string> = new Set([
  'chain-diff.v0',
  'chain-verify.v0',
  'lock-diff.v0',
  'stack-diff.v0',
  'stack-verify.v0',
  'witness-verify.v0',
]);

/** A document with one of these versions that contains a refusal is a refusal envelope. It is never a lockfile or a pack. */
const NEVER_REFUSED: ReadonlySet<string> = new Set(['lock.v0', 'pack.v0']);

const LEDGER_VERSION = 'witness.v0';

/** The contents, as far as they could be read. An outline is enough. */
export interface MemberContents {
  readonly json?: JsonValue | undefined;
  readonly yaml?: JsonValue | undefined;
  /** The first line, if the file may be JSON lines. */
  readonly firstLine?: JsonValue | undefined;
}

export function typeOf(path: string, { json, yaml, firstLine }: MemberContents): MemberType {
  return (
    ofVersion(json) ??
    ofShape(json) ??
    ofShape(yaml) ??
    ofLedger(json) ??
    ofLedger(firstLine) ??
    ofProfile(yaml) ??
    ofFingerprint(path, yaml) ??
    typeByName(path)
  );
}

/** Returns a warning for a member that is not what it seems to be, or null for nearly all members. */
export function doubtAbout({ type }: MemberType, json: JsonValue | undefined): string | null {
  if (!isJsonObject(json)) return null;
  const { version, lock_hash, members } = json;
  if (type === 'refusal' && typeof version === 'string') return `a refusal under the version ${version}, sealed as a refusal`;
  const isWhole = type !== 'lockfile' || (typeof lock_hash === 'string' && Array.isArray(members));
  return isWhole ? null : 'a lockfile without lock_hash and members, which lock verify would refuse';
}

/** Returns the type of a member that was not read. */
export function typeByName(path: string): MemberType {
  return { type: path.endsWith('.seals.jsonl') ? 'seals' : isInRegistry(path) ? 'registry' : 'other', artifactVersion: null };
}

/** True if the name is that of a fingerprint definition, so that the file is worth reading. */
export function isNamedFingerprint(path: string): boolean {
  return path.endsWith('.fp.yaml') || path.endsWith('.fp.yml');
}

function ofVersion(json: JsonValue | undefined): MemberType | null {
  const version = isJsonObject(json) ? json['version'] : undefined;
  if (!isJsonObject(json) || typeof version !== 'string') return null;
  if (NEVER_REFUSED.has(version) && isRefusal(json)) return { type: 'refusal', artifactVersion: null };
  const type = VERSIONS.get(version) ?? (OTHER_REPORTS.has(version) ? 'report' : undefined);
  return type === undefined ? null : { type, artifactVersion: version };
}

function isRefusal({ outcome, refusal }: JsonObject): boolean {
  return outcome === 'REFUSAL' && isJsonObject(refusal);
}

/** Recognises documents of this program that have no `version` of the usual kind. */
function ofShape(value: JsonValue | undefined): MemberType | null {
  if (!isJsonObject(value)) return null;
  const { lockfile_version, root, resolved_chain, stack_spec_version, zone_id, ok, ref, canonical_scope } = value;
  if (lockfile_version === 1 && isJsonObject(root) && Array.isArray(resolved_chain)) return { type: 'chain-lock', artifactVersion: null };
  if (typeof stack_spec_version === 'string' && typeof zone_id === 'string') return { type: 'stack-lock', artifactVersion: null };
  if (typeof ok === 'boolean' && typeof canonical_scope === 'string' && ref !== undefined)
    return { type: 'replay-result', artifactVersion: null };
  return null;
}

function ofLedger(json: JsonValue | undefined): MemberType | null {
  return isJsonObject(json) && json['version'] === LEDGER_VERSION && typeof json['id'] === 'string'
    ? { type: 'ledger', artifactVersion: LEDGER_VERSION }
    : null;
}

function ofProfile(yaml: JsonValue | undefined): MemberType | null {
  return isJsonObject(yaml) && 'schema_version' in yaml && 'profile_id' in yaml ? { type: 'profile', artifactVersion: null } : null;
}

function ofFingerprint(path: string, yaml: JsonValue | undefined): MemberType | null {
  if (!isJsonObject(yaml)) return null;
  const id = yaml['fingerprint_id'];
  if (typeof id !== 'string' || id === '' || !('assertions' in yaml || isNamedFingerprint(path))) return null;
  // If the id is also the version of another kind of document, the definition would be validated by that schema.
  return { type: 'fingerprint', artifactVersion: VERSIONS.has(id) ? null : id };
}

function isInRegistry(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() as string;
  return name === 'registry.json' || name.endsWith('.registry.json') || segments.some((folder) => folder.endsWith('registry'));
}
