import { describe, expect, it } from 'vitest';
import { asShown, consoleBlocks, runBlock, withBlock } from './console-block.ts';

const page = (body: string, name = 'a'): string => `# Page\n\n<!-- test: ${name} -->\n\`\`\`console\n${body}\`\`\`\n\nText.\n`;
const results = async (body: string): Promise<string[][]> => (await Promise.all(consoleBlocks(page(body)).map(runBlock))).flat();

describe('consoleBlocks()', () => {
  it('reads commands, their further lines and what is shown after them', () => {
    expect(consoleBlocks(page('$ echo \\\n> a\na\n$ true\n'))).toEqual([
      {
        name: 'a',
        steps: [
          { command: 'echo \\\na', shown: ['a'] },
          { command: 'true', shown: [] },
        ],
      },
    ]);
  });

  it('passes over blocks that are not marked, and over marked ones of another kind', () => {
    expect(consoleBlocks('```console\n$ false\n```\n<!-- test: b -->\n```json\n{}\n```\n')).toEqual([]);
  });

  it('refuses a block that does not begin with a command', () => {
    expect(() => consoleBlocks(page('hello\n'))).toThrow("a console block begins with '$ '");
  });
});

describe('runBlock()', () => {
  it('runs all commands in one shell, and tells standard error and exit codes', async () => {
    expect(await results('$ cd examples; x=1\n$ echo $x $(basename $PWD)\n$ ls nowhere\n$ (exit 3)\n$ echo $?\n')).toEqual([
      [],
      ['1 examples'],
      ["ls: cannot access 'nowhere': No such file or directory", '[exit 2]'],
      ['[exit 3]'],
      ['3'],
    ]);
  });

  it('shows the folder as $PWD and has the tools and the example at hand', async () => {
    expect(await results('$ echo $PWD\n$ lock --version\n$ ls examples/delivery\n')).toEqual([
      ['$PWD'],
      [expect.stringMatching(/^lock \d/)],
      ['reference', 'reports', 'tape'],
    ]);
  });

  it('runs each command in the folder and with the variables that those before it left', async () => {
    const block =
      "$ export EPISTEMIC_WITNESS=w.jsonl A=$PWD/a B='it is'\n$ cd examples\n$ lock --scan delivery > d.json\n$ ls w.jsonl d.json\n$ lock verify none | grep -c E_IO\n$ echo $A $B\n";
    expect(await results(block)).toEqual([[], [], [], ['d.json', 'w.jsonl'], ['1'], ['$PWD/a it is']]);
  });

  it('tells that a command was not reached', async () => {
    expect(await results('$ exit 0\n$ echo never\n')).toEqual([['[exit none]'], ['[exit none]']]);
  });
});

describe('asShown()', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'a…', true],
    ['abc', 'a…c', true],
    ['abc', '…', true],
    ['abc', 'a…d', false],
    ['abc', 'a.c', false],
    ['(a+b)', '(a+…)', true],
    ['aab', 'a+b', false],
  ])('takes %j for %j: %s', (line, shown, isSame) => {
    expect(asShown([line], [shown])).toEqual([isSame ? shown : line]);
  });

  it('keeps lines that the page does not have', () => {
    expect(asShown(['a', 'b'], ['a'])).toEqual(['a', 'b']);
  });
});

it('withBlock() puts other lines into one block and leaves the rest of the page', () => {
  const both = page('$ true\n') + page('$ echo\n\n', 'b');
  expect(withBlock(both, 'b', ['$ echo', 'new'])).toBe(page('$ true\n') + page('$ echo\nnew\n', 'b'));
});
