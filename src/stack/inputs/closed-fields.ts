/**
 * Documents whose fields are a closed set at every level (S11): an unknown field would be signed without being judged, and a misspelt date would
 * have no effect.
 *
 *     requireKnownFields(reading, { role: TEXT, metadata: OPEN })     of {"rloe":"a"} a fault at `rloe`: unknown field
 *
 * A field that has its own reader is READ: here only its name is checked.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { readPin } from '../pin.ts';
import type { Fault } from './facts.ts';
import type { Reading } from './field-reader.ts';

const KINDS = {
  read: { words: 'anything', fits: () => true },
  text: { words: 'a string', fits: (value) => typeof value === 'string' },
  integer: { words: 'an integer', fits: (value) => typeof value === 'number' },
  open: { words: 'an object', fits: isJsonObject },
  terms: { words: 'a string or an object', fits: (value) => typeof value === 'string' || isJsonObject(value) },
  issuer: { words: 'a name, or an object of id and name', fits: (value) => !isJsonObject(value) || hasOnly(value, ['id', 'name']) },
  bound: {
    words: 'an object of path and sha256, or an ArtifactRef',
    fits: (value) => isJsonObject(value) && (readPin(value) !== null || hasOnly(value, ['path', 'sha256'])),
  },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly fits: (value: JsonValue) => boolean }>>;

/** An object with these fields (`*` for all other names), a list of one shape, or a kind of value. */
export type FieldShape = keyof typeof KINDS | readonly [FieldShape] | { readonly [field: string]: FieldShape };

/** A value that another reader checks, or that may be anything. */
export const READ = 'read';
export const TEXT = 'text';
export const INTEGER = 'integer';
/** An object with any fields. */
export const OPEN = 'open';
/** A text, or an object with any fields. */
export const TERMS = 'terms';
export const ISSUER = 'issuer';
/** A file that a definition binds by digest. */
export const BOUND = 'bound';

/** Records every fault, except at positions where a reader has already recorded one. */
export function requireKnownFields({ fields, faults }: Reading, shape: FieldShape): void {
  // Fast path: nearly every document is valid, so no paths are built.
  if (isFitting(fields, shape)) return;
  const noted = new Set(faults.map(({ at }) => at));
  for (const { at, message } of faultsIn(fields, shape, '')) if (!noted.has(at)) faults.push({ at, message });
}

function isFitting(value: JsonValue, shape: FieldShape): boolean {
  if (typeof shape === 'string') return KINDS[shape].fits(value);
  if (isListShape(shape)) return Array.isArray(value) && (value as readonly JsonValue[]).every((item) => isFitting(item, shape[0]));
  if (!isJsonObject(value)) return false;
  for (const name of Object.keys(value)) {
    const known = fieldIn(shape, name);
    if (known === undefined || (known !== READ && !isFitting(value[name] as JsonValue, known))) return false;
  }
  return true;
}

function* faultsIn(value: JsonValue, shape: FieldShape, at: string): Generator<Fault> {
  if (typeof shape === 'string') {
    const { fits, words } = KINDS[shape];
    if (!fits(value)) yield { at, message: `expected ${words}` };
  } else if (isListShape(shape)) {
    if (!Array.isArray(value)) yield { at, message: 'expected a list' };
    else for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* faultsIn(item, shape[0], `${at}[${index}]`);
  } else if (!isJsonObject(value)) yield { at, message: 'expected an object' };
  else
    for (const [name, item] of Object.entries(value)) {
      const place = at === '' ? name : `${at}.${name}`;
      const known = fieldIn(shape, name);
      if (known === undefined) yield { at: place, message: 'unknown field' };
      else yield* faultsIn(item, known, place);
    }
}

export function isListShape(shape: Exclude<FieldShape, string>): shape is readonly [FieldShape] {
  return Array.isArray(shape);
}

export function fieldIn(shape: { readonly [field: string]: FieldShape }, name: string): FieldShape | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : shape['*'];
}

function hasOnly(value: JsonObject, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
