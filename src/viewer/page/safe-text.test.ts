/** Text of documents as the page shows it. */
import { h, type VNode } from 'preact';
import { expect, it } from 'vitest';
import { makeTextsSafe, safeText } from './safe-text.ts';

it.each([
  ['plain.csv', 'plain.csv'],
  ['日本語 é', '日本語 é'],
  ['a\tb\nc\u2028d', 'a\\u{0009}b\\u{000A}c\\u{2028}d'],
  ['soft\u00adhyphen, filler\u3164, tag\u{e0041}', 'soft\\u{00AD}hyphen, filler\\u{3164}, tag\\u{E0041}'],
  ['\u202egpj.exe', '\\u{202E}gpj.exe'],
  ['a\u2066b\u2069\u200bc\ufeff', 'a\\u{2066}b\\u{2069}\\u{200B}c\\u{FEFF}'],
  ['\0\u001b[31m\u0085', '\\u{0000}\\u{001B}[31m\\u{0085}'],
  ['👩‍💻', '👩\\u{200D}💻'],
])('safeText(%j) is %j', (text, shown) => {
  expect(safeText(text)).toBe(shown);
});

it('safeText() says how long a long text is, and shows its start', () => {
  const shown = safeText('x'.repeat(10_000_000));
  expect([shown.length < 2100, shown.endsWith('(10000000 letters in all)')]).toEqual([true, true]);
});

it('makeTextsSafe() reaches every text of an element', () => {
  makeTextsSafe();
  const { props } = h('p', { title: '\u202e' }, '\u202ea', h('b', null, '\u202eb'), 7) as VNode<{ title: string; children: unknown[] }>;
  expect([props.title, props.children[0], (props.children[1] as VNode<{ children: string }>).props.children, props.children[2]]).toEqual([
    '\u202e',
    '\\u{202E}a',
    '\\u{202E}b',
    7,
  ]);
});

it('makeTextsSafe() leaves the lines of a text that is shown with them', () => {
  const { props } = h('pre', null, 'a\tb\n\u202ec') as VNode<{ children: string }>;
  expect(props.children).toBe('a\tb\n\\u{202E}c');
});
