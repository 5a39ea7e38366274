/**
 * Exclusive canonical form by the library against the one written from the recommendation (`xml-reference.ts`): the same bytes for what is
 * well-formed, comments or not, and for whatever damage leaves readable; nothing that the strict reading accepts is beyond the library.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalXml, XmlError } from '#codecs/xml/canonical';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { PATIENCE, runs } from '../helpers/trials.ts';
import { dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';
import { xmlDocument } from './helpers/xml-document.ts';
import { referenceXml } from './helpers/xml-reference.ts';

const BATCH = 200;

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
  expect({ text, canonical: library }).toEqual({ text, canonical: await outcome(() => referenceXml(document)) });
}

describe('canonicalXml()', () => {
  test('canonicalXml() gives the bytes of the recommendation for every well-formed document', PATIENCE, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        for (let i = 0; i < BATCH; i++) {
          const { text, uncommented } = xmlDocument(dice(seed + i));
          await expectAlike(encodeUtf8(text));
          await expectAlike(encodeUtf8(uncommented));
        }
      }),
      runs(10),
    );
  });

  test('canonicalXml() refuses, or gives the bytes of the recommendation, however a document is damaged', PATIENCE, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        for (let i = 0; i < BATCH; i++) {
          const how = dice(seed + i);
          await expectAlike(mutated(encodeUtf8(xmlDocument(how).text), how));
        }
      }),
      runs(10),
    );
  });
});
