import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ParseFailure } from '#core/parsed';
import { readHtml } from './html.ts';

const read = (text: string) => readHtml(memorySource(encodeUtf8(text)), 1 << 24);

const bytes = (text: string) => readHtml(memorySource(Buffer.from(text, 'latin1')), 1 << 24);

describe('readHtml', () => {
  it('readHtml gives each block a line and leaves out what is never shown', () => {
    const html =
      '<!doctype html><title>t</title><script>x</script><style>y</style><p>a <i>b</i>\n  c&nbsp;d<br>e</p>text<ul><li>f<li>g</ul>';
    expect(read(html).text).toBe('a b c d\ne\ntext\nf\ng\n');
  });

  it('readHtml finds headings and their sections', () => {
    const { headings, sections } = read('<h2>Rent <b>Roll</b></h2><p>x</p><h3>In</h3><p>y<h2>Next</h2>');
    expect(headings).toEqual([
      { level: 2, text: 'Rent Roll', line: 1 },
      { level: 3, text: 'In', line: 3 },
      { level: 2, text: 'Next', line: 5 },
    ]);
    expect(sections.map(({ heading, lines }) => [heading, [...lines]])).toEqual([
      ['Rent Roll', ['x', '### In', 'y']],
      ['In', ['y']],
      ['Next', []],
    ]);
  });

  it('readHtml repeats a cell in all columns and rows that it spans', () => {
    const { tables, text } = read(
      '<h1>T</h1><section data-page-number="3"><table><tr><th>Unit<th colspan=2>Rent<tr><td rowspan=2>1<td>2<td>3<tr><td>5<td>6</table></section>',
    );
    expect(tables).toEqual([
      {
        heading: 'T',
        startLine: 2,
        endLine: 4,
        header: ['Unit', 'Rent', 'Rent'],
        rows: [
          ['1', '2', '3'],
          ['1', '5', '6'],
        ],
        page: 3,
      },
    ]);
    expect(text).toBe('# T\n| Unit | Rent | Rent |\n| 1 | 2 | 3 |\n| 1 | 5 | 6 |\n');
  });

  it('readHtml uses the first row with a th as the header, else the first row', () => {
    const [table] = read('<table><tr><td>note<tr><th>a<tr><td>1</table>').tables;
    expect([table?.header, table?.rows]).toEqual([['a'], [['note'], ['1']]]);
    expect(read('<table><tr><td>a<tr><td>1</table>').tables[0]?.header).toEqual(['a']);
  });

  it('readHtml counts the page sections and the elements that the source writes', () => {
    const prose = read('<section data-page-number=1></section><section data-page-number=2></section><section></section>');
    expect([prose.pageSections, prose.facts]).toEqual([2, { element_count: 3 }]);
    expect(read('no element at all').facts).toEqual({ element_count: 0 });
  });

  it('readHtml fails on a page number that is not a number, and on a table with enormous spans', () => {
    expect(() => read('<section data-page-number="x">')).toThrow(new ParseFailure('expected a page number, found x'));
    const bomb = `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(50)}</table>`;
    expect(() => read(bomb)).toThrow('expected a table of at most 1048576 cells, found more');
  });

  it('readHtml reads captions, content for readers without scripts, alternative texts and the values of input fields', () => {
    const html =
      '<table><caption>As of <b>2025</b></caption><tr><td>1<td><img alt=yes></table><noscript><p>no script</noscript><p>a<img alt="b c">d <input value="9">';
    const { text, tables } = read(html);
    expect(text).toBe('As of 2025\n| 1 | yes |\nno script\na b c d 9\n');
    expect(tables[0]).toMatchObject({ startLine: 2, header: ['1', 'yes'] });
  });

  it('readHtml reads every caption, the labels of options and the alternative texts of buttons', () => {
    const page =
      '<table><caption>a</caption><caption>b</caption><tr><td>1</table><p>c<select><optgroup label=d><option label=e>f</select><p>g<input type=image alt=h>';
    expect(read(page).text).toBe('a\nb\n| 1 |\nc\nd\ne f\ng h\n');
  });

  it.each([
    '<div>1</div>250',
    '1<p>250',
    '<dl><dt>1<dd>250</dl>',
    '1<hr>250',
    '<pre>1</pre><pre>250</pre>',
    '<table><tr><td>1</table>250',
    '1<button>250</button>',
    '1<svg><text>250</text></svg>',
    '<math><msup><mn>1</mn><mn>250</mn></msup></math>',
    '1<ruby><rt>250</rt></ruby>',
    '1<object>250</object>',
  ])('readHtml keeps apart in a cell what is shown apart: %s', (cell) =>
    expect(read(`<table><tr><td>${cell}</td></tr></table>`).tables[0]?.header).toEqual(['1 250']),
  );

  it('readHtml keeps a button apart from the text beside it', () => {
    expect(read('<p>1<button>2</button>3').text).toBe('1\n2\n3\n');
  });

  it('readHtml does not take small, struck out or quoted text for the text around it', () => {
    const written =
      '10<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup> 1<sup>2<b>3</b></sup> e<sup>x<sup>2</sup></sup> <s>9</s> <del>8</del> a<q>b</q>';
    const shown = '10² H₂O 1^{st} 1²³ e^{x²} ~~9~~ ~~8~~ a“b”';
    expect(read(`<p>${written}`).text).toBe(`${shown}\n`);
    expect(read(`<h1>${written}</h1>`).headings[0]?.text).toBe(shown);
    expect(read(`<table><tr><td>${written}</table>`).tables[0]?.header).toEqual([shown]);
    expect(read('<p>1&#0;^2&#0;}3').text).toBe('1\ufffd^2\ufffd}3\n');
  });

  it('readHtml reads small text of any depth', () => {
    expect(read(`<p>${'<sup>'.repeat(50_000)}2`).text).toBe(`${'^{'.repeat(49_999)}²${'}'.repeat(49_999)}\n`);
  });

  it('readHtml reads a number in one piece, whatever inline elements are in it', () => {
    const row = '<td>(<ix:nonfraction>1,2<b>5</b>0</ix:nonfraction>)</td><td><span>1</span>250</td>';
    expect(read(`<table><tr>${row}</tr></table>`).tables[0]?.header).toEqual(['(1,250)', '1250']);
  });

  it('readHtml gives the title and the targets of links and pictures as details, in order', () => {
    const html =
      '<title> Rents\n2025</title><base href=/x/><a href=" a.pdf ">A</a><table><tr><td><a href=b>B</a><img src=c.png></table><a>no target</a>';
    expect(read(html).details).toEqual([
      ['title', 'Rents 2025'],
      ['base', '/x/'],
      ['link', 'a.pdf'],
      ['link', 'b'],
      ['image', 'c.png'],
    ]);
  });

  it.each([
    ['<meta charset=iso-8859-1>', '\xa4 \x80 \x81', '¤ € \x81'],
    ['<meta charset="windows-1252">', '\x93a\x94', '“a”'],
    ["<meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-15'>", '\xa4', '€'],
    ['<META CONTENT="text/html;charset=shift_jis" HTTP-EQUIV=Content-Type>', '\x82\xa0', 'あ'],
    ['<!-- <meta charset=iso-8859-1> --><meta charset=utf-8>', '\xc3\xa9', 'é'],
    ['<meta charset=utf-16>', '\xc3\xa9', 'é'],
    ['<meta charset=unknown>', '\xc3\xa9', 'é'],
    ['\xef\xbb\xbf<meta charset=iso-8859-1>', '\xc3\xa9', 'é'],
  ])('readHtml decodes what %s declares', (meta, written, expected) => {
    expect(bytes(`${meta}<p>${written}`).text).toBe(`${expected}\n`);
  });

  it('readHtml fails on bytes that are not what is declared, or not UTF-8 where nothing is', () => {
    expect(() => bytes('<p>\xe9')).toThrow('expected UTF-8');
    expect(() => bytes('<meta charset=shift_jis><p>\x82')).toThrow('expected SHIFT_JIS, found bytes that are not');
  });

  it('readHtml reads a hundred thousand nested elements', () => {
    expect(read(`${'<div>'.repeat(100_000)}x`).text).toBe('x\n');
  });
});
