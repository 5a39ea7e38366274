/**
 * XML 1.0, fifth edition, read strictly and once, from its bytes to its tags: all that the recommendation calls not well-formed is an
 * `XmlError`, and so is what one reader could take for something else than another: a document type and with it every entity of its own,
 * another encoding than UTF-8, another version than 1.0, more than 256 levels. Names are not split here; namespaces are `xml-canonical.ts`.
 *
 *     scanXml(bytes of '<a b="1">x</a>', { startTag('a', [{ name: 'b', value: '1' }]), text('x'), endTag('a'), … })
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { failAt, XmlError } from './error.ts';
import { expandReferences, NO_CHARACTER } from './references.ts';

export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  /** Normalised (3.3.3), references expanded. */
  readonly value: string;
}

/** What `fail` throws names the place of the tag. */
export interface XmlVisitor {
  startTag(name: string, attributes: readonly XmlAttribute[], fail: (message: string) => never): void;
  endTag(name: string): void;
  text(text: string): void;
  instruction(target: string, data: string, place: 'before' | 'inside' | 'after'): void;
}

/** As many as libxml2 reads unless told otherwise. */
const MOST_LEVELS = 256;

const START =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = new RegExp(`[${START}][${START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*`, 'uy');
const SPACE = /[ \t\n]*/y;
const EQUALS = /[ \t\n]*=[ \t\n]*/y;
const DECLARATION =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([^"\n<]*)"|'([^'\n<]*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/y;

export function scanXml(bytes: Uint8Array, visitor: XmlVisitor): void {
  const text = textOf(bytes);
  const scan = { text, visitor, at: 0, open: [] as string[], isAfter: false };
  passDeclaration(scan);
  while (scan.at < text.length) {
    if (text.charCodeAt(scan.at) !== 0x3c) passText(scan);
    else passMarkup(scan);
  }
  const unclosed = scan.open.at(-1);
  if (unclosed !== undefined) failAt(text, text.length, `expected </${unclosed}>, found the end`);
  if (!scan.isAfter) failAt(text, text.length, 'expected an element, found the end');
}

interface Scan {
  readonly text: string;
  readonly visitor: XmlVisitor;
  readonly open: string[];
  at: number;
  /** Behind the one element that every document has. */
  isAfter: boolean;
}

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    throw new XmlError('expected UTF-8, found other bytes');
  }
  if (text.startsWith('\u{feff}')) text = text.slice(1);
  // 2.11: a lone U+0085 or U+2028 is no line end in XML 1.0.
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
  const wrong = text.search(NO_CHARACTER);
  return wrong < 0 ? text : failAt(text, wrong, 'not an XML character');
}

function passDeclaration(scan: Scan): void {
  if (!/^<\?xml[ \t\n]/.test(scan.text)) return;
  const match = matchAt(DECLARATION, scan.text, 0);
  if (match === null) failAt(scan.text, 0, 'expected an XML 1.0 declaration');
  const encoding = match[1] ?? match[2] ?? 'UTF-8';
  if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) failAt(scan.text, 0, `expected the encoding UTF-8, found ${encoding}`);
  scan.at = match[0].length;
}

function passText(scan: Scan): void {
  const { text, at } = scan;
  const next = text.indexOf('<', at);
  const end = next < 0 ? text.length : next;
  const raw = text.slice(at, end);
  if (scan.open.length === 0) {
    const wrong = raw.search(/[^ \t\n]/);
    if (wrong >= 0) failAt(text, at + wrong, 'text outside the element');
  } else {
    const wrong = raw.indexOf(']]>');
    if (wrong >= 0) failAt(text, at + wrong, '"]]>" in text');
    scan.visitor.text(expandReferences(raw, text, at));
  }
  scan.at = end;
}

function passMarkup(scan: Scan): void {
  const { text, at } = scan;
  const second = text[at + 1];
  if (second === '/') passEndTag(scan);
  else if (second === '?') passInstruction(scan);
  else if (second !== '!') passStartTag(scan);
  else if (text.startsWith('<!--', at)) passComment(scan);
  else if (text.startsWith('<![CDATA[', at) && scan.open.length > 0) passCdata(scan);
  else if (text.startsWith('<!DOCTYPE', at)) failAt(text, at, 'a document type: expected none, as it could bring entities');
  else failAt(text, at, 'unknown markup');
}

function passStartTag(scan: Scan): void {
  const { text, at, open, visitor } = scan;
  if (scan.isAfter) failAt(text, at, 'a second element beside the first');
  scan.at++;
  const name = passName(scan, 'an element');
  const attributes = passAttributes(scan);
  if (open.length >= MOST_LEVELS) failAt(text, at, `nesting deeper than ${MOST_LEVELS}`);
  visitor.startTag(name, attributes, (message) => failAt(text, at, message));
  const isEmpty = text[scan.at] === '/';
  if (isEmpty) scan.at++;
  if (text[scan.at] !== '>') failAt(text, scan.at, 'expected ">"');
  scan.at++;
  if (isEmpty) visitor.endTag(name);
  else open.push(name);
  scan.isAfter = open.length === 0;
}

function passAttributes(scan: Scan): XmlAttribute[] {
  const { text } = scan;
  const attributes: XmlAttribute[] = [];
  const seen = new Set<string>();
  for (;;) {
    const before = scan.at;
    passSpace(scan);
    const start = scan.at;
    if (start >= text.length) failAt(text, start, 'a tag without its end');
    if (text[start] === '>' || text[start] === '/') return attributes;
    if (start === before) failAt(text, start, 'expected a space before an attribute');
    const name = passName(scan, 'an attribute');
    if (seen.has(name)) failAt(text, start, `attribute ${name} twice`);
    seen.add(name);
    attributes.push({ name, value: passValue(scan) });
  }
}

function passValue(scan: Scan): string {
  const { text } = scan;
  const equals = matchAt(EQUALS, text, scan.at);
  if (equals === null) failAt(text, scan.at, 'expected "="');
  const start = scan.at + equals[0].length;
  const quote = text[start];
  if (quote !== '"' && quote !== "'") failAt(text, start, 'expected a quote');
  const end = text.indexOf(quote, start + 1);
  if (end < 0) failAt(text, start, 'a quote without its end');
  const raw = text.slice(start + 1, end);
  const wrong = raw.indexOf('<');
  if (wrong >= 0) failAt(text, start + 1 + wrong, '"<" in an attribute');
  scan.at = end + 1;
  return expandReferences(raw.replaceAll(/[\t\n]/g, ' '), text, start + 1);
}

function passEndTag(scan: Scan): void {
  const { text, at, open, visitor } = scan;
  scan.at += 2;
  const name = passName(scan, 'an end tag');
  const expected = open.pop();
  if (name !== expected)
    failAt(text, at, expected === undefined ? `</${name}> without a start` : `expected </${expected}>, found </${name}>`);
  passSpace(scan);
  if (text[scan.at] !== '>') failAt(text, scan.at, 'expected ">"');
  scan.at++;
  visitor.endTag(name);
  scan.isAfter = open.length === 0;
}

function passInstruction(scan: Scan): void {
  const { text, at, open, visitor } = scan;
  scan.at += 2;
  const target = passName(scan, 'a processing instruction');
  if (/^xml$/i.test(target)) failAt(text, at, `a processing instruction called ${target}`);
  if (target.includes(':')) failAt(text, at, 'a processing instruction with a colon in its name');
  const end = text.indexOf('?>', scan.at);
  if (end < 0) failAt(text, at, 'a processing instruction without its end');
  const named = scan.at;
  passSpace(scan);
  if (scan.at === named && named !== end) failAt(text, named, 'expected a space after the name');
  visitor.instruction(target, text.slice(Math.min(scan.at, end), end), placeOf(scan, open));
  scan.at = end + 2;
}

function placeOf({ isAfter }: Scan, open: readonly string[]): 'before' | 'inside' | 'after' {
  if (open.length > 0) return 'inside';
  return isAfter ? 'after' : 'before';
}

function passComment(scan: Scan): void {
  const { text, at } = scan;
  const end = text.indexOf('--', at + 4);
  if (end < 0) failAt(text, at, 'a comment without its end');
  if (text[end + 2] !== '>') failAt(text, end, '"--" in a comment');
  scan.at = end + 3;
}

function passCdata(scan: Scan): void {
  const { text, at } = scan;
  const end = text.indexOf(']]>', at + 9);
  if (end < 0) failAt(text, at, 'a CDATA section without its end');
  scan.visitor.text(text.slice(at + 9, end));
  scan.at = end + 3;
}

function passName(scan: Scan, what: string): string {
  const match = matchAt(NAME, scan.text, scan.at);
  if (match === null) return failAt(scan.text, scan.at, `expected the name of ${what}`);
  scan.at += match[0].length;
  return match[0];
}

function passSpace(scan: Scan): void {
  scan.at += (matchAt(SPACE, scan.text, scan.at) as RegExpExecArray)[0].length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
