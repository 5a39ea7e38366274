/**
 * Where the cells of a short CSV are, found in one scan. Null for what needs the parser: a quote that does not begin a field, is not closed,
 * or is followed by something else than the end of the field. What is found is what the parser finds, three times as fast.
 *
 *     findCells(encodeUtf8('id,"a ""b"""\n'), ',')      places 0 2 -, 4 11 doubled quotes, end of row
 *
 * In UTF-8 a byte of ASCII is never part of another character, so nothing need be decoded.
 */
import { CELL_MARKS, type CellPlaces } from '#core/parsed';

const [QUOTE, LINE_FEED] = [0x22, 0x0a];
/** No text of this length has more cells; thousands of files would each want their own. */
let places = new Int32Array(0);

/** Of UTF-8 whose line ends are LF. */
export function findCells(bytes: Uint8Array, delimiter: string): CellPlaces | null {
  const length = bytes.length;
  const most = 3 * (length + 1);
  if (places.length < most) places = new Int32Array(2 * most);
  const found = places;
  const parting = delimiter.charCodeAt(0);
  const last = Math.max(parting, QUOTE);
  let filled = 0;
  for (let at = 0; at < length; ) {
    let start = at;
    let marks = 0;
    let end: number;
    if (bytes[at] === QUOTE) {
      start++;
      end = closingQuote(bytes, start);
      while (end < length && bytes[end + 1] === QUOTE) {
        marks = CELL_MARKS.hasDoubledQuotes;
        end = closingQuote(bytes, end + 2);
      }
      if (end >= length) return null;
      at = end + 1;
    } else {
      for (; at < length; at++) {
        const code = bytes[at] as number;
        // One comparison for nearly every byte.
        if (code <= last && (code === parting || code === LINE_FEED || code === QUOTE)) break;
      }
      end = at;
    }
    const code = at < length ? bytes[at] : LINE_FEED;
    if (code !== parting && code !== LINE_FEED) return null;
    found[filled++] = start;
    found[filled++] = end;
    found[filled++] = code === LINE_FEED ? marks | CELL_MARKS.endsRow : marks;
    at++;
    // A delimiter at the very end: one more field, which is empty.
    if (at === length && code === parting) {
      found[filled++] = at;
      found[filled++] = at;
      found[filled++] = CELL_MARKS.endsRow;
    }
  }
  return { bytes, places: found, count: filled / 3 };
}

/** The next quote; the end where there is none. A call into the engine would cost more than the few bytes between. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at++;
  return at;
}
