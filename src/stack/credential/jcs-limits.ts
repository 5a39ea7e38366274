/**
 * Finds a number in a value that JCS cannot write: an integer beyond 2^53-1.
 *
 *     notJcsAt({ a: [1, 9007199254740993n] }, 'params')    'params.a[1]'
 */
import { isJsonObject, type JsonValue } from '#core/json/value';

export function notJcsAt(value: JsonValue, at: string): string | null {
  if (typeof value === 'bigint') return at;
  if (Array.isArray(value)) return first((value as readonly JsonValue[]).map((item, index) => notJcsAt(item, `${at}[${index}]`)));
  if (!isJsonObject(value)) return null;
  return first(Object.entries(value).map(([key, item]) => notJcsAt(item, at === '' ? key : `${at}.${key}`)));
}

function first(places: readonly (string | null)[]): string | null {
  return places.find((place) => place !== null) ?? null;
}
