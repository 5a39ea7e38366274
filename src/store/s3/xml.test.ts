import { expect, it } from 'vitest';
import { childText, escapeXml, readXml as readBytes, type XmlElement } from './xml.ts';

const readXml = (text: string): Promise<XmlElement | undefined> => readBytes(Buffer.from(text));

it('readXml() reads elements, text, entities and attributes', async () => {
  const root = (await readXml(
    '<?xml version="1.0" encoding="UTF-8"?>\n<R xmlns="http://x/"><A>1 &lt; 2 &amp; &quot;&#34;&#x1F600;</A>\n <B/><A>two</A><C k=\'v>\' ></C></R>\n',
  )) as XmlElement;
  expect(root.name).toBe('R');
  expect(root.children.map(({ name, text }) => [name, text])).toEqual([
    ['A', '1 < 2 & ""😀'],
    ['B', ''],
    ['A', 'two'],
    ['C', ''],
  ]);
  expect(childText(root, 'A')).toBe('1 < 2 & ""😀');
  expect(childText(root, 'Z')).toBeUndefined();
});

it.each([
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a></a><b></b>',
  '<a></a>text',
  '</a>',
  '<a b></a>',
  '<a b=c></a>',
  '<a/ >',
  '<a></a x="1">',
  '<!DOCTYPE a><a></a>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<a>&b;</a>',
  '<a>&amp</a>',
  '<a>&</a>',
  '<a>]]></a>',
  '<a b="&"></a>',
  '<a b="1" b="2"></a>',
  '<?xml version=1.0?><a></a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>&#99999999;</a>',
  '<a>&constructor;</a>',
  '<a><!-- x --></a>',
  '<a><![CDATA[x]]></a>',
  '<?php x ?><a></a>',
  `${'<a>'.repeat(17)}${'</a>'.repeat(17)}`,
  '<a>'.repeat(1_000_000),
  `<a ${'b="c" '.repeat(10_000)}`,
])('readXml() refuses what no answer of S3 is: %.40s', async (text) => {
  expect(await readXml(text)).toBeUndefined();
});

it('readXml() reads back what escapeXml() wrote', async () => {
  const text = '"<&>\' ]]> &amp;';
  expect((await readXml(`<a>${escapeXml(text)}</a>`))?.text).toBe(text);
});

it('readXml() skips white space around the document', async () => {
  expect(await readXml(' \r\n<?xml version="1.0"?>\n<a>b</a>\n ')).toEqual({ name: 'a', children: [], text: 'b', raw: null });
  expect(await readXml(' \n')).toBeUndefined();
});

it('readXml() reads the rest of a list where a key contains a forbidden character', async () => {
  const root = await readXml('<L><Key>a\u{1}b\u{ffff}</Key><Key>c</Key></L>');
  expect(root?.children.map(({ text }) => text)).toEqual(['a\u{fffd}b\u{fffd}', 'c']);
});

it('readXml() keeps the bytes of a text that XML does not allow', async () => {
  const keys = ['a\u{1}', 'b\u{ffff}', 'c\u{10ff41}\u{1}', 'c\u{10ff41}', 'd\u{fffd}'].map((key) => Buffer.from(key));
  const bad = [Buffer.of(0x78, 0xff), Buffer.of(0xef, 0xbf), Buffer.of(0xed, 0xa0, 0x80)];
  const all = [...keys, ...bad];
  const document = Buffer.concat([
    Buffer.from('<L>'),
    ...all.flatMap((key) => [Buffer.from('<K>'), key, Buffer.from('</K>')]),
    Buffer.from('</L>'),
  ]);
  const read = (await readBytes(document))?.children.map(({ text, raw }) => raw ?? Buffer.from(text));
  expect(read?.map((key) => Buffer.from(key))).toEqual(all);
});

it.each(['&#x10FF41;', '&#1113921;'])('readXml() takes no reference for such a byte: %s', async (reference) => {
  expect(await readXml(`<L><K>${reference}</K><K>\u{1}</K></L>`)).toBeUndefined();
  expect((await readXml(`<L><K>${reference}</K></L>`))?.children[0]).toMatchObject({ text: '\u{10ff41}', raw: null });
});

it('readXml() reads 16 levels and 100,000 elements', async () => {
  expect(await readXml(`${'<a>'.repeat(16)}${'</a>'.repeat(16)}`)).toBeDefined();
  expect((await readXml(`<a>${'<b/>'.repeat(99_999)}</a>`))?.children).toHaveLength(99_999);
  expect(await readXml(`<a>${'<b/>'.repeat(100_000)}</a>`)).toBeUndefined();
});
