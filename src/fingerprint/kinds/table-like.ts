/**
 * Whether the beginning of a text looks like a table whose name does not say so: some delimiter divides all its rows into the same number of
 * fields. Sentences and lines of code must not pass, so there are at least three rows or three fields, and not every delimiter is followed by a
 * space or a line end.
 *
 *     isTable('a;b;c\n1;2;3\n')            true
 *     isTable('Dear Sir,\nwell, no\n')     false
 */
const DELIMITERS = [',', '\t', ';', '|'];
const SAMPLE = { characters: 1 << 14, rows: 50 };

export function isTable(head: string): boolean {
  const isCut = head.length > SAMPLE.characters;
  const sample = head.slice(0, SAMPLE.characters);
  return DELIMITERS.some((delimiter) => sample.includes(delimiter) && isTableBy(delimiter, sample, isCut));
}

function isTableBy(delimiter: string, sample: string, isCut: boolean): boolean {
  const { widths, isWithin } = divide(delimiter, isCut ? sample : `${sample}\n`);
  const [first = 0] = widths;
  return first > 1 && isWithin && widths.every((width) => width === first) && widths.length > 1 && (widths.length > 2 || first > 2);
}

/** The number of fields of each row that is not empty and ends in the sample. What is in quotes divides nothing. */
function divide(delimiter: string, sample: string): { readonly widths: readonly number[]; readonly isWithin: boolean } {
  const widths: number[] = [];
  let isWithin = false;
  let isQuoted = false;
  let width = 1;
  let start = 0;
  for (let at = 0; at < sample.length && widths.length < SAMPLE.rows; at++) {
    const character = sample[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) {
      width++;
      if (!/[\s]/.test(sample[at + 1] ?? '\n') || sample[at + 1] === '\t') isWithin = true;
    } else if (character === '\n' || character === '\r') {
      if (at > start) widths.push(width);
      width = 1;
      start = at + 1;
    }
  }
  return { widths, isWithin };
}
