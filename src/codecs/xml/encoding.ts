/** The bytes of an XML document as text: UTF-8, or UTF-16 if its mark says so. */
import { XmlError } from './strict.ts';

/** The text of the next piece. Throws `XmlError`. */
export function decodedXml(decoder: TextDecoder, piece: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(piece, { stream: !isLast });
  } catch {
    throw new XmlError(`expected ${decoder.encoding.toUpperCase()}, found other bytes`);
  }
}

/** `start` is behind the mark. */
export function xmlEncoding(bytes: Uint8Array): { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly start: number } {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', start: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', start: 2 };
  return { encoding: 'utf-8', start: a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0 };
}
