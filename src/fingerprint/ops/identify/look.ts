/**
 * Looks at a file: at its first and last bytes, at the directory of an archive, and into gzip and Zstandard within limits. What it may be as a
 * text is left to the parsers (`formats`).
 *
 *     await look('/data/tape.csv.gz', 'tape.csv.gz')
 *       { outer: gzip, inner: { identified: text, formats: ['csv'] }, packing: 'gzip', … }
 */
import { fstatSync } from 'node:fs';
import { oleNames } from '#codecs/ole/names';
import { PackedError, type Packing, TooLarge, unpack } from '#codecs/packed/unpack';
import { listZip } from '#codecs/zip/list';
import { ZipError } from '#codecs/zip/names';
import { ZstdUnavailable } from '#codecs/zstd/zstd';
import type { Format } from '#core/parsed';
import { CHANGED, UnusableFile } from '#disk/os-error';
import { readPart } from '#disk/read/part';
import { openRegularFile, type RegularFile } from '#disk/read/regular-file';
import { isUnchanged } from '#disk/read/unchanged';
import { oleKind, zipKind } from '../../kinds/containers.ts';
import { type Identified, identified } from '../../kinds/identified.ts';
import { type Ends, kindByBytes } from '../../kinds/magic.ts';
import { type Stated, statedBy } from '../../kinds/names.ts';
import { openedKind, textGuess } from '../../kinds/text-kind.ts';
import { firstRowWidth } from './first-row.ts';
import { decodeHead, type HeadText } from './head-text.ts';

export interface Layer {
  readonly identified: Identified;
  /** To be tried in turn; empty if no parser reads this kind. */
  readonly formats: readonly Format[];
  /** True if it is a text, whatever the formats say. */
  readonly isText: boolean;
  /** True if it begins as an object or a list of JSON. */
  readonly isTree: boolean;
  readonly stated: Stated | null;
  readonly size: number;
  /** Of the first row, if it may be a CSV. */
  readonly columns: number | null;
}

export interface Seen {
  readonly outer: Layer;
  /** What compressed data contains; null for other files. */
  readonly inner: Layer | null;
  readonly packing: Packing | null;
  readonly state: SeenState;
}

/** The file that was seen: another one at its path has another number. */
export interface SeenState {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

const HEAD = 1 << 16;
const TAIL = 1024;

/** Throws the system's error or `UnusableFile`: a pipe or a device is never opened. Links are followed. */
export async function look(path: string, name: string): Promise<Seen> {
  const file = openRegularFile(path, { follow: true });
  try {
    const state = fstatSync(file.fd, { bigint: true });
    const seen = await lookInto(file, statedBy(name));
    if (!isUnchanged(state, fstatSync(file.fd, { bigint: true }))) throw new UnusableFile(CHANGED);
    return { ...seen, state: { size: state.size, mtimeNs: state.mtimeNs, ino: state.ino } };
  } finally {
    file.close();
  }
}

async function lookInto(file: RegularFile, stated: Stated | null): Promise<Omit<Seen, 'state'>> {
  const { fd, size } = file;
  const ends: Ends = { head: readPart(fd, 0, HEAD), tail: readPart(fd, Math.max(0, size - TAIL), TAIL), size };
  const layer = layerOf(ends, stated);
  const { id } = layer.identified.kind;
  if (id === 'gzip' || id === 'zstd') return lookIntoPacked(file, layer, id);
  const outer = id === 'zip' ? await inZip(fd, layer) : id === 'ole' ? inOle(fd, layer) : layer;
  return { outer, inner: null, packing: null };
}

/** The kinds that a parser reads. */
const PARSED_AS: Readonly<Record<string, Format>> = {
  pdf: 'pdf',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  xltm: 'xlsx',
  xls: 'xlsx',
  parquet: 'parquet',
};
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(['bzip2', 'xz', 'lz4', 'compress', 'snappy', 'lzip', '7z', 'rar']);

function layerOf(ends: Ends, stated: Stated | null): Layer {
  const bare = { formats: [], isText: false, isTree: false, stated, size: ends.size, columns: null };
  if (ends.size === 0) return { ...bare, identified: identified('empty') };
  const byBytes = kindByBytes(ends);
  if (byBytes !== null) {
    const { id, damage } = byBytes;
    return asKind({ ...bare, identified: identified(id, { damage, note: NOT_LOOKED_INTO.has(id) ? 'not looked into' : null }) }, id);
  }
  const text = decodeHead(ends);
  if (text.kind === 'other') return otherLayer(bare, text);
  const { id, identifiedBy, formats } = textGuess(text.text, stated);
  const columns = formats.includes('csv') ? firstRowWidth(ends) : null;
  return {
    ...bare,
    identified: identified(id, { identifiedBy, facts: { encoding: text.encoding } }),
    formats,
    isText: true,
    isTree: /^\s*[[{]/.test(text.text),
    columns,
  };
}

/** Not UTF-8. What a page or an XML document is can be seen all the same, and a page may declare its encoding. */
function otherLayer(bare: Omit<Layer, 'identified'>, { why, latin1 }: HeadText & { readonly kind: 'other' }): Layer {
  const opened = latin1 === null ? null : openedKind(latin1, bare.stated);
  if (opened === null) return { ...bare, identified: identified('unknown', { note: why, mayBeText: latin1 !== null }) };
  return opened === 'html'
    ? { ...bare, identified: identified('html'), formats: ['html'] }
    : { ...bare, identified: identified(opened, { note: 'not UTF-8' }) };
}

function asKind(layer: Layer, id: string): Layer {
  const format = PARSED_AS[id];
  return {
    ...layer,
    identified: { ...layer.identified, kind: identified(id).kind },
    formats: format === undefined || layer.identified.damage !== null ? [] : [format],
  };
}

async function inZip(fd: number, layer: Layer): Promise<Layer> {
  try {
    const { names, entryCount, hasEncrypted, texts } = await listZip(fd, ['[Content_Types].xml', 'mimetype']);
    const id = zipKind({ names, types: texts.get('[Content_Types].xml') ?? '', mimetype: texts.get('mimetype') ?? '' });
    const facts = { entries: entryCount, ...(hasEncrypted ? { encrypted: true } : {}) };
    return asKind({ ...layer, identified: { ...layer.identified, facts } }, id);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { ...layer, identified: { ...layer.identified, damage: error.message } };
  }
}

function inOle(fd: number, layer: Layer): Layer {
  return asKind(layer, oleKind(oleNames((at, length) => readPart(fd, at, length))));
}

/** The whole of it is unpacked once, to see whether it is sound; only its ends are kept. */
async function lookIntoPacked(file: RegularFile, outer: Layer, packing: Packing): Promise<Omit<Seen, 'state'>> {
  const seen = new SeenEnds();
  const inside = outer.stated?.inside ?? null;
  const inner = (): Layer => layerOf(seen.ends(), inside);
  const changed = (more: Partial<Identified>): Layer => ({ ...outer, identified: { ...outer.identified, ...more } });
  try {
    for await (const piece of unpack(packing, file.read().source, { size: file.size })) seen.add(piece);
    return { outer, inner: inner(), packing };
  } catch (error) {
    if (error instanceof ZstdUnavailable) return { outer: changed({ note: 'not looked into' }), inner: null, packing: null };
    const untried = (): Layer => untriedText(inner());
    if (error instanceof TooLarge) return { outer: changed({ note: error.message, isLimited: true }), inner: untried(), packing: null };
    if (!(error instanceof PackedError)) throw error;
    return { outer: changed({ damage: `damaged: ${error.message}` }), inner: seen.size === 0 ? null : untried(), packing: null };
  }
}

/** A text of which only the beginning is known is what its name says, if it may be that. */
function untriedText(layer: Layer): Layer {
  const { formats, isText, stated } = layer;
  const named = formats.find((format) => stated?.kinds.some(({ id }) => id === format));
  const tried = { ...layer, formats: [], isText: false };
  return isText && named !== undefined
    ? { ...tried, identified: identified(named, { identifiedBy: 'name', facts: layer.identified.facts }) }
    : tried;
}

/** The first and last bytes of what passes by. */
class SeenEnds {
  size = 0;
  #head = new Uint8Array(HEAD);
  #tail = new Uint8Array(0);

  add(piece: Uint8Array): void {
    if (this.size < HEAD) this.#head.set(piece.subarray(0, HEAD - this.size), this.size);
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-TAIL)]).subarray(-TAIL);
    this.size += piece.length;
  }

  ends(): Ends {
    return { head: this.#head.subarray(0, Math.min(this.size, HEAD)), tail: this.#tail, size: this.size };
  }
}
