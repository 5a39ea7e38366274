/**
 * Finds the cells of a short CSV in UTF-8 directly in its bytes, without decoding and without the parser. The result is null for every
 * other file. The cells are the same as those of `readCsv`.
 *
 *     findPlainCsv(encodeUtf8('id;name\r\n7;a\r\n'))      { delimiter: ';', encoding: 'utf-8', cells: … }
 */
import { isUtf8 } from 'node:buffer';
import { withoutBom } from '#core/bytes/prefix';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import type { CellPlaces } from '#core/parsed';
import { findCells } from './csv-cells.ts';
import { sniffDelimiter } from './csv-delimiter.ts';
import { lineFeedsIn } from './line-ends.ts';

export interface PlainCsv {
  readonly delimiter: string;
  readonly encoding: 'utf-8';
  readonly cells: CellPlaces;
}

const HOLDS = { nul: 1, carriageReturn: 2, otherDelimiter: 4, beyondAscii: 8 } as const;
/** For each byte value, the flag that it sets for the whole file. */
const SAID_BY = new Uint8Array(256).fill(HOLDS.beyondAscii, 0x80);
SAID_BY[0] = HOLDS.nul;
SAID_BY[0x0d] = HOLDS.carriageReturn;
for (const delimiter of '\t;|') SAID_BY[delimiter.charCodeAt(0)] = HOLDS.otherDelimiter;

/** The result is valid until the next call. */
export function findPlainCsv(bytes: Uint8Array): PlainCsv | null {
  const held = heldIn(bytes);
  if ((held & HOLDS.nul) !== 0 || ((held & HOLDS.beyondAscii) !== 0 && !isUtf8(bytes))) return null;
  const lines = (held & HOLDS.carriageReturn) === 0 ? bytes : encodeUtf8(lineFeedsIn(decodeUtf8(bytes)));
  const content = withoutBom(lines);
  const delimiter = (held & HOLDS.otherDelimiter) === 0 ? ',' : sniffDelimiter(decodeUtf8(content));
  const cells = findCells(content, delimiter);
  return cells === null ? null : { delimiter, encoding: 'utf-8', cells };
}

/** One loop over all bytes is faster than one search for each flag. */
function heldIn(bytes: Uint8Array): number {
  let held = 0;
  for (let i = 0; i < bytes.length; i++) held |= SAID_BY[bytes[i] as number] as number;
  return held;
}
