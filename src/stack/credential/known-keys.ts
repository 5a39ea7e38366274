/**
 * The keys that zone, profile, module and corridor files may have: those of the public schemas. An unknown key that is similar to a known one is
 * refused, because it is probably a mistake and would have no effect. Any other unknown key is listed as unused (S11).
 *
 *     param_overrides: {…}       refused: unknown key, did you mean params_overrides
 *     national_adapters: {…}     unused
 *
 * A key is similar to a known one if they differ only in letter case, `_` and `-`; or in one letter, from five letters on in up to two, that are
 * added, omitted, changed or swapped. If either has three letters or fewer, only the first rule applies.
 */
import { editDistance } from '#core/edit-distance';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { type FieldShape, fieldIn, isListShape, READ } from '../inputs/closed-fields.ts';
import type { Reading } from '../inputs/field-reader.ts';

/** The values are checked by the readers. */
const keys = (...names: readonly string[]): Readonly<Record<string, typeof READ>> => Object.fromEntries(names.map((name) => [name, READ]));

export const ZONE_KEYS: FieldShape = {
  ...keys('zone_id', 'jurisdiction_id', 'zone_name', 'params_overrides', 'corridors', 'jurisdiction_stack', 'lawpack_domains'),
  ...keys('lockfile_path', 'trust_anchors', 'key_rotation_policy', 'licensepack_domains', 'licensepack_refresh_policy', 'regpack_domains'),
  profile: keys('profile_id', 'version'),
  overlays: [keys('module_id', 'patches', 'description')],
};

export const PROFILE_KEYS: FieldShape = {
  ...keys('profile_id', 'stack_spec_version', 'corridors'),
  modules: [keys('module_id', 'version', 'variant', 'params')],
};

export const MODULE_KEYS: FieldShape = {
  ...keys('module_id', 'version', 'kind', 'description', 'license', 'name', 'spec_version'),
  variants: [keys('variant_id', 'name', 'description', 'features')],
  depends_on: [keys('module_id', 'constraint', 'notes')],
  provides: [keys('interface', 'path', 'media_type', 'description')],
  parameters: { '*': keys('type', 'default', 'required', 'values', 'constraints', 'description', 'schema') },
};

export const CORRIDOR_KEYS: FieldShape = {
  ...keys('corridor_id', 'participants', 'settlement', 'recognition', 'attestations', 'dispute_resolution', 'verification_ruleset'),
  ...keys('trust_anchors_path', 'key_rotation_path', 'definition_vc_path', 'agreement_vc_path', 'authority_registry_vc_path'),
  ...keys('state_channel', 'title', 'description'),
};

export const ANCHOR_KEYS: FieldShape = {
  version: READ,
  trust_anchors: [keys('anchor_id', 'type', 'identifier', 'allowed_attestations', 'metadata')],
};

export const ROTATION_KEYS: FieldShape = {
  version: READ,
  policy: { ...keys('rotation_days', 'grace_days', 'max_key_age_days'), revocation: keys('method', 'uri') },
};

/** Records each key that is similar to a known one as a fault. */
export function requireKnownKeys({ fields, faults }: Reading, shape: FieldShape): void {
  for (const { at, meant } of unknownKeys(fields, shape))
    if (meant !== null) faults.push({ at, message: `unknown key, did you mean ${meant}` });
}

/** The paths of the keys that are neither known nor similar to a known one. */
export function unusedKeys(value: JsonValue, shape: FieldShape): readonly string[] {
  return unknownKeys(value, shape).flatMap(({ at, meant }) => (meant === null ? at : []));
}

interface UnknownKey {
  readonly at: string;
  /** The known key that it is similar to. */
  readonly meant: string | null;
}

function unknownKeys(value: JsonValue, shape: FieldShape): readonly UnknownKey[] {
  const found: UnknownKey[] = [];
  addUnknownKeys(value, shape, '', found);
  return found;
}

/** A value of another type has no keys: the readers report it. */
function addUnknownKeys(value: JsonValue, shape: FieldShape, at: string, found: UnknownKey[]): void {
  if (typeof shape === 'string') return;
  if (isListShape(shape)) {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) addUnknownKeys(item as JsonValue, shape[0], `${at}[${index}]`, found);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const name of Object.keys(value)) {
    const known = fieldIn(shape, name);
    if (known === READ) continue;
    const place = at === '' ? name : `${at}.${name}`;
    if (known !== undefined) addUnknownKeys(value[name] as JsonValue, known, place, found);
    else found.push({ at: place, meant: Object.keys(shape).find((other) => looksLike(name, other)) ?? null });
  }
}

export function looksLike(name: string, known: string): boolean {
  const [a, b] = [folded(name), folded(known)];
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  const most = shorter <= 3 ? 0 : shorter <= 4 ? 1 : 2;
  return Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
