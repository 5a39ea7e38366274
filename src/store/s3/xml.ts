/**
 * Reads the XML answers of S3, by saxes, without constructs that such answers never need: no document type, no comments, no CDATA, no
 * processing instructions. Attributes and namespaces are ignored.
 *
 *     <Error><Code>NoSuchKey</Code></Error>      { name: 'Error', children: [{ name: 'Code', text: 'NoSuchKey', … }], text: '', raw: null }
 */
import { isUtf8 } from 'node:buffer';
import { sequenceLength } from '#core/bytes/utf8';

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly inside, with U+FFFD for what XML does not allow. */
  readonly text: string;
  /** The bytes of the text where XML does not allow some of them, else null. */
  readonly raw: Uint8Array | null;
}

const MAX_DEPTH = 16;
/** A page of a list has a thousand keys with a dozen elements each. */
const MAX_ELEMENTS = 100_000;
/** Some servers write these characters unescaped into the names of keys. The others must still be read. */
const NO_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** The parser sees a private character in place of each byte of such a character, and of each byte that is not UTF-8: this one plus the byte. */
const MARK = 0x10ff00;
const MARKS = /[\u{10ff00}-\u{10ffff}]/u;
const REFERENCE_TO_MARK = /&#(?:x0*10ff|0*111[34])/i;

/** Undefined where it is something else; surrounding white space is skipped. */
export async function readXml(bytes: Uint8Array): Promise<XmlElement | undefined> {
  const { text, isMarked } = parseable(bytes);
  const trimmed = text.trim();
  // As for every answer to HEAD.
  if (trimmed === '') return undefined;
  if (isMarked && REFERENCE_TO_MARK.test(text)) return undefined;
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const document = { name: '', children: [] as XmlElement[], text: '', raw: null as Uint8Array | null };
  const open = [document];
  let count = 0;
  const refuse = (): never => {
    throw new Error('not the XML of an answer');
  };
  for (const event of ['error', 'doctype', 'comment', 'cdata', 'processinginstruction'] as const) parser.on(event, refuse);
  parser.on('opentag', ({ name }) => {
    if (open.length > MAX_DEPTH || ++count > MAX_ELEMENTS) refuse();
    open.push({ name, children: [], text: '', raw: null });
  });
  parser.on('text', (found) => {
    (open.at(-1) as typeof document).text += found;
  });
  parser.on('closetag', () => {
    const done = open.pop() as typeof document;
    if (isMarked && done.text.search(MARKS) !== -1) Object.assign(done, unmarked(done.text));
    open.at(-1)?.children.push(done);
  });
  try {
    parser.write(trimmed).close();
  } catch {
    return undefined;
  }
  return document.children[0];
}

function parseable(bytes: Uint8Array): { readonly text: string; readonly isMarked: boolean } {
  const text = Buffer.from(bytes).toString();
  if (isUtf8(bytes) && text.search(NO_CHARACTERS) === -1) return { text, isMarked: false };
  let marked = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] as number) < 0x80 ? 1 : sequenceLength(bytes, at, bytes.length);
    const end = at + Math.max(length, 1);
    if (length === 0 || isForbidden(bytes, at)) {
      marked += Buffer.from(bytes.subarray(from, at)).toString();
      for (const byte of bytes.subarray(at, end)) marked += String.fromCodePoint(MARK + byte);
      from = end;
    }
    at = end;
  }
  return { text: marked + Buffer.from(bytes.subarray(from)).toString(), isMarked: true };
}

/** Whether the character that starts there is a control character, U+FFFE or U+FFFF, or one of the private characters themselves. */
function isForbidden(bytes: Uint8Array, at: number): boolean {
  const [first, second, third] = [bytes[at] as number, bytes[at + 1], bytes[at + 2] as number];
  if (first < 0x20) return first !== 0x09 && first !== 0x0a && first !== 0x0d;
  if (first === 0xef) return second === 0xbf && third >= 0xbe;
  return first === 0xf4 && second === 0x8f && third >= 0xbc;
}

function unmarked(text: string): Pick<XmlElement, 'text' | 'raw'> {
  const raw = Buffer.concat(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) as number;
      return code < MARK ? Buffer.from(character) : Buffer.of(code - MARK);
    }),
  );
  return { text: raw.toString().replaceAll(NO_CHARACTERS, '\ufffd'), raw };
}

export function childOf({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child) => child.name === name);
}

/** The text of the first child of that name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.text;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
