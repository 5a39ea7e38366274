import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { newHasher } from '#hashing/hashers';
import { lawpackDigester, lawpackPart } from './lawpack.ts';

test('lawpackDigester() without parts is the digest of the prefix alone, which depends on the prefix', () => {
  const { msez, mez } = lawpackDigester(newHasher).digests();
  expect(msez).toMatch(/^e8a5c311/);
  expect(mez).toMatch(/^671583bd/);
});

test('lawpackDigester() separates path and content', () => {
  const digest = (parts: readonly (readonly [string, string])[]): string => {
    const digester = lawpackDigester(newHasher);
    for (const [path, text] of parts) digester.add(path, encodeUtf8(text));
    return digester.digests().msez;
  };
  const all = [
    digest([['a', 'bc']]),
    digest([['ab', 'c']]),
    digest([
      ['a', ''],
      ['bc', ''],
    ]),
    digest([
      ['a', 'b'],
      ['c', ''],
    ]),
    digest([]),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('lawpackDigester() accepts paths only in byte order, without duplicates', () => {
  const digester = lawpackDigester(newHasher);
  digester.add('akn/b.xml', new Uint8Array());
  expect(() => digester.add('akn/b.xml', new Uint8Array())).toThrow('expected a path behind akn/b.xml, found akn/b.xml');
  expect(() => digester.add('akn/a.xml', new Uint8Array())).toThrow('expected a path behind akn/b.xml, found akn/a.xml');
});

test.each([
  ['lawpack.yaml', 'yaml'],
  ['index.json', 'json'],
  ['akn/a/b.xml', 'xml'],
  ['digest.sha256', 'stated digest'],
  ['raw/source.pdf', 'not covered'],
  ['raw/akn/a.xml', 'not covered'],
  ['akn/a.XML', 'not covered'],
  ['a/lawpack.yaml', 'not covered'],
])('lawpackPart() says of %s: %s', (path, part) => expect(lawpackPart(path)).toBe(part));
