/** What the content hashes of html.v0 and markdown.v0 cover: every value of a report, and not how it is written. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHashOf, ENCODINGS, encodeAs } from './content.ts';

interface Report {
  readonly title: string;
  readonly heading: string;
  readonly level: 1 | 2;
  readonly caption: string;
  readonly link: string;
  readonly target: string;
  readonly alternative: string;
  readonly picture: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly remark: string;
  readonly withoutScripts: string;
}

const word = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ0129é€ß')), minLength: 1, maxLength: 6 });
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const report: fc.Arbitrary<Report> = fc.record({
  title: words,
  heading: words,
  level: fc.constantFrom(1, 2),
  caption: words,
  link: words,
  target: word,
  alternative: words,
  picture: word,
  columns: fc.tuple(word, word),
  rows: fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 }),
  remark: words,
  withoutScripts: words,
});
const encoding = fc.constantFrom(...ENCODINGS);

/** A report, and the same with one other value among these. */
function changedIn(keys: readonly (keyof Report)[]): fc.Arbitrary<readonly [Report, Report]> {
  return fc
    .tuple(report, report, fc.constantFrom(...keys))
    .map(([one, other, key]) => [one, { ...one, [key]: other[key] }] as const)
    .filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other));
}

interface Style {
  readonly isUpperCase: boolean;
  readonly space: string;
  readonly quote: string;
  readonly hasEndTags: boolean;
  readonly areEntities: boolean;
}
const style: fc.Arbitrary<Style> = fc.record({
  isUpperCase: fc.boolean(),
  space: fc.constantFrom('', '\n', '  \r\n\t'),
  quote: fc.constantFrom('"', "'"),
  hasEndTags: fc.boolean(),
  areEntities: fc.boolean(),
});

function html(content: Report, { isUpperCase, space, quote, hasEndTags, areEntities }: Style, meta = ''): string {
  const text = (value: string): string => (areEntities ? value.replace(/[^ ]/gu, (one) => `&#${one.codePointAt(0)};`) : value);
  const tag = (name: string, attributes = ''): string => `<${isUpperCase ? name.toUpperCase() : name}${attributes}>`;
  const end = (name: string): string => `${hasEndTags ? tag(`/${name}`) : ''}${space}`;
  const attribute = (name: string, value: string): string => ` ${name}=${quote}${text(value)}${quote}`;
  const row = (cells: readonly string[], name: string): string =>
    `${tag('tr')}${space}${cells.map((cell) => `${tag(name)}${space}${text(cell)}${end(name)}`).join('')}${end('tr')}`;
  return [
    `<!doctype html>${space}${meta}${tag('title')}${text(content.title)}${tag('/title')}${space}`,
    `${tag(`h${content.level}`)}${text(content.heading)}${tag(`/h${content.level}`)}${space}`,
    `${tag('p')}${tag('a', attribute('href', content.target))}${text(content.link)}${tag('/a')}${end('p')}`,
    `${tag('p')}${tag('img', attribute('src', content.picture) + attribute('alt', content.alternative))}${end('p')}`,
    `${tag('noscript')}${tag('p')}${text(content.withoutScripts)}${end('p')}${tag('/noscript')}`,
    `${tag('table')}${space}${tag('caption')}${text(content.caption)}${tag('/caption')}${space}${row(content.columns, 'th')}`,
    `${content.rows.map((cells) => row(cells, 'td')).join('')}${tag('/table')}${space}${tag('p')}${text(content.remark)}${end('p')}`,
  ].join('');
}

const few = { numRuns: 40 };
const PLAIN: Style = { isUpperCase: false, space: '', quote: '"', hasEndTags: true, areEntities: false };

it('html.v0 gives one content hash to a report however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(report, style, encoding, async (content, written, coded) => {
      const hash = await contentHashOf('html', Buffer.from(html(content, PLAIN)));
      expect(await contentHashOf('html', encodeAs(html(content, written), coded))).toBe(hash);
      const western = html(content, written, '<meta charset=windows-1252>').replaceAll('€', '\x80');
      expect(await contentHashOf('html', Buffer.from(western, 'latin1'))).toBe(hash);
    }),
    few,
  );
});

it('html.v0 gives another content hash where any value differs', async () => {
  const keys = Object.keys(fc.sample(report, 1)[0] as Report) as (keyof Report)[];
  await fc.assert(
    fc.asyncProperty(changedIn(keys), async ([one, other]) => {
      const [a, b] = [one, other].map((content) => Buffer.from(html(content, PLAIN)));
      expect(await contentHashOf('html', b as Buffer)).not.toBe(await contentHashOf('html', a as Buffer));
    }),
    { numRuns: 100 },
  );
});

it('html.v0 does not look at what its page says that it does not', async () => {
  const before = '<p>Rents</p>';
  const after =
    '<!-- c --><p class=x id=y style="color:red" title=t lang=de data-a=1>Re<b>nt</b>s</p><script>1</script><style>p{}</style><template>t</template>';
  expect(await contentHashOf('html', Buffer.from(after))).toBe(await contentHashOf('html', Buffer.from(before)));
});

interface Marks {
  readonly isUnderlined: boolean;
  readonly pad: string;
  readonly lineEnd: string;
  readonly blank: number;
}
const marks: fc.Arbitrary<Marks> = fc.record({
  isUnderlined: fc.boolean(),
  pad: fc.constantFrom('', ' ', '   '),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  blank: fc.integer({ min: 1, max: 3 }),
});

function markdown(content: Report, { isUnderlined, pad, lineEnd, blank }: Marks): string {
  const title = `[${content.heading}](${content.target}) ![${content.alternative}](${content.picture})`;
  const heading = isUnderlined ? [title, content.level === 1 ? '===' : '---'] : [`${'#'.repeat(content.level)} ${title}`];
  const row = (cells: readonly string[]): string => `|${pad}${cells.join(`${pad}|${pad}`)}${pad}|`;
  const linked = content.rows.map(([first = '', ...rest]) => [`[${first}](${content.link.replaceAll(' ', '-')})`, ...rest]);
  const table = [row(content.columns), row(content.columns.map(() => '---')), ...linked.map(row)];
  const gap = Array.from({ length: blank }, () => '');
  return [...heading, ...gap, ...table, ...gap, `${content.remark}${pad}`, ...gap].join(lineEnd);
}

it('markdown.v0 gives one content hash to a report however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(report, marks, marks, encoding, async (content, one, other, coded) => {
      const [a, b] = [markdown(content, one), markdown(content, { ...other, pad: other.pad.slice(0, 1) })];
      expect(await contentHashOf('markdown', encodeAs(b, coded))).toBe(await contentHashOf('markdown', Buffer.from(a)));
    }),
    few,
  );
});

it('markdown.v0 gives another content hash where any value differs', async () => {
  const keys = ['heading', 'level', 'link', 'target', 'alternative', 'picture', 'columns', 'rows', 'remark'] as const;
  const plain: Marks = { isUnderlined: false, pad: ' ', lineEnd: '\n', blank: 1 };
  await fc.assert(
    fc.asyncProperty(changedIn(keys), async ([one, other]) => {
      const [a, b] = [one, other].map((content) => Buffer.from(markdown(content, plain)));
      expect(await contentHashOf('markdown', b as Buffer)).not.toBe(await contentHashOf('markdown', a as Buffer));
    }),
    { numRuns: 100 },
  );
});

it('markdown.v0 counts a cell beyond the width of the header', async () => {
  const hash = (cell: string) => contentHashOf('markdown', Buffer.from(`# A\n\n|a|\n|-|\n|1|${cell}|\n`));
  expect(await hash('100')).not.toBe(await hash('900'));
});
