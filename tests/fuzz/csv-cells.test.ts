/** The cells that are found four bytes at a time are those that a reader finds that looks at one character after the other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { blockBytes, cellSyntax, FoundCells, findCells } from '#codecs/grid/csv-cells';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { lineOfRow, rowCells } from '#core/cells';
import { readNow } from '#core/reused';
import { runs } from '../helpers/trials.ts';

interface Reference {
  readonly rows: (string | null)[][];
  /** The line where each row begins. */
  readonly lines: number[];
}

/** Null if it is not a CSV. */
function readSlowly(text: string, delimiter: string): Reference | null {
  const rest = text.replace(/\r\n?/g, '\n');
  const found: Reference = { rows: [], lines: [] };
  let row: (string | null)[] = [];
  let line = 1;
  let begins = 1;
  for (let at = 0; at < rest.length; ) {
    let cell = '';
    if (rest[at] === '"') {
      for (at++; rest[at] !== '"' || rest[at + 1] === '"'; at++) {
        if (at >= rest.length) return null;
        if (rest[at] === '"') at++;
        if (rest[at] === '\n') line++;
        cell += rest[at];
      }
      for (at++; rest[at] === ' ' || (rest[at] === '\t' && delimiter !== '\t'); ) at++;
      if (at < rest.length && rest[at] !== delimiter && rest[at] !== '\n') return null;
    } else while (at < rest.length && rest[at] !== delimiter && rest[at] !== '\n') cell += rest[at++];
    row.push(cell === '' ? null : cell);
    const hasNext = rest[at] === delimiter;
    at++;
    if (hasNext && at < rest.length) continue;
    if (hasNext) row.push(null);
    found.rows.push(row);
    found.lines.push(begins);
    row = [];
    begins = ++line;
  }
  return found;
}

function readFast(text: string, delimiter: string): Reference | null {
  const found: Reference = { rows: [], lines: [] };
  try {
    for (const reused of readCsv(memorySource(encodeUtf8(text)), { delimiter, quote: '"', encoding: 'utf-8' }).blocks?.() ?? []) {
      const block = readNow(reused);
      for (let row = 0; row < block.rows; row++) {
        found.rows.push([...rowCells(block, row)]);
        found.lines.push(lineOfRow(block, row));
      }
    }
  } catch {
    return null;
  }
  return found;
}

const delimiters = fc.constantFrom(',', '\t', ';', '|', '~');
const PARTS = [
  'a',
  'bc',
  '-',
  '+',
  '--',
  ' ',
  '1234567890',
  'é',
  '漢',
  '\u{1}',
  '\u{7f}',
  '\u{8c}',
  '\u{ac}',
  '\u{b}\u{c}\u{e}',
  '"',
  '""',
  '"q"',
];
const MARKS = ['\n', '\n', '\r', '\r\n', ',', ',', ';', '\t', '|', '~', ',"q,\n""r"""', '\n"x\r\ny"'];
const texts = fc.array(fc.constantFrom(...PARTS, ...MARKS), { maxLength: 60 }).map((parts) => parts.join(''));

describe('the cells of a CSV', () => {
  it('the cells of a CSV are those of a slow reader, with their lines', () => {
    let parsed = 0;
    fc.assert(
      fc.property(texts, delimiters, (text, delimiter) => {
        const slow = readSlowly(text, delimiter);
        expect(readFast(text, delimiter)).toEqual(slow);
        if (slow !== null && slow.rows.length > 1) parsed++;
      }),
      runs(20_000),
    );
    expect(parsed).toBeGreaterThan(100);
  });

  it('the cells of a CSV do not depend on where a block ends', () => {
    fc.assert(
      fc.property(texts, delimiters, fc.nat({ max: 100 }), (text, delimiter, places) => {
        if (readSlowly(text, delimiter) === null) return;
        const content = encodeUtf8(text);
        const cut = Math.min(places, content.length);
        const syntax = cellSyntax(delimiter, '"');
        const cellsOf = (from: number, to: number, isLast: boolean) => {
          const bytes = blockBytes(to - from);
          bytes.set(content.subarray(from, to));
          const found = new FoundCells();
          findCells(found, bytes, to - from, { syntax, isLast, passed: 0 });
          const complete = found.rows === 0 ? 0 : (found.rowEnds[found.rows - 1] as number);
          const cells = Array.from({ length: complete }, (_, i) => [from + (found.starts[i] as number), from + (found.ends[i] as number)]);
          return { cells, used: from + found.used, innerLines: found.innerLines, rows: found.rows };
        };
        const whole = cellsOf(0, content.length, true);
        const first = cellsOf(0, cut, false);
        const second = cellsOf(first.used, content.length, true);
        expect([...first.cells, ...second.cells]).toEqual(whole.cells);
        expect(first.rows + second.rows).toBe(whole.rows);
        expect(first.innerLines + second.innerLines).toBe(whole.innerLines);
      }),
      runs(20_000),
    );
  });
});
