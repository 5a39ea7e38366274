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
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { Fault } from '../inputs/facts.ts';
import type { Reading } from '../inputs/field-reader.ts';

/** An object with these keys, a list, an object with any names, or null for a value that is not checked. */
export type KeyShape = null | readonly [KeyShape] | { readonly each: KeyShape } | { readonly keys: Readonly<Record<string, KeyShape>> };

const keys = (...names: readonly string[]): { readonly keys: Readonly<Record<string, null>> } => ({
  keys: Object.fromEntries(names.map((name) => [name, null])),
});

export const ZONE_KEYS: KeyShape = {
  keys: {
    ...keys('zone_id', 'jurisdiction_id', 'zone_name', 'params_overrides', 'corridors', 'jurisdiction_stack', 'lawpack_domains').keys,
    ...keys('lockfile_path', 'trust_anchors', 'key_rotation_policy', 'licensepack_domains', 'licensepack_refresh_policy').keys,
    regpack_domains: null,
    profile: keys('profile_id', 'version'),
    overlays: [keys('module_id', 'patches', 'description')],
  },
};

export const PROFILE_KEYS: KeyShape = {
  keys: {
    ...keys('profile_id', 'stack_spec_version', 'corridors').keys,
    modules: [keys('module_id', 'version', 'variant', 'params')],
  },
};

export const MODULE_KEYS: KeyShape = {
  keys: {
    ...keys('module_id', 'version', 'kind', 'description', 'license', 'name', 'spec_version').keys,
    variants: [keys('variant_id', 'name', 'description', 'features')],
    depends_on: [keys('module_id', 'constraint', 'notes')],
    provides: [keys('interface', 'path', 'media_type', 'description')],
    parameters: { each: keys('type', 'default', 'required', 'values', 'constraints', 'description', 'schema') },
  },
};

export const CORRIDOR_KEYS: KeyShape = {
  keys: {
    ...keys('corridor_id', 'participants', 'settlement', 'recognition', 'attestations', 'dispute_resolution', 'verification_ruleset').keys,
    ...keys('trust_anchors_path', 'key_rotation_path', 'definition_vc_path', 'agreement_vc_path', 'authority_registry_vc_path').keys,
    ...keys('state_channel', 'title', 'description').keys,
  },
};

export const ANCHOR_KEYS: KeyShape = {
  keys: { version: null, trust_anchors: [keys('anchor_id', 'type', 'identifier', 'allowed_attestations', 'metadata')] },
};

export const ROTATION_KEYS: KeyShape = {
  keys: {
    version: null,
    policy: { keys: { ...keys('rotation_days', 'grace_days', 'max_key_age_days').keys, revocation: keys('method', 'uri') } },
  },
};

/** Records each key that is similar to a known one as a fault. */
export function requireKnownKeys({ fields, faults }: Reading, shape: KeyShape): void {
  if (isAllKnown(fields, shape)) return;
  for (const { at, meant } of unknownKeys(fields, shape, ''))
    if (meant !== null) faults.push({ at, message: `unknown key, did you mean ${meant}` } satisfies Fault);
}

/** The paths of the keys that are neither known nor similar to a known one. */
export function unusedKeys(value: JsonValue, shape: KeyShape): readonly string[] {
  if (isAllKnown(value, shape)) return [];
  return [...unknownKeys(value, shape, '')].flatMap(({ at, meant }) => (meant === null ? at : []));
}

/** Cached, because unused keys are listed right after the same document was read. */
const allKnown = new WeakMap<object, KeyShape>();

/** Fast path: nearly every file has only known keys, so no paths are built. */
function isAllKnown(value: JsonValue, shape: KeyShape): boolean {
  if (!isJsonObject(value)) return isKnown(value, shape);
  if (allKnown.get(value) === shape) return true;
  const isAll = isKnown(value, shape);
  if (isAll) allKnown.set(value, shape);
  return isAll;
}

function isKnown(value: JsonValue, shape: KeyShape): boolean {
  if (shape === null) return true;
  if (isList(shape)) return !Array.isArray(value) || (value as readonly JsonValue[]).every((item) => isKnown(item, shape[0]));
  if (!isJsonObject(value)) return true;
  for (const name of Object.keys(value)) {
    const known = shapeOf(shape, name);
    if (known === undefined || (known !== null && !isKnown(value[name] as JsonValue, known))) return false;
  }
  return true;
}

interface UnknownKey {
  readonly at: string;
  readonly meant: string | null;
}

function* unknownKeys(value: JsonValue, shape: KeyShape, at: string): Generator<UnknownKey> {
  if (shape === null) return;
  if (isList(shape)) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* unknownKeys(item, shape[0], `${at}[${index}]`);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const place = at === '' ? name : `${at}.${name}`;
      const known = shapeOf(shape, name);
      if (known !== undefined) yield* unknownKeys(item, known, place);
      else if ('keys' in shape) yield { at: place, meant: Object.keys(shape.keys).find((other) => looksLike(name, other)) ?? null };
    }
  }
}

/** The shape of the value of a key; undefined if the key is not known. */
function shapeOf(shape: Exclude<NonNullable<KeyShape>, readonly [KeyShape]>, name: string): KeyShape | undefined {
  if ('each' in shape) return shape.each;
  return Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined;
}

function isList(shape: NonNullable<KeyShape>): shape is readonly [KeyShape] {
  return Array.isArray(shape);
}

export function looksLike(name: string, known: string): boolean {
  const [a, b] = [folded(name), folded(known)];
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  const most = shorter <= 3 ? 0 : shorter <= 4 ? 1 : 2;
  return Math.abs(a.length - b.length) <= most && distance(a, b) <= most;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The edit distance: letters added, omitted, changed, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwapped ? Math.min(least, (before[j - 2] as number) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
