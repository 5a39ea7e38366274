/** A definition that was inferred from json or jsonl can be used, and matches the samples it was inferred from, whatever is in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Format, Parsed } from '#core/parsed';
import type { Candidate } from '#fingerprint/candidate';
import { evaluate } from '#fingerprint/evaluate';
import { inspectionCandidate } from '#fingerprint/infer/inspection';
import { mergePlaces, type TreeProfile } from '#fingerprint/infer/tree-profile';
import { writeInferredTree } from '#fingerprint/infer/write-tree';
import { readDefinitionText } from '#fingerprint/ops/definition-file';
import { newHasher } from '#hashing/hashers';
import { runs } from '../helpers/trials.ts';
import { writeLoosely } from './content.ts';

type Tree = 'json' | 'jsonl';

function parse(format: Format, text: string): Parsed {
  const source = memorySource(encodeUtf8(text));
  return format === 'json' ? readJson(source, 1 << 24) : readJsonLines(source);
}

function judge(candidate: Candidate, text: string) {
  const context = { fileName: `sample.${candidate.format}`, format: candidate.format, at: 0, newHasher, diagnose: true };
  const [outcome] = evaluate([candidate], parse(candidate.format, text), context);
  if (outcome === undefined) throw new Error('expected an outcome');
  return outcome;
}

function infer(format: Tree, samples: readonly string[]) {
  const reading = { format, sheet: null, headerRow: 1, csv: null, signs: [], areSignsStated: false, dates: null };
  const profiles = samples.map((sample) => judge(inspectionCandidate({ reading, question: null }), sample).extracted as TreeProfile);
  return writeInferredTree({
    id: 'sample.v1',
    format,
    names: samples.map((_, i) => `${i}.${format}`),
    counts: profiles.map(({ root }) => root.count),
    root: mergePlaces(profiles.map(({ root }) => root)),
  });
}

function definitionOf(text: string) {
  const read = readDefinitionText(text, 'sample.fp.yaml');
  if (read.kind === 'broken') throw new Error(`${read.mistakes[0]?.message} in line ${read.mistakes[0]?.line}:\n${text}`);
  return read.definition;
}

/** Every assertion holds on every sample, those that only warn too. */
function requireGreen(format: Tree, samples: readonly string[]): void {
  const { text } = infer(format, samples);
  const definition = definitionOf(text);
  for (const sample of samples) {
    const { matched, assertions, contentHash } = judge(definition, sample);
    expect({ missed: assertions.filter(({ verdict }) => !verdict.passed), text }).toEqual({ missed: [], text });
    expect([matched, contentHash === null]).toEqual([true, false]);
  }
}

const lines = (values: readonly unknown[]): string => values.map((one) => `${JSON.stringify(one)}\n`).join('');
const name = fc.constantFrom(
  'id',
  'a b',
  '*',
  '~',
  '/',
  '',
  '__proto__',
  'constructor',
  'yes',
  'null',
  '1',
  '#',
  'é',
  '🎉',
  ': x',
  'a\nb',
  '\u2028',
);
const scalar = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    null,
    true,
    false,
    '',
    ' ',
    'open',
    'closed',
    'P1',
    '2025-01-31',
    '2025-02-31',
    '0001-01-01',
    '2025-01-31T10:00:00Z',
    '12.5',
  ),
  fc.string({ maxLength: 5 }),
  fc.uuid(),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;
/** Objects of one shape, as events are. */
const record = fc.record(
  {
    id: fc.integer(),
    kind: fc.constantFrom('open', 'closed'),
    on: fc.constantFrom('2025-01-31', '2024-12-01'),
    sum: scalar,
    items: fc.array(fc.record({ sku: fc.string(), price: fc.double({ noNaN: true, noDefaultInfinity: true }) })),
  },
  { requiredKeys: ['id', 'kind'] },
);

describe('a definition that was inferred from json or jsonl matches its samples', () => {
  it('jsonl', () => {
    const sample = fc.oneof(fc.array(value, { minLength: 1, maxLength: 8 }), fc.array(record, { minLength: 1, maxLength: 60 })).map(lines);
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 3 }), (samples) => requireGreen('jsonl', samples)),
      runs(150),
    );
  });

  it('json', () => {
    const sample = fc
      .oneof(value, record, fc.array(record, { maxLength: 30 }), fc.record({ rows: fc.array(record) }))
      .map((one) => writeLoosely(one, ' '));
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 3 }), (samples) => requireGreen('json', samples)),
      runs(150),
    );
  });

  it.each([
    ['json', ['{"n":1e400}', '{"n":-1e-400}']],
    ['json', ['{"n":98765432109876543210.5}']],
    ['json', ['[]', '[{"id":1}]']],
    ['json', ['{"items":[]}', '{"items":[{"id":1}]}']],
    ['json', ['{"items":null}', '{"items":[{"id":1}]}']],
    ['json', ['{"items":7}', '{"items":[{"id":1}]}']],
    ['json', ['{"__proto__":{"a":1}}']],
    ['json', [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`]],
    ['json', [`${'['.repeat(40)}1${']'.repeat(40)}`]],
    ['json', [`{"${'k'.repeat(2000)}":1}`]],
    ['json', ['null', '7', '"x"', '{}']],
    ['jsonl', [lines(Array.from({ length: 300 }, (_, i) => ({ [`k${i}`]: i })))]],
    ['jsonl', [lines(Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, '': i % 2 === 0 ? '' : 'x' })))]],
    ['jsonl', [lines(Array.from({ length: 50 }, (_, i) => ({ id: i % 2 === 0 ? i : `${i - 1}` })))]],
    ['jsonl', [lines(Array.from({ length: 50 }, () => ({ day: '0000-01-01' })))]],
  ] as const)('%s %j', (format, samples) => requireGreen(format, samples));
});

describe('writeInferredTree()', () => {
  const events = (count: number, change: (i: number) => object = () => ({})) =>
    lines(
      Array.from({ length: count }, (_, i) => ({
        id: i + 1,
        kind: i % 2 === 0 ? 'open' : 'closed',
        on: '2025-01-31',
        customer: { id: `C-${i % 3}` },
        items: [{ price: 9.5 }, { price: 3 }],
        ...(i % 4 === 0 ? { note: null } : {}),
        ...change(i),
      })),
    );
  const definition = definitionOf(infer('jsonl', [events(40)]).text);
  const failures = (text: string) =>
    judge(definition, text)
      .assertions.filter(({ verdict }) => !verdict.passed)
      .map(({ name: named, severity }) => `${named}${severity === 'warn' ? ' (warn)' : ''}`);

  it.each<readonly [string, (i: number) => object, readonly string[]]>([
    ['a value as the others', () => ({}), []],
    ['another member', () => ({ more: 1 }), []],
    ['a member that is missing', () => ({ kind: undefined }), ['json_schema']],
    ['a nested member that is missing', () => ({ customer: {} }), ['json_schema', 'column_cells__customer_id (warn)']],
    ['another type', () => ({ customer: { id: 7 } }), ['json_schema', 'column_cells__customer_id (warn)']],
    ['another word', () => ({ kind: 'banana' }), ['json_schema']],
    ['a day that does not exist', () => ({ on: '2025-02-30' }), ['json_schema', 'column_cells__on (warn)']],
    ['a day of another century', () => ({ on: '1825-02-20' }), ['column_cells__on (warn)']],
    ['a number far away', (i) => ({ items: [{ price: i === 7 ? 900 : 3 }] }), ['column_cells__items_price (warn)']],
    ['a longer array', () => ({ items: Array.from({ length: 9 }, () => ({ price: 4 })) }), ['column_cells__items (warn)']],
    ['an id twice', (i) => (i === 7 ? { id: 1 } : {}), ['column_unique__id']],
  ])('finds %s', (_, change, wanted) => expect(failures(events(40, change))).toEqual(wanted));

  it('warns of many more lines, and covers all members', () => {
    expect(failures(events(200))).toEqual(['row_count (warn)']);
    expect(judge(definition, events(40)).contentHash).not.toBe(
      judge(
        definition,
        events(40, (i) => ({ customer: { id: `C-${i % 3}`, x: 1 } })),
      ).contentHash,
    );
  });

  it('says which members it does not describe', () => {
    const { text, notes } = infer('json', [
      JSON.stringify({ by: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i])) }),
    ]);
    expect(notes).toEqual(['not described, because they are too many, too deep or too long: the members of "/by"']);
    expect(text).toContain(`# ${notes[0]}`);
  });
});
