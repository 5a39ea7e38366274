/** Many XML documents for a test that compares two readers: well-formed ones with and without their comments, and damaged ones. */
import fc from 'fast-check';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../helpers/trials.ts';
import { dice } from './dice.ts';
import { mutated } from './mutation.ts';
import { xmlDocument } from './xml-document.ts';

type Compare = (document: Uint8Array) => Promise<void>;

const BATCH = 200;

export function tryWellFormed(count: number, compare: Compare): Promise<void> {
  return tryMany(count, async (seed) => {
    const { text, uncommented } = xmlDocument(dice(seed));
    await compare(encodeUtf8(text));
    await compare(encodeUtf8(uncommented));
  });
}

export function tryDamaged(count: number, compare: Compare): Promise<void> {
  return tryMany(count, (seed) => {
    const how = dice(seed);
    return compare(mutated(encodeUtf8(xmlDocument(how).text), how));
  });
}

async function tryMany(count: number, attempt: (seed: number) => Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      for (let i = 0; i < BATCH; i++) await attempt(seed + i);
    }),
    runs(count),
  );
}
