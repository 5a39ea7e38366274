/**
 * Recognises by its first bytes a file that is called CSV and is something else. Nearly every text could be read as a CSV of one column, so an
 * error page that was saved under the name of a tape would be taken for one.
 *
 *     otherFormat(encodeUtf8('<!DOCTYPE html><title>404'))     'HTML'
 *     otherFormat(encodeUtf8('{"error":"not found"}'))         'JSON'
 */
const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^<!doctype html\b/i, 'HTML'],
  [
    /^<(?:html|head|body|title|meta|link|base|script|style|noscript|h[1-6]|center|div|p|pre|hr|table|section|main|header|form)(?:\s*\/?>|\s+[\w:-]+\s*=)/i,
    'HTML',
  ],
  [/^<\?xml\b/i, 'XML'],
  [/^<!--/, 'HTML or XML'],
  // One tag right after another, as in <Error><Code>NoSuchKey: a cell seldom begins so.
  [/^<[A-Za-z][\w.:-]*(?:\s[^<>]*)?>\s*<[A-Za-z/!]/, 'HTML or XML'],
  [/^%PDF-/, 'a PDF'],
  [/^%!PS/, 'PostScript'],
  [/^-----BEGIN [A-Z0-9 ]+-----/, 'a PGP or PEM message'],
  [/^\{\\rtf/, 'RTF'],
  [/^version https:\/\/git-lfs\.github\.com\//, 'a pointer of Git LFS'],
];
const MAX_LENGTH = 256;
/** The first characters of the openings: `< % - { [ v`. */
const FIRST: ReadonlySet<number> = new Set([0x3c, 0x25, 0x2d, 0x7b, 0x5b, 0x76]);

/** Returns the name of the format; null for what may be a CSV. White space before the opening is ignored. */
export function otherFormat(head: Uint8Array): string | null {
  let at = 0;
  while (at < head.length && (head[at] as number) <= 0x20) at++;
  if (!FIRST.has(head[at] as number)) return null;
  const text = Buffer.from(head.buffer, head.byteOffset + at, Math.min(head.length - at, MAX_LENGTH)).toString('latin1');
  return OPENINGS.find(([opening]) => opening.test(text))?.[1] ?? (isJson(head.subarray(at)) ? 'JSON' : null);
}

const JSON_KEY = /^(?:\[\s*)?\{\s*"(?:[^"\\\r\n]|\\.)*"\s*:/;

/** Whether it begins with a key of an object, and the first line is nothing but JSON: a value, or the opening of one. */
function isJson(head: Uint8Array): boolean {
  if (head[0] !== 0x7b && head[0] !== 0x5b) return false;
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (!JSON_KEY.test(text)) return false;
  const [line = ''] = text.split(/[\r\n]/, 1);
  try {
    return line.startsWith('[') || line.trimEnd() === '{' || JSON.parse(line) !== null;
  } catch {
    return false;
  }
}
