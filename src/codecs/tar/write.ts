/**
 * Writes a reproducible tar archive: plain files in the given order, mode 0644, owner 0, time 0. A name that is not ASCII or does not fit,
 * and a size of 8 GiB and more, are written in an extended header (pax) before the file.
 *
 *     const tar = tarWriter(sink);
 *     tar.startFile('manifest.json', 812); tar.write(bytes); tar.finish();
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSink } from '#core/ports';
import { BLOCK, checksumOf, type Field, field, MAX_OCTAL, padding } from './layout.ts';

export interface TarWriter extends ByteSink {
  /** The previous file must be complete. */
  startFile(path: string, size: number): void;
  /** Ends the archive. */
  finish(): void;
}

const ZEROS = new Uint8Array(2 * BLOCK);
const MAGIC = 'ustar\x0000';

export function tarWriter(sink: ByteSink): TarWriter {
  let missing = 0;
  let pad = 0;

  function endFile(): void {
    if (missing > 0) throw new Error(`${missing} bytes are missing of the file before`);
    if (pad > 0) sink.write(ZEROS.subarray(0, pad));
    pad = 0;
  }

  return {
    startFile(path, size) {
      endFile();
      for (const bytes of headers(path, size)) sink.write(bytes);
      missing = size;
      pad = padding(size);
    },
    write(bytes) {
      if (bytes.length > missing) throw new Error(`${bytes.length - missing} bytes too many for the file`);
      missing -= bytes.length;
      sink.write(bytes);
    },
    finish() {
      endFile();
      sink.write(ZEROS);
    },
  };
}

function headers(path: string, size: number): Uint8Array[] {
  const bytes = encodeUtf8(path);
  const place = bytes.length === path.length ? ustarPlace(path) : null;
  const records = [...(place === null ? [paxRecord('path', path)] : []), ...(size > MAX_OCTAL ? [paxRecord('size', String(size))] : [])];
  const { name, prefix } = place ?? { name: cut(bytes, field.name.length), prefix: '' };
  const own = header({ name, prefix, size: size > MAX_OCTAL ? 0 : size, type: '0' });
  if (records.length === 0) return [own];
  const body = encodeUtf8(records.join(''));
  const extended = cut(encodeUtf8(`PaxHeader/${path}`), field.name.length);
  return [header({ name: extended, prefix: '', size: body.length, type: 'x' }), body, ZEROS.subarray(0, padding(body.length)), own];
}

/** The path as a whole, or split at the last slash that makes both parts fit; null where there is none. */
function ustarPlace(path: string): { name: string; prefix: string } | null {
  if (path.length <= field.name.length) return { name: path, prefix: '' };
  const slash = path.lastIndexOf('/', field.prefix.length);
  if (slash < 0 || path.length - slash - 1 > field.name.length) return null;
  return { name: path.slice(slash + 1), prefix: path.slice(0, slash) };
}

/** The longest prefix of complete characters that fits. */
function cut(bytes: Uint8Array, length: number): string {
  let end = Math.min(bytes.length, length);
  while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return Buffer.from(bytes.subarray(0, end)).toString();
}

/** A record starts with its own length, which includes the digits of the length: `17 path=data.csv` and a newline. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const count = encodeUtf8(rest).length;
  let length = count + String(count).length;
  length = count + String(length).length;
  return `${length}${rest}`;
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly size: number;
  readonly type: '0' | 'x';
}

function header({ name, prefix, size, type }: Header): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const text = ({ at }: Field, value: string): void => block.set(encodeUtf8(value), at);
  const octal = (where: Field, value: number): void => text(where, value.toString(8).padStart(where.length - 1, '0'));
  text(field.name, name);
  octal(field.mode, 0o644);
  octal(field.uid, 0);
  octal(field.gid, 0);
  octal(field.size, size);
  octal(field.mtime, 0);
  text(field.type, type);
  text(field.magic, MAGIC);
  text(field.prefix, prefix);
  text(field.checksum, `${checksumOf(block).toString(8).padStart(6, '0')}\0 `);
  return block;
}
