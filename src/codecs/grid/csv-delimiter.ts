/**
 * Finds which of `, TAB ; |` separates the fields of a CSV: the one that gives the most rows the same number of fields, if that is more
 * than one. If two are equal, the one with more fields wins, then the earlier in this list. If none separates anything, it is a comma. Text
 * in quotes is ignored; a quote opens where a field may begin, whichever of the four is the delimiter.
 *
 *     sniffDelimiter('a;b,c\n1;2,5\n3;4,0\n')      ';' and ',' are equal: ','
 *     sniffDelimiter('name;rate\nx;1,5\ny;2\n')    ';'
 */
const CANDIDATES = [',', '\t', ';', '|'];
const [QUOTE, LINE_FEED] = [0x22, 0x0a];
/** For each ASCII character: 0 if it is irrelevant, otherwise its kind. A candidate's kind is its position in the list, from 1. */
const KINDS = new Uint8Array(128);
const [QUOTES, ENDS] = [254, 255];
CANDIDATES.forEach((character, index) => {
  KINDS[character.charCodeAt(0)] = index + 1;
});
KINDS[QUOTE] = QUOTES;
KINDS[LINE_FEED] = ENDS;
/** Only this much of the text is examined. */
const SAMPLE = { characters: 1 << 14, rows: 50 };

export function sniffDelimiter(head: string): string {
  // True for nearly every file: no other candidate occurs.
  if (!CANDIDATES.some((candidate) => candidate !== ',' && head.includes(candidate))) return ',';
  const isCut = head.length > SAMPLE.characters;
  const rows = fieldCounts(isCut ? head.slice(0, SAMPLE.characters) : head, isCut);
  let best = { delimiter: ',', share: 0, fields: 1 };
  CANDIDATES.forEach((delimiter, candidate) => {
    if (!head.includes(delimiter)) return;
    const { share, fields } = agreement(rows, candidate);
    if (fields > 1 && (share > best.share || (share === best.share && fields > best.fields))) best = { delimiter, share, fields };
  });
  return best.delimiter;
}

/** For each row that is not empty, the number of fields that each candidate gives. */
function fieldCounts(sample: string, isCut: boolean): readonly (readonly number[])[] {
  const rows: number[][] = [];
  let counts = [1, 1, 1, 1];
  let begins = 0;
  let line = 0;
  for (let at = 0; at < sample.length && rows.length < SAMPLE.rows; at++) {
    const code = sample.charCodeAt(at);
    const kind = code < KINDS.length ? (KINDS[code] as number) : 0;
    if (kind === 0) continue;
    if (kind === QUOTES) {
      if (at === begins) at = closingQuote(sample, at);
    } else if (kind === ENDS) {
      if (at > line) rows.push(counts);
      counts = [1, 1, 1, 1];
      begins = line = at + 1;
    } else {
      counts[kind - 1] = (counts[kind - 1] as number) + 1;
      begins = at + 1;
    }
  }
  if (!isCut && line < sample.length && rows.length < SAMPLE.rows) rows.push(counts);
  return rows;
}

/** The position of the quote that closes the one at `open`, or the end of the sample. */
function closingQuote(sample: string, open: number): number {
  for (let at = sample.indexOf('"', open + 1); at >= 0; at = sample.indexOf('"', at + 2)) if (sample[at + 1] !== '"') return at;
  return sample.length;
}

/** The most frequent number of fields, and the share of rows that have it. */
function agreement(rows: readonly (readonly number[])[], candidate: number): { readonly share: number; readonly fields: number } {
  const times = new Map<number, number>();
  for (const counts of rows) {
    const count = counts[candidate] as number;
    times.set(count, (times.get(count) ?? 0) + 1);
  }
  let fields = 1;
  let most = 0;
  for (const [count, time] of times) if (time > most || (time === most && count > fields)) [fields, most] = [count, time];
  return { share: rows.length === 0 ? 0 : most / rows.length, fields };
}
