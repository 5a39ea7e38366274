/**
 * Reads the declared hash, `expected_hash_v1` of snapshot.json, and decides what is a placeholder (IsPlaceholderExpected, R4).
 *
 *     expectedOf({ expected_hash_v1: 'REPLACE_AFTER_COMPUTE' })     { kind: 'placeholder', text: 'REPLACE_AFTER_COMPUTE' }
 *     expectedOf({ expected_hash_v1: 'NOPE' })                      { kind: 'invalid', text: 'NOPE' }
 */
import type { JsonObject } from '#core/json/value';
import { kindOf } from './parse.ts';
import { EXPECTED_KEY } from './state.ts';

export type Expected =
  | { readonly kind: 'hash' | 'placeholder' | 'invalid'; readonly text: string }
  | { readonly kind: 'absent'; readonly text: '' }
  | { readonly kind: 'mistyped'; readonly text: ''; readonly found: string };

/** Only these exact texts are placeholders: not another letter case, not padded text, not a row of zeros. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['', 'REPLACE_AFTER_ASSEMBLE', 'REPLACE_AFTER_COMPUTE']);

export function isPlaceholderExpected(text: string): boolean {
  return PLACEHOLDERS.has(text);
}

/** 64 hex digits in either case, with nothing around them. */
export function isHash(text: string): boolean {
  return text.length === 64 && !/[^0-9A-Fa-f]/.test(text);
}

export function expectedOf(snapshot: JsonObject): Expected {
  const value = snapshot[EXPECTED_KEY];
  if (value === undefined || value === null) return { kind: 'absent', text: '' };
  if (typeof value !== 'string') return { kind: 'mistyped', text: '', found: kindOf(value) };
  if (isPlaceholderExpected(value)) return { kind: 'placeholder', text: value };
  return { kind: isHash(value) ? 'hash' : 'invalid', text: value };
}

/** Compares without regard to letter case (R2). */
export function isSameHash(expected: string, actual: string): boolean {
  return expected.toUpperCase() === actual;
}
