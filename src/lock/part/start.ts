/** Distinguishes a part of a scan from a lock, by the version in the first line. */
import { parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';

export const PART_VERSION = 'lock-part.v0';

export function isPartVersion(version: string): boolean {
  return /^lock-part\.v\d+$/.test(version);
}

/** Whether the first line of a file is the head of a part, in any version. */
export function isPartStart(bytes: Uint8Array): boolean {
  const feed = bytes.indexOf(0x0a);
  const line = feed < 0 ? bytes : bytes.subarray(0, feed);
  try {
    const value = parseJson(line);
    return isJsonObject(value) && typeof value['version'] === 'string' && isPartVersion(value['version']);
  } catch {
    return false;
  }
}
