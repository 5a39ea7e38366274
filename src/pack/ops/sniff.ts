/**
 * What a file may be, told from its bytes without reading them as anything: whatever cannot be the one or the other need not be parsed
 * when its type is asked for.
 *
 *     looksOf(bytes of '{"version":"rvl.v0"}')                        LOOKS_LIKE_JSON
 *     looksOf(bytes of 'schema_version: 1\nprofile_id: loans\n')      LOOKS_LIKE_YAML
 */

/** An object that may have a `version`, or another key that tells its kind: by that name, or by one written with escapes. */
export const LOOKS_LIKE_JSON = 1;
/** A text that has the two keys of a profile, or the one that every fingerprint definition or stack.lock has. */
export const LOOKS_LIKE_YAML = 2;

const BRACE = 0x7b;
const JSON_KEYS = ['"version"', '\\u', '"canonical_scope"', '"stack_spec_version"'].map((key) => Buffer.from(key));
const STACK_LOCK = Buffer.from('stack_spec_version');
const PROFILE = [Buffer.from('profile_id'), Buffer.from('schema_version')] as const;
const FINGERPRINT = Buffer.from('fingerprint_id');

/** Of a whole file. */
export function looksOf(file: Uint8Array): number {
  const isJson = firstVisible(file) === BRACE && JSON_KEYS.some((key) => has(file, key));
  const isYaml = (has(file, PROFILE[0]) && has(file, PROFILE[1])) || has(file, FINGERPRINT) || has(file, STACK_LOCK);
  return (isJson ? LOOKS_LIKE_JSON : 0) | (isYaml ? LOOKS_LIKE_YAML : 0);
}

/** The search of every Buffer, without making one. */
function has(bytes: Uint8Array, part: Buffer): boolean {
  return Buffer.prototype.indexOf.call(bytes, part) >= 0;
}

/** Of a long file, by its first bytes: it may have a `version` anywhere, and is no YAML that anyone would write. */
export function looksOfLong(start: Uint8Array): number {
  const first = firstVisible(start);
  return first === undefined || first === BRACE ? LOOKS_LIKE_JSON : 0;
}

function firstVisible(bytes: Uint8Array): number | undefined {
  let at = 0;
  while (isBlank(bytes[at])) at++;
  return bytes[at];
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
