/**
 * Kinds whose first bytes are too few or too common to be a signature: they are recognised by several fields that must fit together.
 *
 *     RIFF….WEBP     webp          RIFF….WAVE     wav
 *     MZ             a Windows program, if it names the place of a header PE
 *     tar            by the checksum of its first header
 */
import type { Ends } from './magic.ts';

type Shape = (ends: Ends) => string | null;

/** Null if none fits. */
export function kindByShape(ends: Ends): string | null {
  for (const shape of SHAPES) {
    const id = shape(ends);
    if (id !== null) return id;
  }
  return null;
}

const riff: Shape = ({ head }) => {
  const [group, form] = [ascii(head, 0, 4), ascii(head, 8, 4)];
  if (group === 'FORM') return form === 'AIFF' || form === 'AIFC' ? 'aiff' : null;
  if (group !== 'RIFF' && group !== 'RIFX' && group !== 'RF64') return null;
  return { WEBP: 'webp', WAVE: 'wav', 'AVI ': 'avi' }[form] ?? null;
};

/** The brand of an ISO base media file says what it is. */
const isoMedia: Shape = ({ head }) => {
  if (ascii(head, 4, 4) !== 'ftyp') return null;
  const brand = ascii(head, 8, 4);
  if (/^(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand)) return 'heif';
  if (/^avi[fs]$/.test(brand)) return 'avif';
  if (/^M4[AB] $/.test(brand)) return 'm4a';
  if (brand === 'qt  ') return 'quicktime';
  return /^[ -~]{4}$/.test(brand) ? 'mp4' : null;
};

/** An EBML file names its type near its start. */
const ebml: Shape = ({ head }) => {
  if (u32be(head, 0) !== 0x1a45dfa3) return null;
  const start = ascii(head, 0, 64);
  return start.includes('webm') ? 'webm' : start.includes('matroska') ? 'matroska' : null;
};

const program: Shape = ({ head }) => {
  if (ascii(head, 0, 2) !== 'MZ' || head.length < 64) return null;
  return ascii(head, u32le(head, 60), 4) === 'PE\0\0' ? 'pe' : u16le(head, 2) < 512 && u16le(head, 4) > 0 ? 'dos' : null;
};

/** A Java class and a Mach-O for several machines begin with the same four bytes; a class has a version of at least 45 after them. */
const cafebabe: Shape = ({ head }) => {
  if (u32be(head, 0) !== 0xcafebabe || head.length < 8) return null;
  return u32be(head, 4) < 40 ? 'mach-o' : 'class';
};

const bmp: Shape = ({ head }) => {
  const isHeader = [12, 40, 52, 56, 64, 108, 124].includes(u32le(head, 14));
  return ascii(head, 0, 2) === 'BM' && isHeader && u32le(head, 6) === 0 ? 'bmp' : null;
};

const icon: Shape = ({ head, size }) => {
  const count = u16le(head, 4);
  const isFirst = head.length >= 22 && u32be(head, 0) === 0x00000100 && count > 0 && count < 256 && head[9] === 0;
  return isFirst && u32le(head, 18) >= 6 + 16 * count && u32le(head, 18) < size ? 'ico' : null;
};

/** A tag, or a frame of MPEG audio: sync, layer III, a bit rate and a sampling rate that exist, and a second frame where the first ends. */
const mp3: Shape = ({ head }) => {
  const [, , , version = 0, revision = 255] = head;
  if (ascii(head, 0, 3) === 'ID3' && version >= 2 && version <= 4 && revision < 16) return 'mp3';
  const next = frameLength(head, 0);
  return next > 0 && frameLength(head, next) > 0 ? 'mp3' : null;
};

const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLING_RATES = [44100, 48000, 32000] as const;

function frameLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || version === 1) return 0;
  const isFirst = version === 3;
  const rate = BIT_RATES[isFirst ? 0 : 1][third >> 4] ?? 0;
  const sampling = (SAMPLING_RATES[(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  if (rate === 0 || sampling === 0) return 0;
  return Math.floor(((isFirst ? 144_000 : 72_000) * rate) / sampling) + ((third >> 1) & 1);
}

/** The checksum is the sum of the bytes of the header, with spaces in its own place. */
const tar: Shape = ({ head }) => {
  if (head.length < 512 || head[0] === 0) return null;
  const stated = /^ *([0-7]{1,7})[ \0]/.exec(ascii(head, 148, 8))?.[1];
  if (stated === undefined) return null;
  let sum = 0;
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 0x20 : (head[i] as number);
  return sum === Number.parseInt(stated, 8) ? 'tar' : null;
};

/** A version, up to 64 tables, and the tag of the first one. */
const trueType: Shape = ({ head }) => {
  const tables = ((head[4] ?? 0) << 8) | (head[5] ?? 0);
  return u32be(head, 0) === 0x00010000 && tables > 0 && tables <= 64 && /^[A-Za-z0-9/ ]{4}$/.test(ascii(head, 12, 4)) ? 'ttf' : null;
};

const bzip2: Shape = ({ head }) => {
  const isBlock = u32be(head, 4) === 0x31415926 || u32be(head, 4) === 0x17724538;
  return /^BZh[1-9]$/.test(ascii(head, 0, 4)) && isBlock ? 'bzip2' : null;
};

/** Versions 102 to 115, an order of bytes, and the type that is always 1. */
const oldStata: Shape = ({ head }) => {
  const [version = 0, order = 0, type = 0, unused = 1] = head;
  return version >= 0x66 && version <= 0x73 && (order === 1 || order === 2) && type === 1 && unused === 0 ? 'stata' : null;
};

/** From protocol 4 on a frame follows; before, the file at least ends with its last opcode. */
const pickle: Shape = ({ head, tail, size }) => {
  const [mark, protocol = 0, opcode] = head;
  if (mark !== 0x80 || protocol < 2 || protocol > 5 || tail.at(-1) !== 0x2e) return null;
  if (protocol < 4) return '}]()cKMJGXUN'.includes(String.fromCharCode(opcode ?? 0)) ? 'pickle' : null;
  return opcode === 0x95 && u32le(head, 7) === 0 && 11 + u32le(head, 3) <= size ? 'pickle' : null;
};

/** A length, and a JSON object of that length. */
const safetensors: Shape = ({ head, size }) => {
  const length = u32le(head, 0);
  return u32le(head, 4) === 0 && length > 1 && 8 + length <= size && /^\{\s*["}]/.test(ascii(head, 8, 16)) ? 'safetensors' : null;
};

const orc: Shape = ({ head, tail }) => (ascii(head, 0, 3) === 'ORC' && ascii(tail, tail.length - 4, 3) === 'ORC' ? 'orc' : null);

const feather: Shape = ({ head, tail }) => (ascii(head, 0, 4) === 'FEA1' && ascii(tail, tail.length - 4, 4) === 'FEA1' ? 'feather' : null);

/** Readers accept other bytes before the header of a PDF, up to a kibibyte. */
const latePdf: Shape = ({ head, tail }) =>
  ascii(head, 0, 1024).includes('%PDF-') && ascii(tail, 0, tail.length).includes('%%EOF') ? 'pdf' : null;

const grib: Shape = ({ head, tail }) =>
  ascii(head, 0, 4) === 'GRIB' && /^[\u0001\u0002]$/.test(ascii(head, 7, 1)) && ascii(tail, tail.length - 4, 4) === '7777' ? 'grib' : null;

const SHAPES: readonly Shape[] = [
  riff,
  isoMedia,
  ebml,
  program,
  cafebabe,
  bmp,
  icon,
  tar,
  trueType,
  bzip2,
  oldStata,
  pickle,
  safetensors,
  orc,
  feather,
  latePdf,
  grib,
  mp3,
];

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(0, at), Math.max(0, at) + length));
}

function u16le(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function u32le(bytes: Uint8Array, at: number): number {
  return (u16le(bytes, at) | (u16le(bytes, at + 2) << 16)) >>> 0;
}

function u32be(bytes: Uint8Array, at: number): number {
  return (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}
