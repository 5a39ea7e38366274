/**
 * The rules of a scan, if they are not the default rules (M5): which paths were included and excluded, and whether links were followed.
 *
 *     scopeOf({ include: [], exclude: ['tmp/**'], follow: true })   {exclude: ['tmp/**'], follow: true, include: []}
 *     scopeOf({ include: [], exclude: [], follow: true })           null: everything, with links followed
 */
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';

export interface Scope extends JsonObject {
  readonly exclude: readonly string[];
  readonly follow: boolean;
  readonly include: readonly string[];
}

export interface ScanRules {
  /** Globs as they were given. An empty `include` means every path. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly follow: boolean;
}

/** Returns null for the default rules. */
export function scopeOf({ include, exclude, follow }: ScanRules): Scope | null {
  return follow && include.length + exclude.length === 0 ? null : { exclude, follow, include };
}

/** Returns null if the value is not a scope. A scope has exactly these three fields. */
export function parseScope(value: JsonValue): Scope | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 3) return null;
  const { exclude, follow, include } = value;
  if (!isTextList(exclude) || !isTextList(include) || typeof follow !== 'boolean') return null;
  return { exclude, follow, include };
}

function isTextList(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
