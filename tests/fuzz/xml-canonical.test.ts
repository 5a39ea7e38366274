/**
 * Exclusive canonical form by the library against the one written from the recommendation (`viewer/node/xml-canonical.ts`, of the page): the same bytes for what is
 * well-formed, comments or not, and for whatever damage leaves readable; nothing that the strict reading accepts is beyond the library.
 */
import { describe, expect, test } from 'vitest';
import { canonicalXml, XmlError } from '#codecs/xml/canonical';
import { decodeUtf8 } from '#core/bytes/utf8';
import { canonicalXml as pageXml } from '../../src/viewer/node/xml-canonical.ts';
import { LONG_TIMEOUT } from '../helpers/trials.ts';
import { tryDamaged, tryWellFormed } from './helpers/xml-trials.ts';

async function outcome(canonical: () => Promise<Uint8Array>): Promise<string> {
  try {
    return decodeUtf8(await canonical());
  } catch (error) {
    if (error instanceof XmlError) return `refused: ${error.message}`;
    throw error;
  }
}

async function expectAlike(document: Uint8Array): Promise<void> {
  const text = Buffer.from(document).toString();
  const library = await outcome(() => canonicalXml(document));
  expect({ text, canonical: library }).toEqual({ text, canonical: await outcome(() => pageXml(document)) });
}

describe('canonicalXml()', () => {
  test('canonicalXml() gives the bytes of the recommendation for every well-formed document', LONG_TIMEOUT, () =>
    tryWellFormed(10, expectAlike),
  );

  test('canonicalXml() refuses, or gives the bytes of the recommendation, however a document is damaged', LONG_TIMEOUT, () =>
    tryDamaged(10, expectAlike),
  );
});
