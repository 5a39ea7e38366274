/**
 * Exclusive XML Canonicalization 1.0 without comments a second time, written from the recommendation, to hold the library against: what
 * reads it is the strict scan, what writes it is this.
 *
 *     referenceXml(bytes of '<?xml version="1.0"?><a:b xmlns:c="urn:c" y="2" x=\'1\' xmlns:a="urn:a"/>')
 *     <a:b xmlns:a="urn:a" x="1" y="2"></a:b>
 */

import { enter, lookUp, type PlainAttribute, type Scope } from '#codecs/xml/scope';
import { scanXml } from '#codecs/xml/strict';
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';

/** Throws `XmlError` for what is not well-formed, has a document type, or uses a namespace that is not declared or not absolute. */
export function referenceXml(bytes: Uint8Array): Uint8Array {
  const parts: string[] = [];
  let scopes: { readonly declared: Scope | null; readonly rendered: Scope | null } = { declared: null, rendered: null };
  const outer: (typeof scopes)[] = [];
  scanXml(bytes, {
    startTag(name, attributes, fail) {
      outer.push(scopes);
      const { declared, element, plain } = enter(scopes.declared, name, attributes, fail);
      const shown = visiblyUsed(element.prefix, plain)
        .map((prefix) => [prefix, lookUp(declared, prefix) ?? ''] as const)
        .filter(([prefix, uri]) => (lookUp(scopes.rendered, prefix) ?? '') !== uri);
      scopes = { declared, rendered: shown.length === 0 ? scopes.rendered : { names: new Map(shown), outer: scopes.rendered } };
      parts.push('<', name);
      for (const [prefix, uri] of shown) parts.push(prefix === '' ? ' xmlns' : ` xmlns:${prefix}`, '="', escapeAttribute(uri), '"');
      for (const { name: written, value } of plain.sort(byNamespace)) parts.push(' ', written, '="', escapeAttribute(value), '"');
      parts.push('>');
    },
    endTag(name) {
      scopes = outer.pop() as typeof scopes;
      parts.push('</', name, '>');
    },
    text: (text) => void parts.push(escapeText(text)),
    instruction(target, data, place) {
      const shown = data === '' ? `<?${target}?>` : `<?${target} ${data}?>`;
      parts.push(place === 'after' ? '\n' : '', shown, place === 'before' ? '\n' : '');
    },
  });
  return encodeUtf8(parts.join(''));
}

/** The prefixes of an element and its attributes, each once, the default one first; `xml` is never declared. */
function visiblyUsed(ofElement: string, attributes: readonly PlainAttribute[]): string[] {
  if (attributes.every(({ prefix }) => prefix === '')) return ofElement === 'xml' ? [] : [ofElement];
  const prefixes = new Set([ofElement]);
  for (const { prefix } of attributes) if (prefix !== '') prefixes.add(prefix);
  prefixes.delete('xml');
  return [...prefixes].sort(compareUtf8);
}

function byNamespace(a: PlainAttribute, b: PlainAttribute): number {
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
