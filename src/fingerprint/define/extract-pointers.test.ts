/** The content hash over pointers: any one value changed gives another, however the file is written it is the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { define, outcomeOf } from '../../../tests/fingerprint/samples.ts';
import { runs } from '../../../tests/helpers/trials.ts';

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

interface Extract {
  readonly columns: readonly string[];
  readonly rows?: string;
  readonly decimals?: Readonly<Record<string, number>>;
}

function contentOf(format: 'json' | 'jsonl', extract: Extract, text: string): { hash: string | null; extracted: JsonObject } {
  const source = memorySource(encodeUtf8(text));
  const definition = define({
    format,
    extract: [{ name: 'x', type: 'columns', ...extract }],
    content_hash: { algorithm: 'blake3', over: ['x'] },
  });
  const parsed = format === 'json' ? readJson(source, 1 << 24) : readJsonLines(source);
  const { contentHash, extracted } = outcomeOf(definition, parsed);
  return { hash: contentHash, extracted: extracted?.['x'] as JsonObject };
}

const hashOf = (format: 'json' | 'jsonl', extract: Extract, text: string): string | null => contentOf(format, extract, text).hash;

const scalar: fc.Arbitrary<Plain> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom<Plain>('1', 1, '', '__proto__', 'null', [], {}, [1], { a: 1 }),
);
const item = fc.record({ 'a/b': scalar, __proto__x: scalar, '*': scalar, other: scalar }, { requiredKeys: [] });
const COLUMNS = ['/id', '/items/*/a~1b', '/items/*/__proto__x', '/items/*/~2'];

/** The same value in another spelling: members in reverse order, spaces, escapes. */
function rewritten(value: Plain): string {
  if (Array.isArray(value)) return `[ ${(value as readonly Plain[]).map(rewritten).join(' ,\t')} ]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .reverse()
      .map(([key, member]) => `${rewritten(key)} : ${rewritten(member)}`)
      .join(',')}}`;
  if (typeof value === 'string')
    return JSON.stringify(value).replace(/[a-z]/g, (c, at: number, all: string) =>
      all[at - 1] === '\\' || /\\u[0-9a-f]*$/.test(all.slice(0, at)) ? c : `\\u00${c.charCodeAt(0).toString(16)}`,
    );
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0e0` : JSON.stringify(value);
}

/** What the pointers lead to, as JSON of JavaScript. */
const named = (document: { readonly id: Plain; readonly items: readonly { readonly [key: string]: Plain }[] }): string =>
  JSON.stringify(
    document.items.map((one) => [
      document.id,
      ...['a/b', '__proto__x', '*'].map((key) => (Object.hasOwn(one, key) ? [sorted(one[key] as Plain)] : [])),
    ]),
  );
const sorted = (value: Plain): Plain => (Object.is(value, -0) ? 0 : value);

describe('the content hash over pointers', () => {
  it('is another one exactly if a value at a pointer is another one', () => {
    const seen = { same: 0, other: 0 };
    fc.assert(
      fc.property(scalar, fc.array(item, { minLength: 1, maxLength: 4 }), fc.nat(), scalar, (id, items, pick, value) => {
        const before = { id, items };
        const at = pick % items.length;
        const key = ['a/b', '__proto__x', '*', 'other'][pick % 4] as string;
        const after = { id, items: items.map((one, i) => (i === at ? { ...one, [key]: value } : one)) };
        const [one, two] = [before, after].map((document) => contentOf('json', { columns: COLUMNS }, JSON.stringify(document)));
        const isComplete = (document: typeof before): boolean =>
          ['a/b', '__proto__x', '*'].every((needed) => document.items.some((i) => Object.hasOwn(i, needed)));
        expect(one?.hash === null).toBe(!isComplete(before));
        if (one?.hash === null || two?.hash === null) return;
        const isSame = named(before) === named(after);
        seen[isSame ? 'same' : 'other']++;
        expect(one?.hash === two?.hash).toBe(isSame);
        expect(hashOf('json', { columns: COLUMNS }, rewritten(before))).toBe(one?.hash);
      }),
      runs(1500),
    );
    expect(seen.same).toBeGreaterThan(10);
    expect(seen.other).toBeGreaterThan(10);
  });

  it('tells apart what JSON tells apart', () => {
    const texts = [
      '1',
      '"1"',
      'true',
      '"true"',
      'null',
      '"null"',
      '""',
      '[]',
      '{}',
      '"[]"',
      '[null]',
      '0.1',
      '0.10000000000000001',
      '1e400',
    ];
    const hashes = texts.map((text) => hashOf('json', { columns: ['/a', '/b'] }, `{"a":${text},"b":0}`));
    expect(new Set(hashes).size).toBe(texts.length);
    expect(hashes).not.toContain(null);
    expect(hashOf('jsonl', { columns: ['/a', '/b'] }, '{"a":1,"b":2}\n{"b":2}\n')).not.toBe(
      hashOf('jsonl', { columns: ['/a', '/b'] }, '{"a":1,"b":2}\n{"a":null,"b":2}\n'),
    );
  });

  it('ignores the order of lines and digits beyond the decimals only where the definition says so', () => {
    const [one, two] = ['{"k":1,"v":100.004}\n{"k":2,"v":"7.50"}\n', '{"v":"7.5","k":2}\n{"v":1.00004E2,"k":1.0}\n'];
    const columns = ['/k', '/v'];
    expect(hashOf('jsonl', { columns, rows: 'unordered', decimals: { '/v': 2 } }, one)).toBe(
      hashOf('jsonl', { columns, rows: 'unordered', decimals: { '/v': 2 } }, two),
    );
    expect(hashOf('jsonl', { columns, decimals: { '/v': 2 } }, one)).not.toBe(hashOf('jsonl', { columns, decimals: { '/v': 2 } }, two));
    expect(hashOf('jsonl', { columns, rows: 'unordered' }, one)).not.toBe(hashOf('jsonl', { columns, rows: 'unordered' }, two));
  });

  it('shows the values as JSON', () => {
    expect(contentOf('jsonl', { columns: ['/k', '/v'] }, '{"k":1,"v":"a"}\n{"k":null}\n').extracted).toEqual({
      columns: ['/k', '/v'],
      row_count: 2,
      rows: [
        ['1', '"a"'],
        ['null', null],
      ],
    });
  });

  it('is missing if a pointer leads nowhere, or * to no array', () => {
    expect(hashOf('json', { columns: ['/a', '/typo'] }, '{"a":1}')).toBeNull();
    expect(hashOf('jsonl', { columns: ['/a/*'] }, '{"a":[1]}\n{"a":2}\n')).toBeNull();
    expect(hashOf('jsonl', { columns: ['/a/*'] }, '{"a":[]}\n')).toBeNull();
  });

  it('covers every value of many rows', () => {
    const lines = Array.from({ length: 6000 }, (_, i) => `{"k":${i},"v":"x"}`);
    const columns = ['/k', '/v'];
    const changed = lines.with(5999, '{"k":5999,"v":"y"}');
    for (const rows of ['ordered', 'unordered'])
      expect(hashOf('jsonl', { columns, rows }, lines.join('\n'))).not.toBe(hashOf('jsonl', { columns, rows }, changed.join('\n')));
  });

  it('rounds no column that is named like a member of every object', () => {
    expect(hashOf('json', { columns: ['/constructor', '/__proto__'] }, '{"constructor":1.5,"__proto__":2}')).not.toBeNull();
  });
});
