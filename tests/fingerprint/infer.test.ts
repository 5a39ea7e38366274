/** A definition that was inferred can be used, and matches the samples it was inferred from, whatever is in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { isJsonObject, type JsonObject } from '#core/json/value';
import type { CsvReading, Parsed, Row } from '#core/parsed';
import type { Candidate } from '#fingerprint/candidate';
import { evaluate } from '#fingerprint/evaluate';
import { beginInference } from '#fingerprint/infer/infer';
import { inspectionCandidate } from '#fingerprint/infer/inspection';
import { POSSIBLE_SIGNS } from '#fingerprint/infer/number-evidence';
import type { SampleProfile, SampleReading } from '#fingerprint/infer/profile';
import type { TrialFound, TrialQuestion } from '#fingerprint/infer/trial';
import { readDefinitionText } from '#fingerprint/ops/definition-file';
import { newHasher } from '#hashing/hashers';
import { runs } from '../helpers/trials.ts';
import { type CsvStyle, ENCODINGS, writeCsv } from './content.ts';

const CSV: SampleReading = {
  format: 'csv',
  sheet: null,
  headerRow: 1,
  csv: null,
  signs: POSSIBLE_SIGNS,
  areSignsStated: false,
  dates: null,
};

type Sample = () => Parsed;

function judge(candidate: Candidate, sample: Sample) {
  const context = { fileName: 'tape.csv', format: candidate.format, at: 0, newHasher, diagnose: true };
  const [outcome] = evaluate([candidate], sample(), context);
  if (outcome === undefined) throw new Error('expected an outcome');
  return outcome;
}

function look(samples: readonly Sample[], reading: SampleReading, question: TrialQuestion | null): readonly (JsonObject | null)[] {
  return samples.map((sample) => judge(inspectionCandidate({ reading, question }), sample).extracted);
}

/** The text and the notes, or the first problem of a sample. */
function infer(samples: readonly Sample[], reading: SampleReading = CSV) {
  const profiles = look(samples, reading, null) as readonly SampleProfile[];
  const problem = profiles.map((profile) => profile.problem).find((one) => one !== null);
  if (problem !== undefined) return { text: null, notes: [problem] };
  const inference = beginInference(profiles, { id: 'tape.v1', reading, names: samples.map((_, i) => `tape ${i}.csv`) });
  if (inference === null) return { text: null, notes: ['nothing in common'] };
  return inference.finish(inference.question === null ? [] : (look(samples, reading, inference.question) as readonly TrialFound[]));
}

/** Every assertion holds on every sample, those that only warn too. */
function requireGreen(text: string, samples: readonly Sample[]): void {
  const read = readDefinitionText(text, 'tape.fp.yaml');
  if (read.kind === 'broken') throw new Error(`${read.mistakes[0]?.message} in line ${read.mistakes[0]?.line}:\n${text}`);
  for (const sample of samples) {
    const { matched, assertions, contentHash } = judge(read.definition, sample);
    expect({ missed: assertions.filter(({ verdict }) => !verdict.passed), text }).toEqual({ missed: [], text });
    expect(matched).toBe(true);
    expect(contentHash).toMatch(/^blake3:/);
  }
}

const csv =
  (bytes: Uint8Array | string, reading?: CsvReading): Sample =>
  () =>
    readCsv(memorySource(typeof bytes === 'string' ? encodeUtf8(bytes) : bytes), reading);

const NAMES = [
  'Loan',
  'yes',
  '#',
  'a: b',
  '*',
  '',
  ' ',
  'null',
  '1',
  '1.5',
  '2025-12-31',
  '"',
  "'",
  '{',
  '[',
  '- a',
  '&x',
  '!t',
  '%',
  '@',
  '`',
  '~',
  'é',
  '漢字',
  '🎉',
  'a\nb',
  '\u0085',
  '\u2028x',
  '\ufeffz',
  '\x7f',
  '__proto__',
  'constructor',
  '?',
  ':',
  'a #b',
  'a\tb',
  '\\',
  'Loan',
  '| ',
  '> x',
  'on',
  '=',
  '<<',
  '0x1f',
];

/** Kinds of columns: each gives cells of one kind, some of them blank. */
const day = fc.integer({ min: 1, max: 28 }).map((n) => String(n).padStart(2, '0'));
const month = fc.integer({ min: 1, max: 12 }).map((n) => String(n).padStart(2, '0'));
const KINDS: readonly fc.Arbitrary<string>[] = [
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String),
  fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(5, '0')),
  fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
  fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2).replace('.', ',')),
  fc.integer({ min: 1000, max: 999_999 }).map((n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`),
  fc.integer({ min: 1000, max: 999_999 }).map((n) => `${Math.floor(n / 1000)},${String(n % 1000).padStart(3, '0')}`),
  fc.integer({ min: 1000, max: 999_999 }).map((n) => `${Math.floor(n / 1000)} ${String(n % 1000).padStart(3, '0')},5`),
  fc.integer({ min: 1000, max: 999_999 }).map((n) => `${Math.floor(n / 1000)}'${String(n % 1000).padStart(3, '0')}.25`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    '1e308',
    '1e-308',
    '-1e300',
    '99999999999999999999999999999999',
    '0.000000000000000000001',
    '0',
    '-0',
    '+5',
    '(12.5)',
    '.5',
    '5.',
  ),
  fc.constantFrom('NaN', 'Infinity', '-inf', '1'),
  fc.constantFrom('4.5%', '12 %', '4,5%'),
  fc.constantFrom('EUR 3', '3 €', '$12', '$ 1,000.50', 'USD 7'),
  fc.constantFrom('EUR 3', 'EUR 4', '7'),
  fc.tuple(day, month).map(([d, m]) => `2025-${m}-${d}`),
  fc.tuple(day, month).map(([d, m]) => `${d}.${m}.2025`),
  fc.tuple(day, month).map(([d, m]) => `${d}/${m}/2025`),
  fc.tuple(day, month).map(([d, m]) => `${Number(m)}/${Number(d)}/2025`),
  fc.tuple(day, month).map(([d, m]) => `2025${m}${d}`),
  fc.tuple(day, month).map(([d, m]) => `${d}.${m}.2025 12:30`),
  fc.tuple(day, month, fc.constantFrom('Z', '', '+02:00', '.123Z')).map(([d, m, zone]) => `2025-${m}-${d}T10:00:00${zone}`),
  fc.constantFrom('0000-01-01', '9999-12-31', '2024-02-29'),
  fc.constantFrom('true', 'false', 'TRUE', 'No', '1', '0'),
  fc.constantFrom('0', '1'),
  fc.constantFrom(
    'open',
    'closed',
    ' open',
    'yes',
    'null',
    '~',
    '#x',
    'a: b',
    "it's",
    '"q"',
    'a\nb',
    '\u2028',
    '\u0085x',
    '\ufeff',
    '\x7f',
  ),
  fc.constantFrom('A1', 'B2'),
  fc.constant('EUR'),
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/\0/g, '').replace(/\r\n?/g, '\n')),
  fc.integer({ min: 90, max: 130 }).map((n) => 'x'.repeat(n)),
];

const STYLE = fc.record<CsvStyle>({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isQuotedThroughout: fc.boolean(),
  encoding: fc.constantFrom(...ENCODINGS),
  hasFinalLineEnd: fc.boolean(),
});

interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

const HEIGHT = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 5, max: 60 }));

function columnOf(height: number): fc.Arbitrary<Column> {
  return fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...NAMES),
        fc.string({ maxLength: 5 }).map((text) => text.replace(/[\0\r]/g, '')),
      ),
      fc.nat(KINDS.length - 1),
      fc.boolean(),
      fc.constantFrom('as it is', 'increasing', 'counted'),
    )
    .chain(([name, kind, hasBlanks, order]) => {
      const filled = KINDS[kind] as fc.Arbitrary<string>;
      const cell = hasBlanks ? fc.oneof({ weight: 4, arbitrary: filled }, fc.constantFrom('', ' ')) : filled;
      return fc.array(cell, { minLength: height, maxLength: height }).map((cells) => ({
        name,
        cells: order === 'counted' ? cells.map((_, i) => String(i)) : order === 'increasing' ? [...cells].sort() : cells,
      }));
    });
}

const TABLE = HEIGHT.chain((height) => fc.array(columnOf(height), { minLength: 1, maxLength: 7 })).map((columns) => {
  const height = columns[0]?.cells.length ?? 0;
  return [columns.map(({ name }) => name), ...Array.from({ length: height }, (_, row) => columns.map(({ cells }) => cells[row] ?? ''))];
});

describe('infer', () => {
  it('infer writes a definition that matches its samples, for random tables in random dialects', () => {
    let inferred = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(TABLE, STYLE), { minLength: 1, maxLength: 2 }), (tables) => {
        const samples = tables.map(([rows, style]) => csv(writeCsv(rows, style), stated(style.delimiter)));
        const reading = { ...CSV, csv: { ...stated(tables[0]?.[1].delimiter ?? ',') } };
        if (tables.some(([, style]) => style.delimiter !== tables[0]?.[1].delimiter)) return;
        const { text } = infer(samples, reading);
        if (text === null) return;
        inferred++;
        requireGreen(text, samples);
        expect(infer(samples, reading).text).toBe(text);
      }),
      runs(1500),
    );
    expect(inferred).toBeGreaterThan(30);
  });

  it('infer writes a definition that matches, or refuses, where the delimiter is found by the file', () => {
    fc.assert(
      fc.property(TABLE, STYLE, (rows, style) => {
        const sample = csv(writeCsv(rows, style));
        const parsed = sample();
        if (parsed.kind === 'grid' && (parsed.warnings ?? []).length > 0) return;
        const { text } = infer([sample]);
        if (text !== null) requireGreen(text, [sample]);
      }),
      runs(800),
    );
  });

  it('infer writes a definition that matches the cells of a workbook, and names its sheet', () => {
    fc.assert(
      fc.property(TABLE, fc.constantFrom(null, 'Tape', 'a: b', '1'), (rows, sheet) => {
        const cells: readonly Row[] = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
        const sheets = ['First', 'Tape', 'a: b', '1'];
        const sample: Sample = () => ({ kind: 'grid', sheets, rows: (name) => (name === (sheet ?? 'First') ? cells : []), facts: {} });
        const reading: SampleReading = { ...CSV, format: 'xlsx', sheet, signs: [{ ...(POSSIBLE_SIGNS[0] as (typeof POSSIBLE_SIGNS)[0]) }] };
        const { text, notes } = infer([sample], reading);
        if (text === null) return;
        requireGreen(text, [sample]);
        expect(notes.join()).toContain('not looked at');
      }),
      runs(500),
    );
  });
});

/** A table of one column beside a column of text, so that the semicolon is the delimiter. */
function column(...cells: readonly string[]): Sample {
  return csv(`X;Text\n${cells.map((cell) => `${cell};a`).join('\n')}\n`);
}

function linesOf(samples: readonly Sample[], pattern: RegExp): readonly string[] {
  const { text } = infer(samples);
  return (text ?? '').split('\n').filter((line) => pattern.test(line));
}

describe('infer of one column', () => {
  it.each([
    ['integers', ['1', '20', '-3', '1'], ['{ column: X, type: integer, not_blank: true }', '{ column: X, min: -10, max: 50 }']],
    ['decimals', ['1.5', '20'], ['{ column: X, type: number, not_blank: true }', '{ column: X, min: 0, max: 50 }']],
    ['percentages', ['4%', '5%'], ['{ column: X, type: percentage, not_blank: true }', '{ column: X, min: 0, max: 0.1 }']],
    ['only zeros', ['0', '0'], ['{ column: X, type: integer, not_blank: true }']],
    ['a blank', ['1', ''], ['{ column: X, type: integer }', '{ column: X, min: 0, max: 2 }']],
    ['one cell that is no number', ['1', '2', 'n/a'], ['{ column: X, not_blank: true }']],
    ['identifiers', ['007', '008', '008'], ['{ column: X, not_blank: true }']],
    ['numbers and percentages', ['1', '5%'], ['{ column: X, not_blank: true }']],
    ['dates', ['2025-01-31', '2025-01-31'], ['type: date, not_blank: true }', 'type: date, min: "2024-01-01", max: "2026-12-31" }']],
    ['a day that does not exist', ['2025-02-30', '2025-01-31'], ['{ column: X, not_blank: true }']],
    ['days first', ['31/01/2025', '01/02/2025', '01/02/2025'], ['type: date, not_blank: true }', 'type: date, min']],
    ['day or month first', ['01/02/2025', '03/04/2025', '03/04/2025'], ['{ column: X, not_blank: true }']],
    ['instants', ['2025-01-31T10:00:00Z', '2025-01-31 11:00'], ['type: datetime, not_blank: true }', 'type: datetime, min']],
    ['truth values', ['yes', 'no', 'no'], ['type: boolean, not_blank: true }']],
    ['words', Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? 'a' : 'b')), ['{ column: X, one_of: [a, b], not_blank: true }']],
    ['words that are too rare', Array.from({ length: 20 }, (_, i) => `word ${'abcdefg'[i % 7]}`), ['{ column: X, not_blank: true }']],
    [
      'codes',
      Array.from({ length: 20 }, () => 'Q1'),
      ['{ column: X, not_blank: true }', '{ severity: warn, column_cells: { column: X, one_of: [Q1] } }'],
    ],
  ])('infer of %s', (_, cells, expected) => {
    const found = linesOf([column(...cells)], /column: X/);
    expect(found.length).toBe(expected.length);
    expected.forEach((part, i) => {
      expect(found[i]).toContain(part);
    });
  });

  it('infer states the signs that the columns show, and takes no side where they do not', () => {
    expect(linesOf([column('1,5', '1.234')], /decimal|thousands/)).toEqual(['  decimal: ","  # as in "X"', '  thousands: "."']);
    expect(linesOf([column("1'000.5", "2'000")], /decimal|thousands/)).toEqual(['  decimal: "."  # as in "X"', '  thousands: "\'"']);
    expect(linesOf([column('1 000,5', '2 000')], /decimal|thousands/)).toEqual(['  decimal: ","  # as in "X"', '  thousands: space']);
    expect(linesOf([column('1', '2')], /decimal|thousands/)).toEqual([]);
    expect(infer([column('1.234', '5.678')]).notes).toEqual([
      'the decimal sign may be "." or ",", so there is no type for "X"; --decimal states it',
    ]);
  });

  it('infer lets one column show how another is written', () => {
    const sample = csv('A;B\n1.234;01/02/2025\n5,5;31/01/2025\n');
    expect(infer([sample]).notes).toEqual([]);
    const both = csv('A;B;C;D\n1.234;5,5;01/02/2025;31/01/2025\n');
    const { text, notes } = infer([both]);
    expect(notes).toEqual([]);
    expect(text).toContain('column: A, type: integer');
    expect(text).toContain('column: C, type: date');
    expect(text).toContain('dates: DD/MM/YYYY');
  });

  it('infer takes words of few rows for no list', () => {
    expect(linesOf([column('a', 'a', 'a', 'a', 'a', 'a')], /one_of/)).toEqual([]);
  });

  it('infer asserts only what holds in every sample', () => {
    expect(linesOf([column('1', '2'), column('x', '')], /column: X/)).toEqual([]);
    expect(linesOf([column('1', '2'), column('', '')], /column: X, type/)).toEqual(['  - column_cells: { column: X, type: integer }']);
    expect(linesOf([column('1', '2'), column('1.5')], /column: X, type/)).toEqual([
      '  - column_cells: { column: X, type: number, not_blank: true }',
    ]);
  });
});

describe('infer of a table', () => {
  const rows = (count: number, row: (i: number) => string): string => Array.from({ length: count }, (_, i) => `${row(i)}\n`).join('');

  it('infer takes the first column that identifies every row for the key, else the first pair', () => {
    const single = csv(`A;Id;Name\n${rows(20, (i) => `a;${i};n${i}`)}`);
    expect(linesOf([single], /unique/)).toEqual(['  - column_unique: { columns: [Id] }']);
    const pair = csv(`A;B;C\n${rows(20, (i) => `a${i % 5};b${Math.floor(i / 5)};c`)}`);
    expect(linesOf([pair], /unique/)).toEqual(['  - column_unique: { columns: [A, B] }']);
    const none = csv(`A;B\n${rows(20, () => 'a;b')}`);
    expect(linesOf([none], /unique/)).toEqual([]);
    const amounts = csv(`A;B\n${rows(20, (i) => `a;${i}.5`)}`);
    expect(linesOf([amounts], /unique/)).toEqual([]);
  });

  it('infer sees an order that is no accident', () => {
    const up = csv(`A;B;C\n${rows(20, (i) => `${i};${40 - i}.5;${i % 3}`)}`);
    expect(linesOf([up], /order:/)).toEqual([
      '  - { severity: warn, column_order: { column: A, order: increasing, strictly: true } }',
      '  - { severity: warn, column_order: { column: B, order: decreasing, strictly: true } }',
    ]);
    expect(linesOf([csv(`A;B\n${rows(19, (i) => `${i};b`)}`)], /order:/)).toEqual([]);
  });

  it('infer describes the first 1000 columns of a wide table, and says so', () => {
    const names = Array.from({ length: 1003 }, (_, i) => `c${i}`);
    const sample = csv(`${names.join(';')}\n${names.map((_, i) => i).join(';')}\n`);
    const { text, notes } = infer([sample]);
    expect(notes).toEqual(['left out: 3 columns of tape 0.csv beyond the number that a definition can name']);
    requireGreen(text ?? '', [sample]);
  });
});

function stated(delimiter: string): CsvReading & JsonObject {
  const reading = { delimiter, quote: '"', encoding: null };
  if (!isJsonObject(reading)) throw new Error('expected an object');
  return reading;
}
