/** The JSON that another program answered with; undefined where it is none, or more than may be held. Why would repeat what may be secret. */
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';

export function jsonAnswer(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
