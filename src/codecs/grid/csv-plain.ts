/**
 * The cells of a short CSV in UTF-8, found in its bytes: nothing is decoded and no parser is needed. Null for everything else. What is found
 * is what `readCsv` finds.
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
/** Of each byte what it says of the whole. */
const SAID_BY = new Uint8Array(256).fill(HOLDS.beyondAscii, 0x80);
SAID_BY[0] = HOLDS.nul;
SAID_BY[0x0d] = HOLDS.carriageReturn;
for (const delimiter of '\t;|') SAID_BY[delimiter.charCodeAt(0)] = HOLDS.otherDelimiter;

/** Good until the next one is asked for. */
export function findPlainCsv(bytes: Uint8Array): PlainCsv | null {
  const held = heldIn(bytes);
  if ((held & HOLDS.nul) !== 0 || ((held & HOLDS.beyondAscii) !== 0 && !isUtf8(bytes))) return null;
  const lines = (held & HOLDS.carriageReturn) === 0 ? bytes : encodeUtf8(lineFeedsIn(decodeUtf8(bytes)));
  const content = withoutBom(lines);
  const delimiter = (held & HOLDS.otherDelimiter) === 0 ? ',' : sniffDelimiter(decodeUtf8(content));
  const cells = findCells(content, delimiter);
  return cells === null ? null : { delimiter, encoding: 'utf-8', cells };
}

/** One look at every byte, which is sooner done than a search for each of them. */
function heldIn(bytes: Uint8Array): number {
  let held = 0;
  for (let i = 0; i < bytes.length; i++) held |= SAID_BY[bytes[i] as number] as number;
  return held;
}
