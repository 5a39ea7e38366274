/**
 * Tells the kind of a file by its first and last bytes.
 *
 *     kindByBytes({ head: bytes of '%PDF-1.7…', tail, size })     { id: 'pdf', damage: null }
 *     kindByBytes({ head: 'PAR1…', tail: '…' without PAR1 })      { id: 'parquet', damage: 'damaged: it does not end with PAR1' }
 *
 * A signature of few bytes counts only together with other fields that must fit. Kinds that have no reliable one (Brotli, ONNX, protocol
 * buffers) are not identified.
 */
import { startsWith } from '#core/bytes/prefix';
import { kindByShape } from './shapes.ts';

export interface Ends {
  /** The first 64 KiB, or all of a shorter file. */
  readonly head: Uint8Array;
  /** The last bytes, at least 64 of a file that has them. */
  readonly tail: Uint8Array;
  readonly size: number;
}

export interface ByBytes {
  readonly id: string;
  /** What is missing of a file of that kind. */
  readonly damage: string | null;
}

/** Kind, offset, and the bytes in hex, `..` for any byte. */
const SIGNATURES: readonly (readonly [string, number, string])[] = [
  ['pdf', 0, '255044462d'],
  ['gzip', 0, '1f8b08'],
  ['xz', 0, 'fd377a585a00'],
  ['zstd', 0, '28b52ffd'],
  ['lz4', 0, '04224d18'],
  ['compress', 0, '1f9d'],
  ['snappy', 0, 'ff060000734e61507059'],
  ['lzip', 0, '4c5a495001'],
  ['7z', 0, '377abcaf271c'],
  ['rar', 0, '526172211a07'],
  ['zip', 0, '504b0304'],
  ['zip', 0, '504b0506'],
  ['zip', 0, '504b0708504b0304'],
  ['ole', 0, 'd0cf11e0a1b11ae1'],
  ['deb', 0, '213c617263683e0a64656269616e2d62696e617279'],
  ['ar', 0, '213c617263683e0a'],
  ['rpm', 0, 'edabeedb'],
  ['cab', 0, '4d53434600000000'],
  ['iso', 32769, '4344303031'],
  ['parquet', 0, '50415231'],
  ['parquet', 0, '50415245'],
  ['arrow', 0, '4152524f57310000'],
  ['avro', 0, '4f626a01'],
  ['sqlite', 0, '53514c69746520666f726d6174203300'],
  ['duckdb', 8, '4455434b'],
  ['hdf5', 0, '894844460d0a1a0a'],
  ['hdf5', 512, '894844460d0a1a0a'],
  ['netcdf', 0, '43444601'],
  ['netcdf', 0, '43444602'],
  ['netcdf', 0, '43444605'],
  ['fits', 0, '53494d504c4520203d'],
  ['matlab', 0, '4d41544c414220352e30204d41542d66696c65'],
  ['npy', 0, '934e554d5059'],
  ['gguf', 0, '47475546..000000'],
  ['sas7bdat', 0, '000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011'],
  ['xpt', 0, '484541444552205245434f52442a2a2a2a2a2a2a4c'],
  ['stata', 0, '3c73746174615f6474613e'],
  ['spss', 0, '24464c3240282329'],
  ['spss', 0, '24464c3340282329'],
  ['rdata', 0, '524458320a'],
  ['rdata', 0, '524458330a'],
  ['rdata', 0, '580a000000'],
  ['shapefile', 0, '0000270a0000000000000000'],
  ['png', 0, '89504e470d0a1a0a'],
  ['jpeg', 0, 'ffd8ff'],
  ['jp2', 0, '0000000c6a5020200d0a870a'],
  ['gif', 0, '474946383761'],
  ['gif', 0, '474946383961'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
  ['tiff', 0, '49492b00'],
  ['tiff', 0, '4d4d002b'],
  ['psd', 0, '3842505300'],
  ['djvu', 0, '41542654464f524d'],
  ['ogg', 0, '4f67675300'],
  ['flac', 0, '664c6143'],
  ['midi', 0, '4d54686400000006'],
  ['elf', 0, '7f454c46'],
  ['mach-o', 0, 'feedface'],
  ['mach-o', 0, 'feedfacf'],
  ['mach-o', 0, 'cefaedfe'],
  ['mach-o', 0, 'cffaedfe'],
  ['wasm', 0, '0061736d'],
  ['pcap', 0, 'd4c3b2a1'],
  ['pcap', 0, 'a1b2c3d4'],
  ['pcap', 0, '4d3cb2a1'],
  ['pcap', 0, '0a0d0d0a'],
  ['ttf', 0, '74746366'],
  ['otf', 0, '4f54544f'],
  ['woff', 0, '774f4646'],
  ['woff2', 0, '774f4632'],
];

interface Signature {
  readonly id: string;
  readonly offset: number;
  /** -1 for any byte. */
  readonly bytes: readonly number[];
}

const COMPILED: readonly Signature[] = SIGNATURES.map(([id, offset, hex]) => ({
  id,
  offset,
  bytes: (hex.match(/../g) ?? []).map((pair) => (pair === '..' ? -1 : Number.parseInt(pair, 16))),
}));

/** Kinds that may begin with a long stretch of plain ASCII. */
const OFTEN_ASCII: ReadonlySet<string> = new Set(['pdf', 'xpt', 'fits', 'ar', 'deb']);

/** Null for a file that has no known signature; it may be a text. */
export function kindByBytes(ends: Ends): ByBytes | null {
  const id = kindByShape(ends) ?? kindBySignature(ends.head);
  return id === null ? null : { id, damage: missingEnd(id, ends) };
}

/** A column of a CSV may be called `PAR1`: a signature of letters counts only if something behind it is not text. */
function kindBySignature(head: Uint8Array): string | null {
  const id = COMPILED.find((signature) => isSigned(head, signature))?.id ?? null;
  return id === null || OFTEN_ASCII.has(id) || !hasOnlyText(head) ? id : null;
}

function hasOnlyText(head: Uint8Array): boolean {
  return head.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

function isSigned(head: Uint8Array, { offset, bytes }: Signature): boolean {
  return offset + bytes.length <= head.length && bytes.every((byte, index) => byte < 0 || byte === head[offset + index]);
}

/** What a file must end with, where the format says so. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = { parquet: ['PAR1', 'PARE'], arrow: ['ARROW1'] };

function missingEnd(id: string, { tail }: Ends): string | null {
  const endings = ENDINGS[id];
  if (endings === undefined) return null;
  const isThere = endings.some((ending) => startsWith(tail, tail.length - ending.length, asciiBytes(ending)));
  return isThere ? null : `damaged: it does not end with ${endings[0]}`;
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
