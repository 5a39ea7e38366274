/**
 * The two digests of a bundle a second time, from the written facts alone and with the engine's own JSON, to be held against the program's.
 *
 *     embeddedDigest({ 'snapshot.json': '{"a":1}', 'claims/1.json': '[]' })      64 digits of upper-case hex
 *
 * Embedded: every file's value in one object of six keys, as RFC 8785 writes it. Go-bytes: the snapshot is re-encoded as Go does it, the other
 * files stay as they are but for a byte order mark, and each is written as an array of the numbers of its bytes.
 */
import { createHash } from 'node:crypto';

/** By the path inside the bundle, texts without a byte order mark. */
type Files = Readonly<Record<string, string>>;

const COLLECTIONS = ['claims', 'meaning', 'uncertainty', 'units', 'versions'] as const;
const EXPECTED = 'expected_hash_v1';

export function embeddedDigest(files: Files): string {
  const parts = COLLECTIONS.map((name) => [name, filesOf(files, name).map((text) => jcs(JSON.parse(text)))] as const);
  const texts = new Map<string, string>(parts.map(([name, values]) => [name, `[${values.join(',')}]`]));
  texts.set('snapshot', jcs(JSON.parse(files['snapshot.json'] as string), EXPECTED));
  return sha256(
    `{${[...texts.keys()]
      .sort()
      .map((key) => `"${key}":${texts.get(key)}`)
      .join(',')}}`,
  );
}

export function goBytesDigest(files: Files): string {
  const snapshot = goJson(JSON.parse(files['snapshot.json'] as string), EXPECTED);
  const collections = ['units', 'versions', 'claims', 'meaning', 'uncertainty'].map(
    (name) => `"${name}":[${filesOf(files, name).map(asNumbers).join(',')}]`,
  );
  return sha256(`{"snapshot":${asNumbers(snapshot)},${collections.join(',')}}`);
}

/** RFC 8785; `left` is a key that the outermost object goes without. */
export function jcs(value: unknown, left?: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => jcs(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => key !== left)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${jcs((value as Record<string, unknown>)[key])}`).join(',')}}`;
}

function goJson(value: unknown, left?: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => goJson(item)).join(',')}]`;
  if (typeof value === 'string') return goString(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => key !== left)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${keys.map((key) => `${goString(key)}:${goJson((value as Record<string, unknown>)[key])}`).join(',')}}`;
}

function goString(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escape);
}

function filesOf(files: Files, folder: string): string[] {
  const names = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((path) => files[path] as string);
}

function asNumbers(text: string): string {
  return `[${[...Buffer.from(text)].join(',')}]`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}
