/**
 * What `custody why` is asked about: a digest, or else a path. A text in the form of a digest always is one, also if a file has that name;
 * `./NAME` asks for the file.
 *
 *     questionOf('SHA256:9A0B…')     { kind: 'digest', digests: ['sha256:9a0b…'] }
 *     questionOf('9a0b…')            { kind: 'digest', digests: ['sha256:9a0b…', 'blake3:9a0b…'] }: 64 digits may be either
 *     questionOf('tape/a.csv')       { kind: 'path' }
 *     questionOf('sha256:9a0b')      a text that says what is wrong
 */
import { ALGORITHMS } from '#core/digest';

export type Question = { readonly kind: 'digest'; readonly digests: readonly string[] } | { readonly kind: 'path' };

const DIGEST = /^(?:(sha256|blake3):)?([0-9a-f]{64})$/;
const BEGINNING = /^(?:sha256|blake3):/;

/** Returns a text if it is neither a digest nor a path. */
export function questionOf(asked: string): Question | string {
  if (asked === '') return 'expected a digest or a path, found an empty text';
  const text = asked.toLowerCase();
  const [, algorithm, hex] = DIGEST.exec(text) ?? [];
  if (hex !== undefined) return { kind: 'digest', digests: algorithm === undefined ? ALGORITHMS.map((name) => `${name}:${hex}`) : [text] };
  // A digest that was cut short would otherwise be a path that nobody knows.
  if (BEGINNING.test(text)) return `expected sha256: or blake3: and 64 hex digits, found '${asked}'; './${asked}' is a path`;
  return { kind: 'path' };
}

/** A digest with its algorithm. */
export function isDigest(text: string): boolean {
  return DIGEST.test(text) && text.includes(':');
}

/** The names by which a text in evidence can mean a digest: a tool may record the bare digits. */
export function digestsMeant(text: string): readonly string[] {
  if (!DIGEST.test(text)) return [];
  return text.includes(':') ? [text] : ALGORITHMS.map((name) => `${name}:${text}`);
}

/** Without `./` at the beginning and `/` at the end. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, '');
}
