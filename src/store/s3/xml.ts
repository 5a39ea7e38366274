/**
 * Reads the XML answers of S3, by saxes, without constructs that such answers never need: no document type, no comments, no CDATA, no
 * processing instructions. Attributes and namespaces are ignored.
 *
 *     await readXml('<Error><Code>NoSuchKey</Code></Error>')   { name: 'Error', children: [{ name: 'Code', text: 'NoSuchKey', … }], text: '' }
 */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly inside. */
  readonly text: string;
}

const MAX_DEPTH = 16;
/** A page of a list has a thousand keys with a dozen elements each. */
const MAX_ELEMENTS = 100_000;
/**
 * Some servers write these characters unescaped into the names of keys. Such a key is not one of ours, and the others must still be read.
 */
const NO_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Undefined where it is something else; surrounding white space is skipped. */
export async function readXml(text: string): Promise<XmlElement | undefined> {
  const trimmed = text.trim();
  // As for every answer to HEAD.
  if (trimmed === '') return undefined;
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const document = { name: '', children: [] as XmlElement[], text: '' };
  const open = [document];
  let count = 0;
  const refuse = (): never => {
    throw new Error('not the XML of an answer');
  };
  for (const event of ['error', 'doctype', 'comment', 'cdata', 'processinginstruction'] as const) parser.on(event, refuse);
  parser.on('opentag', ({ name }) => {
    if (open.length > MAX_DEPTH || ++count > MAX_ELEMENTS) refuse();
    open.push({ name, children: [], text: '' });
  });
  parser.on('text', (found) => {
    (open.at(-1) as typeof document).text += found;
  });
  parser.on('closetag', () => {
    const done = open.pop() as XmlElement;
    open.at(-1)?.children.push(done);
  });
  try {
    parser.write(trimmed.replaceAll(NO_CHARACTERS, '\ufffd')).close();
  } catch {
    return undefined;
  }
  return document.children[0];
}

/** The text of the first child of that name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
