import { describe, expect, it } from 'vitest';
import { childText, escapeXml, parseXml } from './xml.ts';

describe('parseXml()', () => {
  it('reads elements, text, entities and attributes', () => {
    const root = parseXml(
      '<?xml version="1.0" encoding="UTF-8"?>\n<R xmlns="http://x/"><A>1 &lt; 2 &amp; &quot;&#34;&#x1F600;</A>\n <B/><A>two</A><C k=\'v>\' ></C></R>\n',
    );
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
  ])('refuses what no answer of S3 is: %.40s', (text) => {
    expect(() => parseXml(text)).toThrow(Error);
  });

  it('reads back what escapeXml() wrote', () => {
    const text = '"<&>\' ]]> &amp;';
    expect(parseXml(`<a>${escapeXml(text)}</a>`).text).toBe(text);
  });
});
