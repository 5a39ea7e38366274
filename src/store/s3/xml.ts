/**
 * The XML that S3 answers with, read strictly and without what such answers never need: no DTD, no comments, no CDATA, no processing
 * instructions; entities are the five of XML and numbered characters. Attributes and namespaces are passed over.
 *
 *     parseXml('<Error><Code>NoSuchKey</Code></Error>')   { name: 'Error', children: [{ name: 'Code', text: 'NoSuchKey', … }], text: '' }
 */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly inside. */
  readonly text: string;
}

const MAX_DEPTH = 16;
/** A page of a list has a thousand keys with a dozen elements each. */
const MOST_ELEMENTS = 100_000;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TAG = /<(\/?)([A-Za-z_][A-Za-z0-9_.:-]*)((?:\s+[A-Za-z_][A-Za-z0-9_.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const DECLARATION = /^\uFEFF?(?:<\?xml\s[^?<>]*\?>)?\s*/;

export function parseXml(text: string): XmlElement {
  const open: { name: string; children: XmlElement[]; text: string }[] = [];
  let at = DECLARATION.exec(text)?.[0].length ?? 0;
  let count = 0;
  for (;;) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag === null) throw new Error(`not the XML of an answer at character ${at}`);
    const [whole, closing, name = '', attributes = '', empty] = tag;
    at += whole.length;
    if (closing === '/') {
      if (attributes !== '' || empty === '/' || open.at(-1)?.name !== name) throw new Error(`</${name}> closes nothing at character ${at}`);
    } else {
      if (open.length === MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} levels`);
      if (++count > MOST_ELEMENTS) throw new Error(`more than ${MOST_ELEMENTS} elements`);
      open.push({ name, children: [], text: '' });
    }
    if (closing === '/' || empty === '/') {
      const done = open.pop() as XmlElement;
      const parent = open.at(-1);
      if (parent === undefined) {
        if (text.slice(at).trim() !== '') throw new Error('text behind the end of the document');
        return done;
      }
      parent.children.push(done);
    }
    const next = text.indexOf('<', at);
    if (next < 0) throw new Error('the document ends early');
    const inside = open.at(-1);
    if (inside !== undefined) inside.text += unescapeText(text.slice(at, next));
    at = next;
  }
}

/** The same, undefined where it is something else; white space before it is passed over. */
export function readXml(text: string): XmlElement | undefined {
  try {
    return parseXml(text.trimStart());
  } catch {
    return undefined;
  }
}

/** The text of the first child of that name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescapeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,10});?/g, (whole, body: string) => {
    const named = Object.hasOwn(NAMED, body) ? NAMED[body] : numbered(body);
    if (named === undefined || !whole.endsWith(';')) throw new Error('an entity that is not one of the five');
    return named;
  });
}

function numbered(body: string): string | undefined {
  if (!/^#(?:[0-9]{1,7}|x[0-9A-Fa-f]{1,6})$/.test(body)) return undefined;
  const code = body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code >= 0x20 || code === 9 || code === 10 || code === 13);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
