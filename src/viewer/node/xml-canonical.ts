/**
 * `codecs/xml/canonical` in a browser: exclusive XML Canonicalization 1.0 without comments, written from the recommendation, because the
 * library of the program is larger than the whole page. saxes reads, this writes; a test compares the two.
 *
 *     await canonicalXml(bytes of '<?xml version="1.0"?><a:b xmlns:c="urn:c" y="2" x=\'1\' xmlns:a="urn:a"/>')
 *     <a:b xmlns:a="urn:a" x="1" y="2"></a:b>
 */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { requireStrictXml } from '#codecs/xml/strict';
import { compareUtf8 } from '#core/bytes/order';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';

export { XmlError } from '#codecs/xml/strict';

/** Which prefix stands for which namespace; no entry where none is declared. */
type Rendered = Readonly<Record<string, string>>;

/** Throws `XmlError` for what is not well-formed, has a document type, or uses a namespace that is not declared or not absolute. */
export async function canonicalXml(bytes: Uint8Array): Promise<Uint8Array> {
  await requireStrictXml(bytes);
  const parts: string[] = [];
  const open: Rendered[] = [{}];
  let isAfter = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, prefix, uri, attributes }) => {
    const plain = Object.values(attributes).filter((attribute) => attribute.name !== 'xmlns' && attribute.prefix !== 'xmlns');
    const outer = open.at(-1) as Rendered;
    const shown = visiblyUsed({ prefix, uri }, plain).filter(([used, meaning]) => (outer[used] ?? '') !== meaning);
    open.push({ ...outer, ...Object.fromEntries(shown) });
    parts.push('<', name);
    for (const [used, meaning] of shown) parts.push(used === '' ? ' xmlns' : ` xmlns:${used}`, '="', escapeAttribute(meaning), '"');
    for (const { name: written, value } of plain.sort(byNamespace)) parts.push(' ', written, '="', escapeAttribute(value), '"');
    parts.push('>');
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    parts.push('</', name, '>');
    isAfter = open.length === 1;
  });
  parser.on('text', (text) => void (open.length > 1 && parts.push(escapeText(text))));
  parser.on('cdata', (text) => void parts.push(escapeText(text)));
  parser.on('processinginstruction', ({ target, body }) => {
    const isOutside = open.length === 1;
    parts.push(
      isOutside && isAfter ? '\n' : '',
      body === '' ? `<?${target}?>` : `<?${target} ${body}?>`,
      isOutside && !isAfter ? '\n' : '',
    );
  });
  parser.write(decodeUtf8(bytes)).close();
  return encodeUtf8(parts.join(''));
}

/** The prefixes of an element and its attributes with their namespaces, each once, the default one first; `xml` is never declared. */
function visiblyUsed(element: { prefix: string; uri: string }, attributes: readonly SaxesAttributeNS[]): [string, string][] {
  const used = new Map([[element.prefix, element.uri]]);
  for (const { prefix, uri } of attributes) if (prefix !== '') used.set(prefix, uri);
  used.delete('xml');
  return [...used].sort(([a], [b]) => compareUtf8(a, b));
}

function byNamespace(a: SaxesAttributeNS, b: SaxesAttributeNS): number {
  return compareUtf8(a.uri, b.uri) || compareUtf8(a.local, b.local);
}

const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeText(text: string): string {
  if (!/[&<>\r]/.test(text)) return text;
  return text.replaceAll(/[&<>\r]/g, (character) => IN_TEXT[character] as string);
}

function escapeAttribute(text: string): string {
  if (!/[&<"\t\n\r]/.test(text)) return text;
  return text.replaceAll(/[&<"\t\n\r]/g, (character) => IN_ATTRIBUTE[character] as string);
}
