/**
 * Guesses which of `, TAB ; |` separates the fields of a CSV. A delimiter is the better, the more rows it divides into the same number of
 * fields, and the more of these fields look like values: a number or a date more than other text, and least what another delimiter would
 * divide, or begins with a space as the rest of a sentence does. Text in quotes is ignored; a quote opens where a field may begin, whichever
 * of the four is the delimiter.
 *
 *     guessDelimiter('Loan;Rate, %\n7;5,25\n')      { delimiter: ';', rivals: [] }
 *     guessDelimiter('a;b,c\nx;y,z\n')              { delimiter: ',', rivals: [';'] }: both are as good
 */
export interface DelimiterGuess {
  readonly delimiter: string;
  /** Other delimiters that are as likely. Nothing can be said about the content of such a file. */
  readonly rivals: readonly string[];
}

const CANDIDATES = [',', '\t', ';', '|'];
/** The guess for a file in which nothing else could be the delimiter. */
export const COMMA: DelimiterGuess = { delimiter: ',', rivals: [] };
/** Only this much of the text is examined. */
const SAMPLE = { characters: 1 << 14, rows: 50 };

/** What a field counts; whole numbers, so that equal sums are equal. */
const WEIGHTS = { value: 20, text: 15, mixed: 2 };
/** A delimiter is as likely as the best one from this share of its score on, if it is as regular. */
const RIVAL = 0.9;

/** `head` may be decoded as Latin-1: only ASCII counts. `isWhole` says whether the file ends with it. */
export function guessDelimiter(head: string, isWhole = true): DelimiterGuess {
  const candidates = CANDIDATES.filter((candidate) => head.includes(candidate));
  // True for nearly every file: no other candidate occurs.
  if (candidates.length === 0 || (candidates.length === 1 && candidates[0] === ',')) return COMMA;
  const rows = sampleRows(head.slice(0, SAMPLE.characters), isWhole && head.length <= SAMPLE.characters);
  const scores = candidates.map((delimiter) => scoreOf(delimiter, rows)).filter(({ fields }) => fields > 1);
  const best = scores.reduce<Score | null>((top, score) => (top === null || isBetter(score, top) ? score : top), null);
  if (best === null) return COMMA;
  const rivals = scores.filter((score) => score !== best && score.share >= best.share && score.looks >= RIVAL * best.looks);
  return { delimiter: best.delimiter, rivals: rivals.map(({ delimiter }) => delimiter) };
}

interface Score {
  readonly delimiter: string;
  /** The most frequent number of fields, and the share of the rows that have it. */
  readonly fields: number;
  readonly share: number;
  /** The mean weight of the fields. */
  readonly looks: number;
}

function isBetter(a: Score, b: Score): boolean {
  const [scoreA, scoreB] = [a.share * a.looks, b.share * b.looks];
  return scoreA > scoreB || (scoreA === scoreB && a.fields > b.fields);
}

/** Stands for a quoted field: it is text, and no candidate. */
const QUOTED = '\u{1}';

/** The rows that are not empty, with each quoted field replaced by a mark. An unfinished last row is left out unless the sample is whole. */
function sampleRows(sample: string, isWhole: boolean): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let from = 0;
  let begins = 0;
  let at = 0;
  const endRow = (end: number): void => {
    row += sample.slice(from, end);
    if (row !== '') rows.push(row);
    row = '';
    from = begins = end + 1;
  };
  for (; at < sample.length && rows.length < SAMPLE.rows; at++) {
    const character = sample[at] as string;
    if (character === '"' && at === begins) {
      row += sample.slice(from, at) + QUOTED;
      at = closingQuote(sample, at);
      from = at + 1;
    } else if (character === '\n' || character === '\r') endRow(at);
    else if (CANDIDATES.includes(character)) begins = at + 1;
  }
  if (isWhole && rows.length < SAMPLE.rows) endRow(sample.length);
  return rows;
}

/** The position of the quote that closes the one at `open`, or the end of the sample. */
function closingQuote(sample: string, open: number): number {
  for (let at = sample.indexOf('"', open + 1); at >= 0; at = sample.indexOf('"', at + 2)) if (sample[at + 1] !== '"') return at;
  return sample.length;
}

function scoreOf(delimiter: string, rows: readonly string[]): Score {
  const times = new Map<number, number>();
  let weight = 0;
  let filled = 0;
  let isBroken = false;
  for (const row of rows) {
    const fields = row.split(delimiter);
    times.set(fields.length, (times.get(fields.length) ?? 0) + 1);
    for (const field of fields) {
      if (field.trim() === '') continue;
      // With this delimiter the quotes would be text, or a failure.
      if (field.includes(QUOTED) && field.trim() !== QUOTED) isBroken = true;
      filled++;
      weight += weightOf(field);
    }
  }
  let [fields, most] = [1, 0];
  for (const [count, time] of times) if (time > most || (time === most && count > fields)) [fields, most] = [count, time];
  return { delimiter, fields, share: rows.length === 0 ? 0 : most / rows.length, looks: filled === 0 || isBroken ? 0 : weight / filled };
}

const NUMBER =
  /^[(+-]? ?(?:[$\u{80}-\u{ff}]{1,3}|[A-Z]{3})? ?(?:\d{1,3}(?:[.,' \u{a0}]\d{3})+|\d+)?(?:[.,]\d+)?(?:[eE][+-]?\d+)? ?(?:[%$\u{80}-\u{ff}]{0,3}|[A-Z]{3})\)?$/u;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** A longer field is no number. */
const MAX_NUMBER_LENGTH = 40;

/** In sentences a comma or a semicolon is followed by a space. */
const DIVIDED = /^ |[,;](?! )|[\t|]/;

function weightOf(field: string): number {
  const text = field.trim();
  if (text.length <= MAX_NUMBER_LENGTH && /\d/.test(text) && (NUMBER.test(text) || DATE.test(text))) return WEIGHTS.value;
  return DIVIDED.test(field) ? WEIGHTS.mixed : WEIGHTS.text;
}
