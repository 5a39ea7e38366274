/**
 * Parses one header of a tar archive strictly: its checksum is correct, it is ustar (POSIX or GNU), and its numbers are numbers.
 *
 *     parseHeader(block)   { name: 'reports/a.csv', size: 12, type: '0' }
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { checksumOf, type Field, field, TarError } from './layout.ts';

export interface TarHeader {
  readonly name: string;
  readonly size: number;
  /** One character; `0` also where the field is NUL. */
  readonly type: string;
}

const POSIX = 'ustar\x0000';
const GNU = 'ustar  \0';

/** `block` must not be all zeros. Throws `TarError`. */
export function parseHeader(block: Uint8Array): TarHeader {
  const magic = latin1(block, field.magic);
  if (magic !== POSIX && magic !== GNU) throw new TarError('a header that is not of a ustar archive');
  if (parseOctal(latin1(block, field.checksum)) !== checksumOf(block)) throw new TarError('a header whose checksum is wrong');
  const name = text(block, field.name);
  const prefix = magic === POSIX ? text(block, field.prefix) : '';
  const whole = prefix === '' ? name : `${prefix}/${name}`;
  const type = latin1(block, field.type);
  return { name: whole, size: sizeIn(block, whole), type: type === '\0' ? '0' : type };
}

function sizeIn(block: Uint8Array, name: string): number {
  const { at, length } = field.size;
  const bytes = block.subarray(at, at + length);
  // GNU: a first byte of 0x80 means that the rest is a binary number.
  const size = bytes[0] === 0x80 ? bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0) : parseOctal(latin1(block, field.size));
  if (size === null || !Number.isSafeInteger(size)) throw new TarError('a size that is no number', name);
  return size;
}

function parseOctal(digits: string): number | null {
  const found = /^ *([0-7]+)[ \0]*$/.exec(digits);
  return found === null ? null : Number.parseInt(found[1] as string, 8);
}

/** The text up to the first NUL. */
function text(block: Uint8Array, { at, length }: Field): string {
  const end = block.subarray(at, at + length).indexOf(0);
  return decodeName(block.subarray(at, end < 0 ? at + length : at + end));
}

export function decodeName(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new TarError('a name that is not UTF-8', Buffer.from(bytes).toString('utf8'));
  }
}

function latin1(block: Uint8Array, { at, length }: Field): string {
  return String.fromCharCode(...block.subarray(at, at + length));
}
