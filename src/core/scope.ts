/**
 * The rules of a scan, where they are other than the default (M5): which paths were wanted, which were left out, whether links were followed.
 *
 *     scopeOf({ include: [], exclude: ['tmp/**'], follow: true })   {exclude: ['tmp/**'], follow: true, include: []}
 *     scopeOf({ include: [], exclude: [], follow: true })           null: everything, links followed
 */
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';

export interface Scope extends JsonObject {
  readonly exclude: readonly string[];
  readonly follow: boolean;
  readonly include: readonly string[];
}

export interface ScanRules {
  /** Globs as they were given; none means every path. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly follow: boolean;
}

/** Null for the default rules. */
export function scopeOf({ include, exclude, follow }: ScanRules): Scope | null {
  return follow && include.length + exclude.length === 0 ? null : { exclude, follow, include };
}

/** Null where the value is no scope: exactly these three fields. */
export function parseScope(value: JsonValue): Scope | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 3) return null;
  const { exclude, follow, include } = value;
  if (!isTextList(exclude) || !isTextList(include) || typeof follow !== 'boolean') return null;
  return { exclude, follow, include };
}

function isTextList(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
