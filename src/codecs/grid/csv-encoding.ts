/**
 * The encoding of a CSV, and its text as UTF-8 bytes. Without a stated encoding it is UTF-16 after its byte order mark, else UTF-8: nothing is
 * guessed. Bytes that are not text in that encoding are a failure.
 *
 *     encodingOf(head, null)                 { encoding: 'utf-16le', mark: 2 }
 *     utf8Source(source, 'windows-1252')     the byte 0x80, which is €, becomes three bytes
 */
import { fill } from '#core/bytes/source';
import { type CsvEncoding, ParseFailure } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { CONTROLS, windows1252 } from '../windows-1252.ts';

/** `mark` is the number of bytes of the byte order mark. */
export function encodingOf(head: Uint8Array, stated: CsvEncoding | null): { readonly encoding: CsvEncoding; readonly mark: number } {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return agreed('utf-8', 3, stated);
  if (first === 0xff && second === 0xfe) return agreed('utf-16le', 2, stated);
  if (first === 0xfe && second === 0xff) return agreed('utf-16be', 2, stated);
  return { encoding: stated ?? 'utf-8', mark: 0 };
}

function agreed(marked: CsvEncoding, mark: number, stated: CsvEncoding | null) {
  if (stated !== null && stated !== marked) throw new ParseFailure(`expected ${stated}, found the byte order mark of ${marked}`);
  return { encoding: marked, mark };
}

const PIECE = 1 << 16;

export function utf8Source(source: ByteSource, encoding: Exclude<CsvEncoding, 'utf-8'>): ByteSource {
  const decode = encoding === 'utf-16le' || encoding === 'utf-16be' ? utf16Decoder(encoding) : singleByteDecoder(encoding);
  const buffer = new Uint8Array(PIECE);
  let waiting: Uint8Array = new Uint8Array(0);
  let isLast = false;
  return {
    read(into) {
      while (waiting.length === 0 && !isLast) {
        const count = fill(source, buffer);
        isLast = count < PIECE;
        waiting = Buffer.from(decode(buffer.subarray(0, count), isLast));
      }
      const count = Math.min(into.length, waiting.length);
      into.set(waiting.subarray(0, count));
      waiting = waiting.subarray(count);
      return count;
    },
  };
}

type Decode = (bytes: Uint8Array, isLast: boolean) => string;

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new ParseFailure(`expected ${encoding.toUpperCase()}, found bytes that are not`);
    }
  };
}

/** The bytes that have no character in windows-1252 are refused. */
function singleByteDecoder(encoding: 'windows-1252' | 'latin-1'): Decode {
  const decodeLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (encoding === 'latin-1') return decodeLatin1;
  return (bytes) =>
    decodeLatin1(bytes).replace(CONTROLS, (control) => {
      const found = windows1252(control);
      if (found === control) throw new ParseFailure(`expected windows-1252, found the byte 0x${control.charCodeAt(0).toString(16)}`);
      return found;
    });
}
