import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { brief, builtIn, compared, jsonOf, linesOf } from './compared.ts';
import { define, prose } from './samples.ts';

describe('compareVersions() of JSON', () => {
  it.each([
    [
      '{"a":[{"id":1,"p":1.0},{"id":2}]}',
      '{"a":[{"id":0},{"id":1,"p":1.50},{"id":2}]}',
      ['VALUE_ADDED /a/0 null {"id":0}', 'VALUE_CHANGED /a/1/p 1 1.5'],
    ],
    ['{"a/b":{"~":1}}', '{"a/b":{"~":2}}', ['VALUE_CHANGED /a~1b/~0 1 2']],
    [
      '{"__proto__":1,"b":2}',
      '{"__proto__":{},"c":2}',
      ['VALUE_REMOVED /b 2 null', 'VALUE_ADDED /c null 2', 'VALUE_CHANGED /__proto__ 1 {}'],
    ],
    ['1', '"1"', ['VALUE_CHANGED (the whole value) 1 "1"']],
    ['[12345678901234567890.12]', '[12345678901234567890.13]', ['VALUE_CHANGED /0 12345678901234567890.12 12345678901234567890.13']],
    ['[1,2,3]', '[3,1,2]', ['VALUE_REMOVED /2 3 null', 'VALUE_ADDED /0 null 3']],
    ['{"a":1.0}', '{"a":1}', []],
  ])('names what differs between %s and %s', async (old, now, expected) => {
    expect(brief(await compared(builtIn('json.v0'), jsonOf(old), jsonOf(now)))).toEqual(expected);
  });

  it('names one changed value of any document by its pointer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), async (value) => {
        const leaves: { holder: Record<string, unknown>; name: string; pointer: string }[] = [];
        const root = { root: structuredClone(value) };
        const visit = (holder: Record<string, unknown>, pointer: string): void => {
          for (const [name, inner] of Object.entries(holder)) {
            const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
            if (typeof inner === 'object' && inner !== null) visit(inner as Record<string, unknown>, at);
            else leaves.push({ holder, name, pointer: at });
          }
        };
        visit(root, '');
        const leaf = leaves[Math.floor(leaves.length / 2)];
        if (leaf === undefined) return;
        const old = JSON.stringify(root);
        leaf.holder[leaf.name] = 'another value';
        const found = await compared(builtIn('json.v0'), jsonOf(old), jsonOf(JSON.stringify(root)));
        expect(found.differences.map(({ code, at }) => [code, at])).toEqual([['VALUE_CHANGED', leaf.pointer]]);
      }),
    );
  });

  it('compares what a definition extracts by its pointers, and pairs rows by their key', async () => {
    const rule = (format: string, way: string) =>
      define({
        format,
        assertions: [{ column_unique: { columns: `${way}/id` } }],
        extract: [{ name: 'all', type: 'columns', columns: [`${way}/price`], rows: 'unordered', decimals: { [`${way}/price`]: 1 } }],
        content_hash: { algorithm: 'blake3', over: ['all'] },
      });
    const old = ['{"id":1,"price":1.02}', '{"id":2,"price":2}', '{"id":3,"price":"x"}'];
    const now = ['{"id":4,"price":null}', '{"id":3,"price":3,"more":1}', '{"price":1.04,"id":1}'];
    const lines = await compared(rule('jsonl', ''), linesOf(old.join('\n')), linesOf(now.join('\n')));
    expect(brief(lines)).toEqual(['VALUE_REMOVED line 2 2 null', 'VALUE_ADDED line 1 null null', 'VALUE_CHANGED line 2 /price "x" 3']);
    expect([lines.key, lines.differences.map(({ key }) => key)]).toEqual([['/id'], [['2'], ['4'], ['3']]]);
    const document = (items: readonly string[]) => jsonOf(`{"orders":[${items.join()}]}`);
    const whole = await compared(rule('json', '/orders/*'), document(old), document(now));
    expect(brief(whole)).toEqual([
      'VALUE_REMOVED /orders/1 2 null',
      'VALUE_ADDED /orders/0 null null',
      'VALUE_CHANGED /orders/1/price "x" 3',
    ]);
  });

  it('compares JSON lines, and does not shift those below one that was inserted', async () => {
    const old = '{"id":1,"v":1}\n{"id":2,"v":2}\n{"id":3,"v":[1]}\n';
    const now = '{"id":0}\n{"v":1,"id":1}\n{"id":2,"v":2}\n{"id":3,"v":[1,2]}\n';
    expect(brief(await compared(builtIn('jsonl.v0'), linesOf(old), linesOf(now)))).toEqual([
      'VALUE_ADDED line 1 null {"id":0}',
      'VALUE_ADDED line 4 /v/1 null 2',
    ]);
  });

  it.each(['jsonl.v0', 'by pointers'])('compares JSON lines (%s), and parses those twice that differ', async (id) => {
    const candidate =
      id === 'jsonl.v0'
        ? builtIn(id)
        : define({
            format: 'jsonl',
            assertions: [{ column_unique: { columns: '/id' } }],
            extract: [{ name: 'all', type: 'columns', columns: ['/id', '/v'] }],
            content_hash: { algorithm: 'blake3', over: ['all'] },
          });
    const line = (number: number, v = number) => `{"id":${number},"v":${v}}`;
    const parses = { old: 0, now: 0 };
    const counted = (which: 'old' | 'now', lines: readonly string[]) => () => {
      const tree = linesOf(lines.join('\n'))();
      const unread = (): readonly (() => JsonValue)[] => Array.from(tree.values(), (value) => () => ++parses[which] && value);
      return { ...tree, values: () => unread().map((parse) => parse()), unread };
    };
    const old = Array.from({ length: 20 }, (_, i) => line(i));
    const now = [line(99), ...old.filter((_, i) => i !== 5).map((text, i) => (i === 10 ? line(11, 0) : text))];
    expect(brief(await compared(candidate, counted('old', old), counted('now', now)))).toEqual(
      id === 'jsonl.v0'
        ? ['VALUE_REMOVED line 6 {"id":5,"v":5} null', 'VALUE_ADDED line 1 null {"id":99,"v":99}', 'VALUE_CHANGED line 12 /v 11 0']
        : ['VALUE_REMOVED line 6 5 | 5 null', 'VALUE_ADDED line 1 null 99 | 99', 'VALUE_CHANGED line 12 /v 11 0'],
    );
    expect(parses).toEqual({ old: 20 + 2, now: 20 + 2 });
  });

  it('parses the lines twice in which an item differs, whatever the number of items in a line', async () => {
    const candidate = define({
      format: 'jsonl',
      extract: [{ name: 'all', type: 'columns', columns: ['/id', '/items/*/v'] }],
      content_hash: { algorithm: 'blake3', over: ['all'] },
    });
    const line = (id: number, items: readonly number[]) => JSON.stringify({ id, items: items.map((v) => ({ v })) });
    const old = Array.from({ length: 3000 }, (_, i) => line(i, [0, 1, 2].slice(0, i % 4)));
    const now = old.map((text, i) => (i === 1501 ? line(i, [7]) : i === 2999 ? line(i, [0, 1]) : text));
    const parsed = { old: 0, now: 0 };
    const counted = (which: 'old' | 'now', lines: readonly string[]) => () => {
      const tree = linesOf(lines.join('\n'))();
      return { ...tree, unread: () => Array.from(tree.values(), (value) => () => ++parsed[which] && value) };
    };
    expect(brief(await compared(candidate, counted('old', old), counted('now', now)))).toEqual([
      'VALUE_REMOVED line 3000 /items/2 2999 | 2 null',
      'VALUE_CHANGED line 1502 /items/0/v 0 7',
    ]);
    expect(parsed).toEqual({ old: 3002, now: 3001 });
  });
});

describe('compareVersions() of prose', () => {
  const pages =
    (body: string, more = {}) =>
    () =>
      prose({ text: body, ...more });

  it('names lines, and does not shift those below one that was inserted', async () => {
    const found = await compared(builtIn('text.v0'), pages('a\nb\nc\n'), pages('new\n\n\na\nB  \nc'));
    expect(brief(found)).toEqual(['LINE_ADDED line 1 null new', 'LINE_ADDED line 2 null ', 'LINE_CHANGED line 4 b B']);
  });

  it('names headings, tables and properties that differ in lines that do not', async () => {
    const of = (level: number, cell: string, title: string) =>
      pages('x', {
        headings: [{ level, text: 'H', line: 1 }],
        tables: [{ heading: 'Rows', startLine: 1, endLine: 1, header: ['a'], rows: [[cell]], page: null }],
        pageCount: 1,
        metadata: { Title: title, Producer: title },
      });
    expect(brief(await compared(builtIn('pdf.v0'), of(1, '1', 'A'), of(2, '2', 'B')))).toEqual([
      'DETAIL_CHANGED heading 1 heading of level 1: H heading of level 2: H',
      'DETAIL_CHANGED table 1 row 1 row: ["1"] row: ["2"]',
      'DETAIL_CHANGED property Title Title: A Title: B',
    ]);
    const [first, second] = [pages('a\nb\f\nc\nd', { pageCount: 2 }), pages('a\nb\f\nc\ne', { pageCount: 2 })];
    expect(brief(await compared(builtIn('pdf.v0'), first, second))).toEqual(['LINE_CHANGED page 2 line 3 d e']);
  });

  it('names lines and links that were added or removed', async () => {
    const [old, now] = [
      pages('a\nb', {
        details: [
          ['link', 'x'],
          ['link', 'y'],
        ],
      }),
      pages('a', {
        details: [
          ['link', 'y'],
          ['link', 'z'],
        ],
      }),
    ];
    expect(brief(await compared(builtIn('html.v0'), old, now))).toEqual([
      'LINE_REMOVED line 2 b null',
      'DETAIL_REMOVED detail 1 ["link","x"] null',
      'DETAIL_ADDED detail 2 null ["link","z"]',
    ]);
  });

  it('compares the values that a definition extracts', async () => {
    const rule = define({
      format: 'text',
      assertions: [{ text_contains: 'due' }],
      extract: [{ name: 'due', type: 'text_match', anchor: 'due', pattern: '[0-9]+', within_chars: 20 }],
      content_hash: { algorithm: 'blake3', over: ['due'] },
    });
    const found = await compared(rule, pages('due 12\nother'), pages('due 13\nanother'));
    expect([brief(found), found.is_complete]).toEqual([['VALUE_CHANGED /due/matched "12" "13"'], true]);
  });

  it('says that not all is compared where a definition extracts only the hash of many rows', async () => {
    const rule = define({
      format: 'markdown',
      assertions: [{ text_contains: 'rows' }],
      extract: [{ name: 'all', type: 'table', anchor_heading: 'Rows' }],
      content_hash: { algorithm: 'blake3', over: ['all'] },
    });
    const table = (last: string) => () => {
      const rows = [...Array.from({ length: 10_000 }, (_, at) => [String(at)]), [last]];
      return prose({ text: 'rows', tables: [{ heading: 'Rows', startLine: 1, endLine: 1, header: ['n'], rows, page: null }] });
    };
    const found = await compared(rule, table('a'), table('b'));
    expect(found.is_complete).toBe(false);
    expect(found.differences.map(({ code, at }) => [code, at])).toEqual([['VALUE_CHANGED', '/all/rows_hash']]);
  });
});
