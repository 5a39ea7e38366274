/** Reports as HTML and as Markdown, in every way of writing the same headings, tables, links and pictures. */
import fc from 'fast-check';
import { ENCODINGS, type Encoding, encodeAs } from '../content.ts';
import { type Writer, writerOf } from './writer.ts';

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
const encoding = fc.constantFrom(...ENCODINGS, 'windows-1252' as const);

/** A report, and the same with one other value among these. */
function changedIn(keys: readonly (keyof Report)[]): fc.Arbitrary<readonly [Report, Report]> {
  return fc
    .tuple(report, report, fc.constantFrom(...keys))
    .map(([one, other, key]) => [one, { ...one, [key]: other[key] }] as const)
    .filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other));
}

interface HtmlStyle {
  readonly isUpperCase: boolean;
  readonly space: string;
  readonly quote: string;
  readonly hasEndTags: boolean;
  readonly areEntities: boolean;
  readonly encoding: Encoding | 'windows-1252';
}
const htmlStyle: fc.Arbitrary<HtmlStyle> = fc.record({
  isUpperCase: fc.boolean(),
  space: fc.constantFrom('', '\n', '  \r\n\t'),
  quote: fc.constantFrom('"', "'"),
  hasEndTags: fc.boolean(),
  areEntities: fc.boolean(),
  encoding,
});

function html(content: Report, { isUpperCase, space, quote, hasEndTags, areEntities, encoding: coded }: HtmlStyle): Uint8Array {
  const text = (value: string): string => (areEntities ? value.replace(/[^ ]/gu, (one) => `&#${one.codePointAt(0)};`) : value);
  const tag = (name: string, attributes = ''): string => `<${isUpperCase ? name.toUpperCase() : name}${attributes}>`;
  const end = (name: string): string => `${hasEndTags ? tag(`/${name}`) : ''}${space}`;
  const attribute = (name: string, value: string): string => ` ${name}=${quote}${text(value)}${quote}`;
  const row = (cells: readonly string[], name: string): string =>
    `${tag('tr')}${space}${cells.map((cell) => `${tag(name)}${space}${text(cell)}${end(name)}`).join('')}${end('tr')}`;
  const meta = coded === 'windows-1252' ? '<meta charset=windows-1252>' : '';
  const page = [
    `<!doctype html>${space}${meta}${tag('title')}${text(content.title)}${tag('/title')}${space}`,
    `${tag(`h${content.level}`)}${text(content.heading)}${tag(`/h${content.level}`)}${space}`,
    `${tag('p')}${tag('a', attribute('href', content.target))}${text(content.link)}${tag('/a')}${end('p')}`,
    `${tag('p')}${tag('img', attribute('src', content.picture) + attribute('alt', content.alternative))}${end('p')}`,
    `${tag('noscript')}${tag('p')}${text(content.withoutScripts)}${end('p')}${tag('/noscript')}`,
    `${tag('table')}${space}${tag('caption')}${text(content.caption)}${tag('/caption')}${space}${row(content.columns, 'th')}`,
    `${content.rows.map((cells) => row(cells, 'td')).join('')}${tag('/table')}${space}${tag('p')}${text(content.remark)}${end('p')}`,
  ].join('');
  // The only character of a report that windows-1252 and Latin-1 write differently.
  return coded === 'windows-1252' ? Buffer.from(page.replaceAll('€', '\x80'), 'latin1') : encodeAs(page, coded);
}

interface MarkdownStyle {
  readonly isUnderlined: boolean;
  readonly pad: string;
  readonly lineEnd: string;
  readonly blank: number;
  readonly encoding: Encoding;
}
const markdownStyle: fc.Arbitrary<MarkdownStyle> = fc.record({
  isUnderlined: fc.boolean(),
  pad: fc.constantFrom('', ' ', '   '),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  blank: fc.integer({ min: 1, max: 3 }),
  encoding: fc.constantFrom(...ENCODINGS),
});

function markdown(content: Report, { isUnderlined, pad, lineEnd, blank, encoding: coded }: MarkdownStyle): Uint8Array {
  const title = `[${content.heading}](${content.target}) ![${content.alternative}](${content.picture})`;
  const heading = isUnderlined ? [title, content.level === 1 ? '===' : '---'] : [`${'#'.repeat(content.level)} ${title}`];
  const row = (cells: readonly string[]): string => `|${pad}${cells.join(`${pad}|${pad}`)}${pad}|`;
  const linked = content.rows.map(([first = '', ...rest]) => [`[${first}](${content.link.replaceAll(' ', '-')})`, ...rest]);
  const table = [row(content.columns), row(content.columns.map(() => '---')), ...linked.map(row)];
  const gap = Array.from({ length: blank }, () => '');
  return encodeAs([...heading, ...gap, ...table, ...gap, `${content.remark}${pad}`, ...gap].join(lineEnd), coded);
}

const KEYS = Object.keys(fc.sample(report, 1)[0] as Report) as (keyof Report)[];

export const htmlWriter: Writer = writerOf({ content: report, changed: changedIn(KEYS), style: htmlStyle, write: html });

export const markdownWriter: Writer = writerOf({
  content: report,
  changed: changedIn(['heading', 'level', 'link', 'target', 'alternative', 'picture', 'columns', 'rows', 'remark']),
  style: markdownStyle,
  write: markdown,
});
