import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { readXml } from './events.ts';
import { XmlError } from './strict.ts';

const deep = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels);

function eventsOf(document: string): readonly string[] {
  const events: string[] = [];
  readXml(encodeUtf8(document), {
    open: ({ local, uri }) => events.push(`<${uri}|${local}`),
    text: (text) => events.push(text),
    close: (local) => events.push(`>${local}`),
  });
  return events;
}

it('readXml() gives elements with their namespaces, and texts with their references replaced', () => {
  expect(eventsOf('<a xmlns="urn:a"><b:c xmlns:b="urn:b">1 &lt; 2 &#x263a;&#33;</b:c><![CDATA[<d>]]></a>')).toEqual([
    '<urn:a|a',
    '<urn:b|c',
    '1 < 2 ☺!',
    '>c',
    '<d>',
    '>a',
  ]);
});

it.each([
  ['', 'expected an element, found none'],
  ['<a/><b/>', 'expected one root, found two'],
  ['<a/><![CDATA[x]]>', 'expected nothing outside the root, found CDATA'],
  ['<a/>x', 'expected nothing outside the root, found "x"'],
  ['</a>', 'expected nothing outside the root, found </a>'],
  ['<a></b>', 'expected </a>, found </b>'],
  ['<a>', 'expected </a>, found the end'],
  ['<a', 'expected a whole tag'],
  ['<a>]]></a>', 'expected no "]]>" in a text, found one'],
  ['<a>&nbsp;</a>', 'expected a reference, found "&nbsp;"'],
  ['<a>&#0;</a>', 'expected a reference, found "&#0;"'],
  ['<a b="1" b="2"/>', 'the attribute b twice'],
  ['<a xmlns:b="urn:x" xmlns:c="urn:x" b:d="1" c:d="2"/>', 'an attribute twice, with two prefixes'],
  ['<xmlns:a/>', 'an element with the prefix xmlns'],
  ['<b:a/>', 'expected a declared prefix, found b'],
  ['<a xmlns:b="http://www.w3.org/2000/xmlns/"/>', 'a namespace that cannot be declared'],
  ['<a xmlns:b="http://www.w3.org/XML/1998/namespace"/>', 'a namespace that cannot be declared'],
  ['<!DOCTYPE a><a/>', 'a document type'],
  ['<!-- -- --><a/>', 'expected no "--" in a comment, found one'],
  [' <?xml version="1.0"?><a/>', 'expected an XML declaration at the start'],
  [deep(257), 'nesting deeper than 256'],
])('readXml() refuses %s', (document, message) => {
  expect(() => eventsOf(document)).toThrow(XmlError);
  expect(() => eventsOf(document)).toThrow(message);
});

it('readXml() reads 256 levels', () => expect(eventsOf(deep(256))).toHaveLength(512));
