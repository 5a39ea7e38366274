/**
 * Reads a stack.lock, as strictly as our own and the published locks allow: unknown fields may be anywhere, digests are SHA-256 or ArtifactRefs,
 * the digest of a module has one of its two names or both (S2), and the fields of an agreement must be all present or all absent.
 *
 *     parseStackLock(value)     { ok: false, faults: [{ at: 'corridors[0].trust_anchors_sha256', message: 'expected a pin' }] }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import type { CorridorEntry, LawpackEntry, ModuleEntry, OverlayEntry, StackLock } from './document.ts';
import type { Fault, Shaped } from './inputs/facts.ts';
import { openReading, type Reading } from './inputs/field-reader.ts';
import { isHex, type Pin, readPin } from './pin.ts';

const A_DIGEST = 'expected 64 lower-case hex digits';
/** Jurisdiction and domain form one id, `ex:civil`, so they must not contain a colon. */
const NO_COLON = /^[^:]+$/;
const A_NAME = 'a name without a colon';

export function parseStackLock(value: JsonValue): Shaped<StackLock> {
  const lock = openReading(value);
  const profile = lock.object('profile');
  const generatedAt = lock.text('generated_at');
  if (generatedAt !== '' && parseInstant(generatedAt) === null)
    lock.fault('generated_at', `expected an RFC 3339 time, found ${generatedAt}`);
  const parsed: StackLock = {
    stack_spec_version: lock.text('stack_spec_version'),
    generated_at: generatedAt,
    zone_id: lock.text('zone_id'),
    profile: { profile_id: profile.text('profile_id'), version: profile.text('version') },
    modules: lock.objects('modules', readModuleEntry),
    lawpacks: lock.objects('lawpacks', readLawpackEntry),
    overlays: lock.optionalObjects('overlays', readOverlayEntry) ?? [],
    corridors: lock.objects('corridors', readCorridorEntry),
  };
  const { modules, lawpacks, corridors } = parsed;
  const ids = {
    modules: modules.map(({ module_id: id }) => id),
    lawpacks: lawpacks.map(({ jurisdiction_id: id, domain }) => `${id}:${domain}`),
    corridors: corridors.map(({ corridor_id: id }) => id),
  };
  for (const [section, each] of Object.entries(ids)) noteDuplicates(lock, section, each);
  return lock.shaped(parsed);
}

/** Refuses duplicate entries, because readers could choose differently; only overlays may repeat a module. */
function noteDuplicates(lock: Reading, section: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) lock.fault(`${section}[${index}]`, `expected ${id} once, found it again`);
    seen.add(id);
  }
}

function readModuleEntry(entry: Reading): ModuleEntry {
  const { manifest_sha256: schemas, module_manifest_sha256: documents } = entry.fields;
  const digest = schemas === undefined ? hexAt(entry, 'module_manifest_sha256') : hexAt(entry, 'manifest_sha256');
  if (schemas !== undefined && documents !== undefined && schemas !== documents)
    entry.fault('module_manifest_sha256', `expected ${digest} as in manifest_sha256, found ${isHex(documents) ? documents : 'another'}`);
  const provides = entry.optionalObjects('provides', (each) => each.fields);
  return {
    module_id: entry.text('module_id'),
    version: entry.text('version'),
    variant: entry.text('variant'),
    params: entry.optionalObject('params')?.fields ?? {},
    module_manifest_sha256: digest,
    manifest_sha256: digest,
    ...(provides === undefined ? {} : { provides }),
  };
}

function readLawpackEntry(entry: Reading): LawpackEntry {
  const pin = pinAt(entry, 'lawpack_digest_sha256');
  if (typeof pin !== 'string' && pin.artifact_type !== 'lawpack')
    entry.fault('lawpack_digest_sha256', `expected an artifact of type lawpack, found ${pin.artifact_type}`);
  const lockSha256 = entry.fields['lawpack_lock_sha256'];
  return {
    jurisdiction_id: entry.matching('jurisdiction_id', NO_COLON, A_NAME),
    domain: entry.matching('domain', NO_COLON, A_NAME),
    lawpack_digest_sha256: pin,
    ...present('lawpack_lock_path', entry.optionalText('lawpack_lock_path')),
    ...present('lawpack_lock_sha256', lockSha256 === undefined ? undefined : hexAt(entry, 'lawpack_lock_sha256')),
    ...present('lawpack_artifact_path', entry.optionalText('lawpack_artifact_path')),
    ...present('as_of_date', entry.optionalText('as_of_date')),
  };
}

function readOverlayEntry(entry: Reading): OverlayEntry {
  const digests = entry.list('patches_sha256', hexOf);
  const patches = entry.optionalTexts('patches');
  if (patches !== undefined && patches.length !== digests.length)
    entry.fault('patches', `expected ${digests.length} paths, one for each digest, found ${patches.length}`);
  return { module_id: entry.text('module_id'), patches: patches ?? [], patches_sha256: digests };
}

const AGREEMENT_FIELDS = [
  'corridor_agreement_vc_sha256',
  'corridor_agreement_signers',
  'corridor_activated',
  'corridor_agreement_set_sha256',
  'corridor_agreement_payload_sha256_by_path',
];

function readCorridorEntry(entry: Reading): CorridorEntry {
  return {
    corridor_id: entry.text('corridor_id'),
    corridor_manifest_sha256: pinAt(entry, 'corridor_manifest_sha256'),
    trust_anchors_sha256: pinAt(entry, 'trust_anchors_sha256'),
    key_rotation_sha256: pinAt(entry, 'key_rotation_sha256'),
    corridor_definition_vc_sha256: pinAt(entry, 'corridor_definition_vc_sha256'),
    corridor_definition_signers: entry.texts('corridor_definition_signers'),
    ...(AGREEMENT_FIELDS.some((name) => entry.fields[name] !== undefined) ? readAgreement(entry) : {}),
  };
}

/** The blockers may be absent: the original leaves them out if there are none. */
function readAgreement(entry: Reading): Partial<CorridorEntry> {
  const activated = entry.fields['corridor_activated'];
  if (typeof activated !== 'boolean') entry.fault('corridor_activated', 'expected a boolean');
  return {
    corridor_agreement_vc_sha256: entry.list('corridor_agreement_vc_sha256', pinOf),
    corridor_agreement_signers: entry.texts('corridor_agreement_signers'),
    corridor_activated: activated === true,
    corridor_agreement_set_sha256: hexAt(entry, 'corridor_agreement_set_sha256'),
    corridor_agreement_payload_sha256_by_path: readPayloads(entry.object('corridor_agreement_payload_sha256_by_path')),
    ...present('corridor_activation_blockers', entry.optionalTexts('corridor_activation_blockers')),
  };
}

function readPayloads(payloads: Reading): Readonly<Record<string, string>> {
  for (const [path, digest] of Object.entries(payloads.fields)) hexOf(digest, payloads.place(path), payloads.faults);
  return payloads.fields as Readonly<Record<string, string>>;
}

function present<K extends string, T>(name: K, value: T | undefined): { readonly [_ in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [_ in K]: T });
}

function hexAt(entry: Reading, name: string): string {
  return hexOf(entry.fields[name], entry.place(name), entry.faults);
}

function hexOf(value: JsonValue | undefined, at: string, faults: Fault[]): string {
  if (isHex(value)) return value;
  faults.push({ at, message: A_DIGEST });
  return '';
}

function pinAt(entry: Reading, name: string): Pin {
  return pinOf(entry.fields[name], entry.place(name), entry.faults);
}

function pinOf(value: JsonValue | undefined, at: string, faults: Fault[]): Pin {
  const pin = readPin(value);
  if (pin !== null) return pin;
  faults.push({
    at,
    message: isJsonObject(value) ? 'expected an ArtifactRef with artifact_type and digest_sha256' : `${A_DIGEST}, or an ArtifactRef`,
  });
  return '';
}

/** The lock as a JSON value, for the writers. */
export function lockValue(lock: StackLock): JsonObject {
  return lock as unknown as JsonObject;
}
