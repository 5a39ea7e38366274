/**
 * XML 1.0 with namespaces as events, strictly, piece by piece: a document of a hundred megabytes is never one text. A document that is not
 * well-formed, has a document type, or is neither UTF-8 nor UTF-16 with its mark is an `XmlError`.
 *
 *     const reader = xmlReader(bytes, { open: (tag) => tag.local, text: (text) => …, close: (local) => … });
 *     while (reader.next());
 *
 * The sheets of workbooks are read by this. `saxes` looks at each character by itself, which takes several times as long; a test compares the
 * two.
 */
import { decodedXml, xmlEncoding } from './encoding.ts';
import { isXmlName, NamespaceScope, requireCharacters, resolveReferences, XML_SPACE } from './names.ts';
import { XmlError } from './strict.ts';
import { attributeValue, Tag, type XmlTag } from './tag.ts';

export type { XmlTag } from './tag.ts';

export interface XmlEvents {
  open(tag: XmlTag): void;
  /** A text may come in several parts. */
  text(text: string): void;
  close(local: string, uri: string): void;
}

export interface XmlReader {
  /** Reads the next piece; false after the last one. */
  next(): boolean;
}

const PIECE = 1 << 16;
const MAX_LEVELS = 256;
/** The longest tag or text, in UTF-16 units. */
const MAX_TOKEN = 1 << 24;

const NAME = /[^\s/>"'=<&!?]+/y;
const ATTRIBUTE = /[ \t\n\r]+([^\s=/>"'<&]+)[ \t\n\r]*=[ \t\n\r]*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /[ \t\n\r]*(\/?)>/y;
const DECLARATION =
  /^<\?xml[ \t\n\r]+version[ \t\n\r]*=[ \t\n\r]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\n\r]+encoding[ \t\n\r]*=[ \t\n\r]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\n\r]+standalone[ \t\n\r]*=[ \t\n\r]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n\r]*\?>/;

interface OpenElement {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly scope: NamespaceScope;
}

export function xmlReader(bytes: Uint8Array, events: XmlEvents): XmlReader {
  const { encoding, start } = xmlEncoding(bytes);
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const scanner = new Scanner(events, encoding);
  let at = start;
  let isOver = false;
  return {
    next() {
      if (isOver) return false;
      const end = Math.min(bytes.length, at + PIECE);
      isOver = end === bytes.length;
      scanner.add(decodedXml(decoder, bytes.subarray(at, end), isOver), isOver);
      at = end;
      return !isOver;
    },
  };
}

/** Reads the whole document. */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const reader = xmlReader(bytes, events);
  while (reader.next());
}

class Scanner {
  readonly #events: XmlEvents;
  readonly #encoding: string;
  readonly #open: OpenElement[] = [];
  readonly #tag = new Tag();
  #scope = NamespaceScope.root();
  #buffer = '';
  #pos = 0;
  #isStart = true;
  #hasRoot = false;

  constructor(events: XmlEvents, encoding: string) {
    this.#events = events;
    this.#encoding = encoding;
  }

  add(piece: string, isLast: boolean): void {
    requireCharacters(piece);
    this.#buffer = this.#pos === this.#buffer.length ? piece : this.#buffer.slice(this.#pos) + piece;
    this.#pos = 0;
    while (this.#pos < this.#buffer.length && this.#token(isLast));
    if (this.#buffer.length - this.#pos > MAX_TOKEN) throw new XmlError(`a tag or text longer than ${MAX_TOKEN}`);
    if (!isLast) return;
    if (this.#pos < this.#buffer.length) throw new XmlError(`expected a whole tag, found ${shown(this.#buffer, this.#pos)}`);
    if (this.#open.length > 0) throw new XmlError(`expected </${this.#open.at(-1)?.name}>, found the end`);
    if (!this.#hasRoot) throw new XmlError('expected an element, found none');
  }

  /** Passes the next tag or text; false if it may go on in the next piece. */
  #token(isLast: boolean): boolean {
    const buffer = this.#buffer;
    if (buffer.charCodeAt(this.#pos) !== 0x3c) return this.#text(isLast);
    switch (buffer.charCodeAt(this.#pos + 1)) {
      case 0x2f:
        return this.#closeTag();
      case 0x21:
        return this.#declaration(isLast);
      case 0x3f:
        return this.#instruction();
      default:
        return this.#openTag();
    }
  }

  #text(isLast: boolean): boolean {
    const found = this.#buffer.indexOf('<', this.#pos);
    if (found < 0 && !isLast) return false;
    const raw = this.#buffer.slice(this.#pos, found < 0 ? this.#buffer.length : found);
    this.#isStart = false;
    this.#pos += raw.length;
    if (this.#open.length === 0) {
      if (!XML_SPACE.test(raw)) throw new XmlError(`expected nothing outside the root, found ${shown(raw, 0)}`);
      return true;
    }
    if (raw.includes(']]>')) throw new XmlError('expected no "]]>" in a text, found one');
    const plain = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
    this.#events.text(plain.includes('&') ? resolveReferences(plain) : plain);
    return true;
  }

  #closeTag(): boolean {
    const buffer = this.#buffer;
    const end = buffer.indexOf('>', this.#pos);
    if (end < 0) return false;
    const element = this.#open.pop();
    const name = buffer.slice(this.#pos + 2, end);
    if (element === undefined || (name !== element.name && name.replace(/[ \t\n\r]+$/, '') !== element.name))
      throw new XmlError(
        `expected ${element === undefined ? 'nothing outside the root' : `</${element.name}>`}, found </${name.slice(0, 40)}>`,
      );
    this.#pos = end + 1;
    this.#close(element);
    return true;
  }

  #close({ local, uri }: OpenElement): void {
    this.#scope = this.#open.at(-1)?.scope ?? NamespaceScope.root();
    this.#events.close(local, uri);
  }

  /** A tag that cannot be read may go on in the next piece; where there is none, it is an error. */
  #openTag(): boolean {
    const buffer = this.#buffer;
    const tag = this.#tag;
    NAME.lastIndex = this.#pos + 1;
    const name = NAME.exec(buffer)?.[0];
    if (name === undefined) return false;
    tag.clear();
    let at = NAME.lastIndex;
    let hasNamespaces = false;
    for (ATTRIBUTE.lastIndex = at; ; at = ATTRIBUTE.lastIndex) {
      const found = ATTRIBUTE.exec(buffer);
      if (found === null) break;
      const key = found[1] as string;
      tag.add(key, attributeValue(found[2] ?? (found[3] as string)));
      hasNamespaces ||= key.startsWith('xmlns');
    }
    TAG_END.lastIndex = at;
    const end = TAG_END.exec(buffer);
    if (end === null) return false;
    this.#pos = TAG_END.lastIndex;
    this.#isStart = false;
    this.#enter(name, hasNamespaces, end[1] === '/');
    return true;
  }

  #enter(name: string, hasNamespaces: boolean, isEmpty: boolean): void {
    if (this.#open.length === 0 && this.#hasRoot) throw new XmlError('expected one root, found two');
    if (this.#open.length === MAX_LEVELS) throw new XmlError(`nesting deeper than ${MAX_LEVELS}`);
    this.#hasRoot = true;
    const tag = this.#tag;
    const scope = hasNamespaces ? this.#scope.extended(tag.names, tag.values) : this.#scope;
    tag.resolve(name, scope);
    const element: OpenElement = { name, local: tag.local, uri: tag.uri, scope };
    if (!isEmpty) {
      this.#open.push(element);
      this.#scope = scope;
    }
    this.#events.open(tag);
    if (isEmpty) this.#events.close(element.local, element.uri);
  }

  #declaration(isLast: boolean): boolean {
    const buffer = this.#buffer;
    if (buffer.startsWith('<!--', this.#pos)) return this.#comment();
    if (buffer.startsWith('<![CDATA[', this.#pos)) return this.#cdata();
    if (buffer.startsWith('<!DOCTYPE', this.#pos)) throw new XmlError('a document type: expected none, as it could bring entities');
    if (!isLast && buffer.length - this.#pos < 9) return false;
    throw new XmlError(`expected a tag, found ${shown(buffer, this.#pos)}`);
  }

  #comment(): boolean {
    const end = this.#buffer.indexOf('--', this.#pos + 4);
    if (end < 0 || end + 2 >= this.#buffer.length) return false;
    if (this.#buffer[end + 2] !== '>') throw new XmlError('expected no "--" in a comment, found one');
    this.#pos = end + 3;
    this.#isStart = false;
    return true;
  }

  #cdata(): boolean {
    const end = this.#buffer.indexOf(']]>', this.#pos + 9);
    if (end < 0) return false;
    if (this.#open.length === 0) throw new XmlError('expected nothing outside the root, found CDATA');
    const raw = this.#buffer.slice(this.#pos + 9, end);
    this.#pos = end + 3;
    this.#events.text(raw.replace(/\r\n?/g, '\n'));
    return true;
  }

  #instruction(): boolean {
    const end = this.#buffer.indexOf('?>', this.#pos + 2);
    if (end < 0) return false;
    const whole = this.#buffer.slice(this.#pos, end + 2);
    if (/^<\?xml[ \t\n\r?]/i.test(whole)) this.#xmlDeclaration(whole);
    else if (!isXmlName(/^<\?([^ \t\n\r?]*)(?:[ \t\n\r]|\?>$)/.exec(whole)?.[1]?.replace(':', '?') ?? ''))
      throw new XmlError(`expected the name of an instruction, found ${shown(whole, 0)}`);
    this.#pos = end + 2;
    this.#isStart = false;
    return true;
  }

  #xmlDeclaration(whole: string): void {
    const found = DECLARATION.exec(whole);
    if (!this.#isStart || found === null) throw new XmlError(`expected an XML declaration at the start, found ${shown(whole, 0)}`);
    const stated = found[1] ?? found[2] ?? this.#encoding;
    if (!(this.#encoding === 'utf-8' ? /^(?:utf-8|us-ascii)$/i : /^utf-16/i).test(stated))
      throw new XmlError(`expected the encoding ${this.#encoding}, found ${stated}`);
  }
}

function shown(text: string, at: number): string {
  return JSON.stringify(text.slice(at, at + 40));
}
