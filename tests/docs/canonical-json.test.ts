/** The examples of docs/formats/canonical-json.md are what the reader and the writers do. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { formatJcs, formatSpine } from '#core/json/write';

interface Example {
  readonly name: string;
  /** By the word behind the language of the fence: `in`, `spine`, `jcs`, `refused`, `sha256`. */
  readonly blocks: ReadonlyMap<string, string>;
  readonly rows: readonly (readonly string[])[];
}

const page = readFileSync(new URL('../../docs/formats/canonical-json.md', import.meta.url), 'utf8');
const examples = page
  .split(/^<!-- test: /m)
  .slice(1)
  .map(parseExample);

/** What stands under the name, up to the first line that is neither in a block nor in a table. */
function parseExample(text: string): Example {
  const [, name = '', rest = ''] = /^(\S+) -->\n([^]*)$/.exec(text) ?? [];
  const blocks = new Map<string, string>();
  const [run = ''] = /^(?:```\w+ \w+\n[^]*?\n```\n)*/.exec(rest) ?? [];
  for (const [, kind = '', body = ''] of run.matchAll(/```\w+ (\w+)\n([^]*?)\n```\n/g)) blocks.set(kind, body);
  const [table = ''] = /^(?:\|.*\|\n)*/.exec(rest) ?? [];
  const rows = table
    .split('\n')
    .slice(2, -1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return { name, blocks, rows };
}

function outcome(format: () => string): string {
  try {
    return format();
  } catch (error) {
    if (error instanceof JsonError) return error.message;
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
}

const parse = (text: string) => parseJson(encodeUtf8(text));

describe('canonical-json.md', () => {
  test('has examples of its own names', () => {
    const names = examples.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(9);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(examples.filter(({ rows }) => rows.length === 0).map((example) => [example.name, example] as const))(
    'holds in %s',
    (_, { blocks }) => {
      const text = blocks.get('in') ?? expect.fail('no input');
      expect([...blocks.keys()].filter((kind) => !['in', 'spine', 'jcs', 'refused', 'sha256'].includes(kind))).toEqual([]);
      expect(blocks.size).toBeGreaterThan(1);
      if (blocks.has('spine')) expect(outcome(() => formatSpine(parse(text)))).toBe(blocks.get('spine'));
      if (blocks.has('jcs')) expect(outcome(() => formatJcs(parse(text)))).toBe(blocks.get('jcs'));
      if (blocks.has('refused')) expect(outcome(() => formatSpine(parse(text)))).toBe(blocks.get('refused'));
      if (blocks.has('sha256'))
        expect(
          createHash('sha256')
            .update(formatSpine(parse(text)))
            .digest('hex'),
        ).toBe(blocks.get('sha256'));
    },
  );

  test.each(examples.flatMap(({ rows }) => rows))('writes %s as %s in spine and as %s in jcs', (token = '', spine, jcs) => {
    expect(outcome(() => formatSpine(parse(token)))).toBe(spine);
    expect(outcome(() => formatJcs(parse(token)))).toBe(jcs);
  });

  test('has a table of numbers', () => expect(examples.flatMap(({ rows }) => rows).length).toBeGreaterThan(15));
});
