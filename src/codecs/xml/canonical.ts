/**
 * Exclusive XML Canonicalization 1.0 without comments, of a whole document, by libxml2: equivalent documents get the same bytes. The bytes
 * are first validated strictly (`strict.ts`), because libxml2 accepts things that another reader would refuse.
 *
 *     await canonicalXml(bytes of '<?xml version="1.0"?><a:b xmlns:c="urn:c" y="2" x=\'1\' xmlns:a="urn:a"/>')
 *     <a:b xmlns:a="urn:a" x="1" y="2"></a:b>
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { requireStrictXml, XmlError } from './strict.ts';

export { XmlError } from './strict.ts';

/**
 * Throws `XmlError` for a document that is not well-formed, has a document type, or uses a namespace that is not declared or not absolute.
 */
export async function canonicalXml(bytes: Uint8Array): Promise<Uint8Array> {
  await requireStrictXml(bytes);
  const { ParseOption, XmlC14NMode, XmlDocument, XmlError: LibraryError } = await import('libxml2-wasm');
  try {
    const document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE });
    try {
      const mode = XmlC14NMode.XML_C14N_EXCLUSIVE_1_0;
      return encodeUtf8(document.canonicalizeToString({ mode, withComments: false }));
    } finally {
      document.dispose();
    }
  } catch (error) {
    throw error instanceof LibraryError ? new XmlError(error.message) : error;
  }
}
