/**
 * The reader of XML events against `saxes`, with what `strict.ts` adds to it: the same documents are refused, and all others give the same
 * events, however they are cut into pieces, comments or not, and whatever damage leaves readable.
 */
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { readXml } from '#codecs/xml/events';
import { requireStrictXml, XmlError } from '#codecs/xml/strict';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { LONG_TIMEOUT } from '../helpers/trials.ts';
import { tryDamaged, tryWellFormed } from './helpers/xml-trials.ts';

/** Elements with their namespaces and attributes, and texts, as lines. */
class Heard {
  readonly lines: string[] = [];
  #text = '';
  #levels = 0;

  open(name: string, attributes: readonly (readonly [string, string])[]): void {
    this.#endText();
    this.#levels++;
    this.lines.push(`<${name} ${JSON.stringify(attributes)}`);
  }

  text(text: string): void {
    if (this.#levels > 0) this.#text += text;
  }

  close(name: string): void {
    this.#endText();
    this.#levels--;
    this.lines.push(`>${name}`);
  }

  #endText(): void {
    if (this.#text !== '') this.lines.push(JSON.stringify(this.#text));
    this.#text = '';
  }
}

function ours(document: Uint8Array, names: readonly string[]): readonly string[] | string {
  const record = new Heard();
  try {
    readXml(document, {
      open: (tag) =>
        record.open(
          `{${tag.uri}}${tag.local}`,
          names.flatMap((name) => pairOf(name, tag.get(name))),
        ),
      text: (text) => record.text(text),
      close: (local, uri) => record.close(`{${uri}}${local}`),
    });
    return record.lines;
  } catch (error) {
    if (error instanceof XmlError) return `refused: ${error.message}`;
    throw error;
  }
}

function pairOf(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}

async function theirs(document: Uint8Array, names: Set<string>): Promise<readonly string[] | string> {
  try {
    await requireStrictXml(document);
  } catch (error) {
    if (error instanceof XmlError) return `refused: ${error.message}`;
    throw error;
  }
  const record = new Heard();
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes).map(({ name, value }) => [name, value] as const);
    for (const [name] of own) names.add(name);
    record.open(`{${uri}}${local}`, own);
  });
  parser.on('text', (text) => record.text(text));
  parser.on('cdata', (text) => record.text(text));
  parser.on('closetag', ({ local, uri }) => record.close(`{${uri}}${local}`));
  // A line separator of Unicode is not a line end, unlike in XML 1.1.
  parser.write(decodeUtf8(document).replaceAll(/\r\n?/g, '\n')).close();
  return record.lines;
}

/** `strict.ts` refuses namespaces that are not absolute, which canonical form cannot have; and workbooks may declare any version 1. */
const ONLY_STRICT = /^refused: (?:expected an absolute namespace|expected an XML 1\.0 declaration|nesting)/;

async function expectAlike(document: Uint8Array): Promise<void> {
  const names = new Set<string>();
  const reference = await theirs(document, names);
  const found = ours(document, [...names]);
  const text = Buffer.from(document).toString();
  if (typeof reference === 'string') {
    if (!ONLY_STRICT.test(reference)) expect({ text, reference, found: typeof found }).toEqual({ text, reference, found: 'string' });
    return;
  }
  const sorted = (lines: readonly string[] | string) =>
    typeof lines === 'string' ? lines : lines.map((line) => (line.startsWith('<') ? sortedAttributes(line) : line));
  expect({ text, events: sorted(found) }).toEqual({ text, events: sorted(reference) });
}

function sortedAttributes(line: string): string {
  const at = line.indexOf(' [');
  return `${line.slice(0, at)} ${JSON.stringify((JSON.parse(line.slice(at)) as unknown[]).map((one) => JSON.stringify(one)).sort())}`;
}

test('readXml() gives the events of saxes for every well-formed document', LONG_TIMEOUT, () => tryWellFormed(10, expectAlike));

test('readXml() refuses what is not well-formed, and reads the rest like saxes, however a document is damaged', LONG_TIMEOUT, () =>
  tryDamaged(30, expectAlike),
);

test('readXml() gives the same events wherever a document is cut into pieces', () => {
  const long = 'x'.repeat((1 << 16) - 20);
  for (let shift = 0; shift < 60; shift++) {
    const text = `<a b="${long}${'y'.repeat(shift)}"><!-- c --><d e='1' f="&#x1F389;">é&amp;🎉</d><![CDATA[<g>]]><?h i?></a >`;
    const record = new Heard();
    readXml(encodeUtf8(text), {
      open: ({ local }) => record.open(local, []),
      text: (part) => record.text(part),
      close: (local) => record.close(local),
    });
    expect(record.lines).toEqual(['<a []', '<d []', '"é&🎉"', '>d', '"<g>"', '>a']);
  }
});
