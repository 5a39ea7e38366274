import { expect, test } from 'vitest';
import { KIND_IDS, kindOf } from './kinds.ts';
import { type ByBytes, kindByBytes } from './magic.ts';

/** Text in quotes, else hex; a number is so many zeros. */
function bytesOf(...parts: readonly (string | number)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.alloc(part);
      return part.startsWith("'") ? Buffer.from(part.slice(1, -1), 'latin1') : Buffer.from(part.replaceAll(' ', ''), 'hex');
    }),
  );
}

function kindOfBytes(bytes: Uint8Array): ByBytes | null {
  return kindByBytes({ head: bytes.subarray(0, 1 << 16), tail: bytes.subarray(-1024), size: bytes.length });
}

const tarHeader = bytesOf("'a.txt'", 95, "'0000644'", 1, 16, "'00000000000'", 1, "'00000000000'", 1, "'        '", "'0'", 355);
tarHeader.set(
  Buffer.from(
    `${tarHeader
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  ),
  148,
);

const mp3Frame = bytesOf('fffb9064', 413);

const SAMPLES: readonly (readonly [id: string, bytes: Uint8Array])[] = [
  ['pdf', bytesOf("'%PDF-1.7\n%%EOF'")],
  ['pdf', bytesOf("'junk\n%PDF-1.4\n1 0 obj\n%%EOF\n'")],
  ['gzip', bytesOf('1f8b0800', 20)],
  ['bzip2', bytesOf("'BZh9'", '314159265359')],
  ['bzip2', bytesOf("'BZh9'", '177245385090', 4)],
  ['xz', bytesOf('fd377a585a00', 10)],
  ['zstd', bytesOf('28b52ffd', 10)],
  ['lz4', bytesOf('04224d18', 10)],
  ['compress', bytesOf('1f9d90', 10)],
  ['snappy', bytesOf('ff060000', "'sNaPpY'")],
  ['lzip', bytesOf("'LZIP'", '01 0c')],
  ['7z', bytesOf("'7z'", 'bcaf271c0004')],
  ['rar', bytesOf("'Rar!'", '1a0700')],
  ['rar', bytesOf("'Rar!'", '1a070100')],
  ['zip', bytesOf("'PK'", '0304', 30)],
  ['zip', bytesOf("'PK'", '0506', 18)],
  ['ole', bytesOf('d0cf11e0a1b11ae1', 504)],
  ['deb', bytesOf("'!<arch>\ndebian-binary   '")],
  ['ar', bytesOf("'!<arch>\nx.o/            '")],
  ['rpm', bytesOf('edabeedb0300')],
  ['cab', bytesOf("'MSCF'", 8)],
  ['iso', bytesOf(32769, "'CD001'", 10)],
  ['tar', tarHeader],
  ['parquet', bytesOf("'PAR1'", 4, "'PAR1'")],
  ['parquet', bytesOf("'PARE'", 4, "'PARE'")],
  ['arrow', bytesOf("'ARROW1'", 6, "'ARROW1'")],
  ['feather', bytesOf("'FEA1'", 6, "'FEA1'")],
  ['orc', bytesOf("'ORC'", 6, "'ORC'", '17')],
  ['avro', bytesOf("'Obj'", '01')],
  ['sqlite', bytesOf("'SQLite format 3'", 1)],
  ['duckdb', bytesOf(8, "'DUCK'", 8)],
  ['hdf5', bytesOf('89', "'HDF'", '0d0a1a0a')],
  ['hdf5', bytesOf(512, '89', "'HDF'", '0d0a1a0a')],
  ['netcdf', bytesOf("'CDF'", '01')],
  ['grib', bytesOf("'GRIB'", '000000 01', 4, "'7777'")],
  ['fits', bytesOf("'SIMPLE  =                    T'")],
  ['matlab', bytesOf("'MATLAB 5.0 MAT-file, Platform: GLNXA64'", 4)],
  ['npy', bytesOf('93', "'NUMPY'", '0100')],
  ['pickle', bytesOf('8004 95 0500000000000000 5d94 4b01 61 2e')],
  ['pickle', bytesOf('8002 5d 71 00 2e')],
  ['safetensors', bytesOf('0e00000000000000', '\'{"a":{"x":[1]}}\'')],
  ['gguf', bytesOf("'GGUF'", '03000000', 8)],
  ['sas7bdat', bytesOf(12, 'c2ea8160b31411cfbd92080009c7318c181f1011')],
  ['xpt', bytesOf("'HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!'")],
  ['stata', bytesOf("'<stata_dta><header>'", 1)],
  ['stata', bytesOf('72 02 01 00 0300')],
  ['spss', bytesOf("'$FL2@(#) SPSS DATA FILE'", 1)],
  ['rdata', bytesOf("'RDX3\nX\n'", 4)],
  ['shapefile', bytesOf('0000270a', 24)],
  ['png', bytesOf('89', "'PNG'", '0d0a1a0a')],
  ['jpeg', bytesOf('ffd8ffe0')],
  ['jp2', bytesOf('0000000c 6a502020 0d0a870a')],
  ['gif', bytesOf("'GIF89a'", 4)],
  ['gif', bytesOf("'GIF87a'", 4)],
  ['webp', bytesOf("'RIFF'", '10000000', "'WEBPVP8 '")],
  ['wav', bytesOf("'RIFF'", '10000000', "'WAVEfmt '")],
  ['avi', bytesOf("'RIFF'", '10000000', "'AVI LIST'")],
  ['aiff', bytesOf("'FORM'", '00000010', "'AIFFCOMM'")],
  ['tiff', bytesOf("'II'", '2a00 08000000')],
  ['tiff', bytesOf("'MM'", '002a 00000008')],
  ['bmp', bytesOf("'BM'", '46000000', 4, '36000000 28000000', 10)],
  ['ico', bytesOf('000001000100 1010 0000 0100 2000 68040000 16000000', 2000)],
  ['heif', bytesOf('00000018', "'ftypheic'")],
  ['avif', bytesOf('00000018', "'ftypavif'")],
  ['mp4', bytesOf('00000018', "'ftypisom'")],
  ['m4a', bytesOf('00000018', "'ftypM4A '")],
  ['quicktime', bytesOf('00000014', "'ftypqt  '")],
  ['psd', bytesOf("'8BPS'", '0001')],
  ['djvu', bytesOf("'AT&TFORM'", 4)],
  ['mp3', bytesOf("'ID3'", '0300 00', 5)],
  ['mp3', Buffer.concat([mp3Frame, mp3Frame])],
  ['ogg', bytesOf("'OggS'", '0002')],
  ['flac', bytesOf("'fLaC'", 4)],
  ['midi', bytesOf("'MThd'", '00000006')],
  ['matroska', bytesOf('1a45dfa3 93 4282 88', "'matroska'")],
  ['webm', bytesOf('1a45dfa3 93 4282 84', "'webm'")],
  ['elf', bytesOf('7f', "'ELF'", '0201')],
  ['mach-o', bytesOf('cffaedfe 07000001')],
  ['mach-o', bytesOf('cafebabe 00000002 01000007')],
  ['class', bytesOf('cafebabe 00000034 0010')],
  ['pe', bytesOf("'MZ'", 58, '40000000', "'PE'", 2)],
  ['dos', bytesOf("'MZ'", '4000 0300', 60)],
  ['wasm', bytesOf('00', "'asm'", '01000000')],
  ['pcap', bytesOf('d4c3b2a1 0200')],
  ['ttf', bytesOf('00010000 000a 0080 0003 0020', "'OS/2'", 8)],
  ['otf', bytesOf("'OTTO'", 8)],
  ['woff', bytesOf("'wOFF'", '00010000')],
  ['woff2', bytesOf("'wOF2'", '00010000')],
];

test.each(SAMPLES)('kindByBytes() tells %s', (id, bytes) => {
  expect(kindOfBytes(bytes)).toEqual({ id, damage: null });
});

test('kindByBytes() is tried on every kind that has a signature', () => {
  const tried = new Set(SAMPLES.map(([id]) => id));
  const binary = KIND_IDS.filter((id) => kindOf(id).family === 'binary' && id !== 'empty' && id !== 'unknown');
  expect(binary.filter((id) => !tried.has(id))).toEqual([]);
});

test.each([
  ['parquet', "'PAR1'", 'PAR1'],
  ['arrow', "'ARROW1'", 'ARROW1'],
])('kindByBytes() reports %s without its end', (id, opening, ending) => {
  expect(kindOfBytes(bytesOf(opening, 20))).toEqual({ id, damage: `damaged: it does not end with ${ending}` });
});

test.each([
  ['an empty file', ''],
  ['a text', "'hello\n'"],
  ['a column called PAR1', "'PAR1,b\n1,2\n'"],
  ['a column called ID3', "'ID3,b\n1,2\n'"],
  ['a column called GIF89a', "'GIF89a,b\n'"],
  ['a line that begins with BM', "'BM is a trigraph of nothing, really\n'"],
  ['a line that begins with MZ', "'MZ likes to write long lines that go on and on, to make a header of 64 bytes full.\n'"],
  ['a text about PDF', "'The header is %PDF-1.4\n'"],
  ['zeros', '00000000000000000000000000000000000000000000'],
  ['one byte', 'ff'],
])('kindByBytes() knows nothing of %s', (_, bytes) => {
  expect(kindOfBytes(bytesOf(bytes))).toBeNull();
});
