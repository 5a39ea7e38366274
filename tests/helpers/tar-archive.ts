/**
 * Tar archives for tests, made header by header, so that a test can make any mistake in them.
 *
 *     tarOf([{ name: 'a.csv', body: 'x' }, { name: 'way', type: '2' }])
 */
import { spawnSync } from 'node:child_process';
import { TarError } from '#codecs/tar/layout';
import { readTar, type TarEntry } from '#codecs/tar/read';
import { readWhole } from '#core/bytes/source';
import type { ByteSource } from '#core/ports';
import { chunkedSource } from '../fuzz/helpers/chunks.ts';

export interface DraftEntry {
  readonly name: string | Uint8Array;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  /** The size in the header; the default is the length of the body. */
  readonly size?: number;
  readonly prefix?: string;
  readonly magic?: string;
  /** Changes the finished header; its checksum is computed afterwards. */
  readonly change?: (header: Buffer) => void;
}

export const hasGnuTar = spawnSync('sh', ['-c', 'tar --version | grep -q GNU']).status === 0;

export const END = Buffer.alloc(1024);

export function tarOf(entries: readonly DraftEntry[], end: Uint8Array = END): Buffer {
  return Buffer.concat([...entries.flatMap((entry) => [headerOf(entry), bodyOf(entry)]), end]);
}

function bodyOf({ body = '' }: DraftEntry): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 511)]);
}

function headerOf(entry: DraftEntry): Buffer {
  const header = Buffer.alloc(512);
  const size = entry.size ?? Buffer.from((entry.body ?? '') as string).length;
  Buffer.from(entry.name as string).copy(header, 0, 0, 100);
  header.write('0000644\x000000000\x000000000\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\x0000000000000\0`, 124);
  header.write(entry.type ?? '0', 156, 'latin1');
  header.write(entry.magic ?? 'ustar\x0000', 257);
  header.write(entry.prefix ?? '', 345);
  entry.change?.(header);
  return withChecksum(header);
}

export function withChecksum(header: Buffer): Buffer {
  header.fill(0x20, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** An extended header with the given records, or with records made from keys and values. */
export function pax(records: string | Readonly<Record<string, string>>, type: 'x' | 'g' = 'x'): DraftEntry {
  const body = typeof records === 'string' ? records : Object.entries(records).map(paxRecord).join('');
  return { name: 'PaxHeader', type, body };
}

export function paxRecord([key, value]: readonly [string, string]): string {
  const rest = ` ${key}=${value}\n`;
  const count = Buffer.byteLength(rest);
  for (let length = count; ; length++) if (String(length).length + count === length) return `${length}${rest}`;
}

export interface ReadEntry extends TarEntry {
  readonly text: string;
}

export function entriesOf(archive: Uint8Array, piece = 1 << 16): ReadEntry[] {
  const entries: ReadEntry[] = [];
  readTar(
    chunkedSource(archive, () => piece),
    (entry, body) => {
      entries.push({ ...entry, text: textOf(body) });
    },
  );
  return entries;
}

export function textOf(source: ByteSource): string {
  return Buffer.from(readWhole(source, Number.POSITIVE_INFINITY) as Uint8Array).toString();
}

/** The error for the archive, and the entry that it names. */
export function tarErrorOf(archive: Uint8Array): readonly [string, string | null] {
  try {
    entriesOf(archive);
  } catch (error) {
    if (error instanceof TarError) return [error.message, error.entry];
    throw error;
  }
  throw new Error('not refused');
}
