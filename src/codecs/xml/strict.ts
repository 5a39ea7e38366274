/**
 * Validates XML 1.0 with namespaces strictly, by saxes, before libxml2 sees it. A document that is not well-formed is an `XmlError`, and so
 * is one that two readers could understand differently: a document type (and so every entity of its own), an encoding other than UTF-8, a
 * version other than 1.0, more than 256 levels, a namespace name that is not absolute (C14N 1.3).
 *
 *     await requireStrictXml(bytes of '<a>&nbsp;</a>')   XmlError: undeclared entity "&nbsp;" at line 1 column 4
 */
import { decodeUtf8 } from '#core/bytes/utf8';

/** Why the bytes cannot be put into canonical form: `undeclared entity "&x;" at line 3 column 9`. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** The default limit of libxml2. */
const MAX_LEVELS = 256;
/** The characters of RFC 3986 except the ampersand: some canonicalisers escape it and libxml2 does not, so it is refused. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#@!$'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;
/** A local name must follow the colon, and none starts with these characters; saxes does not check this. */
const NO_LOCAL_NAME = /:[\u{300}-\u{36f}.0-9\u{b7}\u{203f}\u{2040}-]/u;
/**
 * Matches an ampersand that begins no valid reference. The first three alternatives skip comments, CDATA and processing instructions, which
 * may contain an ampersand.
 */
const BARE_REFERENCE =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|(&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)[^\s;&<]{0,40};?)/g;

export async function requireStrictXml(bytes: Uint8Array): Promise<void> {
  const { SaxesParser } = await import('saxes');
  const text = textOf(bytes);
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const fail = (message: string, at = Math.max(0, parser.position - 1)): never => failAt(text, at, message);
  const failTag = (message: string): never => fail(message, text.lastIndexOf('<', parser.position - 1));
  let levels = 0;
  parser.on('error', ({ message }) => {
    const bare = bareReference(text.slice(0, parser.position));
    fail(bare?.message ?? message.replace(/\.$/, ''), bare?.at);
  });
  parser.on('doctype', () =>
    fail('a document type: expected none, as it could bring entities', text.lastIndexOf('<!DOCTYPE', parser.position)),
  );
  parser.on('xmldecl', ({ version, encoding = 'UTF-8' }) => {
    if (version !== '1.0') failTag('expected an XML 1.0 declaration');
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) failTag(`expected the encoding UTF-8, found ${encoding}`);
  });
  parser.on('processinginstruction', ({ body }) => {
    // saxes reads <?p?x?> as <?p ?x?>.
    const before = parser.position - body.length - 3;
    if (body.startsWith('?') && !/\s/.test(text.charAt(before))) fail('expected a space after the name', before + 1);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (levels++ === MAX_LEVELS) failTag(`nesting deeper than ${MAX_LEVELS}`);
    if (NO_LOCAL_NAME.test(name)) failTag(`expected a name or prefix:name, found ${name}`);
    for (const attribute in attributes) {
      const { prefix, value } = attributes[attribute] as (typeof attributes)[string];
      if (NO_LOCAL_NAME.test(attribute)) failTag(`expected a name or prefix:name, found ${attribute}`);
      if ((prefix === 'xmlns' || attribute === 'xmlns') && value !== '' && !ABSOLUTE.test(value))
        failTag(`expected an absolute namespace name, found "${value}"`);
    }
  });
  parser.on('closetag', () => void levels--);
  parser.write(text).close();
}

function textOf(bytes: Uint8Array): string {
  try {
    // XML 1.0, 2.11: a lone U+0085 or U+2028 is not a line end.
    return decodeUtf8(bytes).replaceAll(/\r\n?/g, '\n');
  } catch {
    throw new XmlError('expected UTF-8, found other bytes');
  }
}

/**
 * saxes searches for the end of a reference however far away it is, and then reports an error in the text between. This finds the reference
 * itself.
 */
function bareReference(text: string): { message: string; at: number } | null {
  for (const { 0: found, 1: reference, index } of text.matchAll(BARE_REFERENCE)) {
    if (reference === undefined) continue;
    return { at: index, message: /^&[^]+;$/.test(found) ? `undeclared entity "${found}"` : 'expected a reference after "&"' };
  }
  return null;
}

/** Lines and columns are counted from 1, columns in UTF-16 units. */
function failAt(text: string, at: number, message: string): never {
  const before = text.slice(0, at).split('\n');
  throw new XmlError(`${message} at line ${before.length} column ${(before.at(-1) as string).length + 1}`);
}
