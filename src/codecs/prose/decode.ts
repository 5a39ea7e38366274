/**
 * Decodes the text of a file, piece by piece. The first bytes decide the encoding: UTF-16 after its byte order mark, else what the file
 * declares where its format has a place for that, else UTF-8. Nothing is guessed: other bytes are a failure, and so is a NUL, which no text
 * contains.
 *
 *     const { encoding, pieces } = decodePieces(source);
 *     for (const piece of pieces) …                          strings, without the byte order mark
 */

import { fill } from '#core/bytes/source';
import { ParseFailure } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { CONTROLS, windows1252 } from '../windows-1252.ts';

/** The name of the standard, such as `utf-8`, `utf-16le` or `windows-1252`. */
export type Encoding = string;

/** Finds the encoding that the first bytes declare; null if they do not. */
export type Declared = (head: Uint8Array) => Encoding | null;

export interface DecodedPieces {
  readonly encoding: Encoding;
  readonly pieces: Iterable<string>;
}

const FIRST = 1 << 16;
const PIECE = 1 << 20;
/** Holds the first bytes of the last file. It is reused because allocating one for each of thousands of short files is slow. */
const opening = new Uint8Array(FIRST);
/** One decoder for all short files: it keeps no state when it decodes a complete text. */
const wholeUtf8 = new TextDecoder('utf-8', { fatal: true });

export function decodePieces(source: ByteSource, declared: Declared = () => null): DecodedPieces {
  const head = opening.subarray(0, fill(source, opening));
  const encoding = markedEncoding(head) ?? declared(head) ?? 'utf-8';
  const isWhole = head.length < FIRST;
  const decoder = isWhole && encoding === 'utf-8' ? wholeUtf8 : new TextDecoder(encoding, { fatal: true });
  const text = checked(decode(decoder, head, encoding, !isWhole));
  return { encoding, pieces: isWhole ? [text] : decodeAll(source, text, decoder, encoding) };
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

function* decodeAll(source: ByteSource, head: string, decoder: TextDecoder, encoding: Encoding): Generator<string, undefined, undefined> {
  yield head;
  const buffer = new Uint8Array(PIECE);
  for (;;) {
    const count = fill(source, buffer);
    const isLast = count < PIECE;
    yield checked(decode(decoder, buffer.subarray(0, count), encoding, !isLast));
    if (isLast) return undefined;
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, encoding: Encoding, stream: boolean): string {
  try {
    const text = decoder.decode(bytes, { stream });
    return encoding === 'windows-1252' ? text.replace(CONTROLS, windows1252) : text;
  } catch {
    const wanted = encoding === 'utf-8' ? 'UTF-8 (or UTF-16 after its byte order mark)' : encoding.toUpperCase();
    throw new ParseFailure(`expected ${wanted}, found bytes that are not`);
  }
}

function checked(text: string): string {
  if (text.includes('\0')) throw new ParseFailure('expected text, found a NUL');
  return text;
}
