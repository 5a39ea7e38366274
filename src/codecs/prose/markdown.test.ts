import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { readMarkdown } from './markdown.ts';

const read = (text: string) => readMarkdown(memorySource(encodeUtf8(text)), 1 << 20);

describe('readMarkdown', () => {
  it('readMarkdown writes every kind of heading in the same form', () => {
    const { text, headings } = read('Rent Roll\r\n=========\n\n\n\n**Summary**\n\n### *Deep* [down](x) `code` ###\n');
    expect(text).toBe('# Rent Roll\n\n## Summary\n\n### Deep down code\n');
    expect(headings).toEqual([
      { level: 1, text: 'Rent Roll', line: 1 },
      { level: 2, text: 'Summary', line: 3 },
      { level: 3, text: 'Deep down code', line: 5 },
    ]);
  });

  it('readMarkdown does not treat bold words within a line, or on two lines, as a heading', () => {
    expect(read('**Note** well\n\n**a\nb**\n\n**a** and **b**\n').headings).toEqual([]);
  });

  it('readMarkdown finds no heading in code, in a quotation or behind an escape', () => {
    const { headings, text } = read('```\n# not\n\n\n# nor\n```\n\n    # indented\n\n> # quoted\n\n\\# escaped\n');
    expect(headings).toEqual([]);
    expect(text).toContain('# not\n\n\n# nor\n');
  });

  it('readMarkdown writes tables with uniform spaces and gives the text of their cells', () => {
    const { text, tables } = read('# T\n|a|b \\| c|\n|-|:-:|\n|1|**2**|\n|  3 |\n');
    expect(text).toBe('# T\n| a | b \\| c |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |\n');
    expect(tables).toEqual([
      {
        heading: 'T',
        startLine: 2,
        endLine: 5,
        header: ['a', 'b | c'],
        rows: [
          ['1', '2'],
          ['3', ''],
        ],
        page: null,
      },
    ]);
  });

  it('readMarkdown ends a section at the next heading of the same or a higher level', () => {
    const { sections } = read('# A\nx\n## B\ny\n# C\n');
    expect(sections.map(({ heading, startLine, endLine, lines }) => [heading, startLine, endLine, [...lines]])).toEqual([
      ['A', 1, 4, ['x', '## B', 'y']],
      ['B', 3, 4, ['y']],
      ['C', 5, 5, []],
    ]);
  });

  it('readMarkdown gives the same for the same words, whatever the spaces, line ends and blank lines', () => {
    const one = read('Title\n---\ntext\n\n| a | b |\n| - | - |\n| 1 | 2 |\n');
    const other = read('## Title\r\ntext   \r\n\r\n\r\n\r\n|a|b|\r\n|---|---|\r\n|1|2|\r\n\r\n');
    expect(other).toEqual({ ...one, sections: expect.anything() });
  });

  it('readMarkdown keeps link definitions, which are not blocks', () => {
    expect(read('a [x]\n\n[x]: http://example.org\n').text).toBe('a [x]\n\n[x]: http://example.org\n');
  });

  it('readMarkdown gives the targets of links and pictures where text replaces what was written', () => {
    const { text, details } = read(
      '# [Annex](a.pdf "t") ![chart](c.png)\n\n**[B](b)**\n\n|<i>x</i> [1](u)|\n|-|\n|<https://e.org>|\n\n[in a paragraph](p)\n',
    );
    expect(details).toEqual([
      ['link', 'a.pdf', 't'],
      ['image', 'c.png', ''],
      ['link', 'b'],
      ['html', '<i>'],
      ['html', '</i>'],
      ['link', 'u'],
      ['link', 'https://e.org'],
    ]);
    expect(text).toContain('# Annex chart\n\n## B\n');
    expect(text).toContain('[in a paragraph](p)\n');
  });

  it('readMarkdown keeps the cells beyond the width of the header', () => {
    const { text, tables } = read('|a|b|\n|-|-|\n|1|2|3|[4](t) \\| 5|\n1|2|3\n|1|\n');
    expect(tables[0]?.rows).toEqual([
      ['1', '2', '3', '4 | 5'],
      ['1', '2', '3'],
      ['1', ''],
    ]);
    expect(text).toContain('| 1 | 2 | 3 | 4 \\| 5 |\n');
  });

  it('readMarkdown tells lines that are only markup from text', () => {
    const { markup, text } = read('# A\n\n---\n<!-- a\nb -->\n\n```sh\nls\n```\n\n|x|\n|-|\n|1|\n<b>text</b>\n');
    const lines = text.split('\n');
    expect([...(markup ?? [])].map((number) => lines[number - 1])).toEqual(['---', '<!-- a', 'b -->', '```sh', '```', '| --- |']);
  });

  it('readMarkdown reads a code block of 500,000 lines', () => {
    expect(read(`\`\`\`\n${'a\n'.repeat(500_000)}\`\`\`\n`).text.length).toBe(1_000_008);
  });

  it.each([
    ['comments', '<!-- '.repeat(200_000)],
    ['quotations', '>'.repeat(100_000)],
    ['lists', '- '.repeat(50_000)],
    ['brackets', `# ${'['.repeat(50_000)}`],
    ['stars', `# ${'*a '.repeat(50_000)}`],
  ])('readMarkdown ends on a hundred thousand %s', (_, text) => {
    expect(read(text).text.length).toBeGreaterThan(0);
  });
});
