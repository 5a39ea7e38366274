/**
 * Determines from raw bytes what a file may be, without parsing it. A file that can be neither JSON nor YAML of a known kind is then never
 * parsed.
 *
 *     sniffWhole(bytes of '{"version":"rvl.v0"}')                        LOOKS_LIKE_JSON
 *     sniffWhole(bytes of 'schema_version: 1\nprofile_id: loans\n')      LOOKS_LIKE_YAML
 */

/** An object that may have a `version` or another key that shows its kind, also if the key is written with escapes. */
export const LOOKS_LIKE_JSON = 1;
/** A text with the two keys of a profile, or with the key that every fingerprint definition or every stack.lock has. */
export const LOOKS_LIKE_YAML = 2;

const BRACE = 0x7b;
const JSON_KEYS = ['"version"', '\\u', '"canonical_scope"', '"stack_spec_version"'].map((key) => Buffer.from(key));
const STACK_LOCK = Buffer.from('stack_spec_version');
const PROFILE = [Buffer.from('profile_id'), Buffer.from('schema_version')] as const;
const FINGERPRINT = Buffer.from('fingerprint_id');

/** For a whole file. */
export function sniffWhole(file: Uint8Array): number {
  const isJson = firstVisible(file) === BRACE && JSON_KEYS.some((key) => has(file, key));
  const isYaml = (has(file, PROFILE[0]) && has(file, PROFILE[1])) || has(file, FINGERPRINT) || has(file, STACK_LOCK);
  return (isJson ? LOOKS_LIKE_JSON : 0) | (isYaml ? LOOKS_LIKE_YAML : 0);
}

/** Uses the search of Buffer without creating a Buffer. */
function has(bytes: Uint8Array, part: Buffer): boolean {
  return Buffer.prototype.indexOf.call(bytes, part) >= 0;
}

/** For a long file, from its first bytes. It may have a `version` anywhere. It is too long to be YAML of a known kind. */
export function sniffStart(start: Uint8Array): number {
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
