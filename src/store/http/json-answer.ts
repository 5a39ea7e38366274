/**
 * The JSON answer of another program; undefined where it is not JSON, or too long. The reason is not given, because it could repeat a
 * secret.
 */
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';

export function jsonAnswer(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
