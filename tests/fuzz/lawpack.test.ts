/** A lawpack archive damaged anyhow: it is judged, nothing is thrown, and it is never taken for the archive that was pinned. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '#hashing/hashers';
import { checkLawpack, readLawpack } from '#stack/ops/lawpack-archive';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { zipArchive } from '../helpers/zip-archive.ts';
import { dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';

const whole = zipArchive([
  { name: 'akn/main.xml', text: '<akomaNtoso xmlns="urn:a" xmlns:b="urn:b"><b:act c="1">text &amp; text</b:act></akomaNtoso>' },
  { name: 'index.json', text: '{"documents":{"akn/main.xml":{"fragments":{}}}}', isStored: true },
  { name: 'lawpack.yaml', text: 'jurisdiction_id: ex\ndomain: civil\n', isStored: true },
  { name: 'raw/source.txt', text: 'source', isStored: true },
]);

test('checkLawpack() throws nothing, whatever is done to an archive, and names every archive that is another', LONG_TIMEOUT, async () => {
  const { content } = await readLawpack(whole);
  if ('error' in content) throw new Error(content.error);
  const claim = { digest: content.digests.msez, artifactSha256: sha256Hex(whole) };
  expect((await checkLawpack(whole, claim, 'msez')).findings).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const damaged = mutated(whole, dice(seed));
      const { findings, digest } = await checkLawpack(damaged, claim, 'msez');
      const fields = findings.map(({ field }) => field);
      expect(fields.includes('artifact_sha256')).toBe(!whole.equals(damaged));
      expect(fields.includes('archive') || fields.includes('lawpack_digest_sha256')).toBe(digest !== claim.digest);
    }),
    runs(1000),
  );
});
