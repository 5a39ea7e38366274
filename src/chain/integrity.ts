/**
 * Defines which part of a tool's file is hashed (K2): its UTF-8 text with CRLF as LF, without its signature line. That is the first line, or the
 * second one after a `#!` line. Only one line is removed: a second signature line is content, like the `#!` line, a BOM and a lone CR.
 *
 *     splitSigned('.py', bytes of '#!/usr/bin/env python3\r\n# rye:signed:…\r\nprint(1)\r\n')
 *       { content: '#!/usr/bin/env python3\nprint(1)\n', signature: { … }, shebang: true }
 *
 * Lines are separated by line feeds: the text after the last one is a line too, even if it is empty.
 */

import { decodeUtf8, encodeUtf8, sequenceLength } from '#core/bytes/utf8';
import type { NewHasher } from '#core/ports';
import { BadSignatureLine, formatSignatureLine, isSignedInside, parseSignatureLine, type SignatureLine } from './signature-line.ts';

export { BadSignatureLine };

export interface SignedText {
  readonly content: string;
  readonly signature: SignatureLine | null;
  readonly shebang: boolean;
}

export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
}

/** Throws `NotUtf8` or `BadSignatureLine`. */
export function splitSigned(extension: string, bytes: Uint8Array): SignedText {
  const { content, signature } = takeOut(extension, decodeTool(bytes));
  return { content: content.includes('\r\n') ? content.replaceAll('\r\n', '\n') : content, signature, shebang: hasShebang(content) };
}

export function integrityOf(content: string, newHasher: NewHasher): string {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(content));
  return hasher.digest();
}

/**
 * Returns the file with this signature line, which replaces an existing one. The line ends of the file stay, and the line gets the same. A tool in
 * a language without comments is signed in a separate file, and stays as it is.
 */
export function withSignature(extension: string, bytes: Uint8Array, line: SignatureLine): Uint8Array {
  if (!isSignedInside(extension)) return bytes;
  const { content } = takeOut(extension, decodeTool(bytes));
  return encodeUtf8(withLine(content, formatSignatureLine(extension, line), lineEndOf(content)));
}

/** Inserts a line at the position of the signature line. */
export function withLine(content: string, line: string, end = '\n'): string {
  if (!hasShebang(content)) return line + end + content;
  const next = content.indexOf('\n') + 1;
  return next === 0 ? content + end + line : content.slice(0, next) + line + end + content.slice(next);
}

function hasShebang(text: string): boolean {
  return text.startsWith('#!');
}

/** The line end of the first line. A lone CR at the very end would form a CRLF with an LF that is added after it. */
function lineEndOf(text: string): string {
  const feed = text.indexOf('\n');
  return text.slice(0, feed < 0 ? text.length : feed).endsWith('\r') ? '\r\n' : '\n';
}

/** Removes the signature line; line ends stay as they are. */
function takeOut(extension: string, text: string): Omit<SignedText, 'shebang'> {
  const start = hasShebang(text) ? text.indexOf('\n') + 1 : 0;
  if (hasShebang(text) && start === 0) return { content: text, signature: null };
  const feed = text.indexOf('\n', start);
  const line = feed < 0 ? text.slice(start) : text.slice(start, feed).replace(/\r$/, '');
  const signature = parseSignatureLine(extension, line);
  if (signature === null) return { content: text, signature };
  // The last line is removed together with the line end before it.
  if (feed < 0) return { content: text.slice(0, start).replace(/\r?\n$/, ''), signature };
  const after = text.slice(feed + 1);
  // Otherwise two files that start differently would have the same content: `#!` and the byte order mark have a meaning only at the very start of
  // a file.
  if (start === 0 && hasShebang(after)) throw new BadSignatureLine('expected the signature line after the `#!` line, found it before');
  if (start === 0 && after.startsWith('\u{feff}'))
    throw new BadSignatureLine('expected text after the signature line, found a byte order mark');
  return { content: text.slice(0, start) + after, signature };
}

function decodeTool(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new NotUtf8(`expected UTF-8 text, found another byte at position ${faultIn(bytes)}`);
  }
}

/** Returns the index, from 0, of the first byte that is not part of a well-formed sequence. */
function faultIn(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = (bytes[at] as number) < 0x80 ? 1 : sequenceLength(bytes, at, bytes.length);
    if (length === 0) break;
    at += length;
  }
  return at;
}
