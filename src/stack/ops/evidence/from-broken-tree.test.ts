import { expect, test } from 'vitest';
import { lostManifests } from './from-broken-tree.ts';

const stray = (id: string | null, place = `modules/${id}/module.yaml`) => ({ id, place, sha256: 'x' });
const found = (lost: readonly string[], strays: readonly ReturnType<typeof stray>[]) =>
  [...lostManifests(lost, strays)].map(([id, { place }]) => [id, place]);

test.each(['m.amk', 'm.aml2', 'm.am', 'n.aml', 'm.a ml'])('lostManifests() takes %s for m.aml', (id) => {
  expect(found(['m.aml'], [stray(id), stray('org.other')])).toEqual([['m.aml', `modules/${id}/module.yaml`]]);
});

test('lostManifests() names nothing where two could be meant', () => {
  expect(found(['m.aml'], [stray('m.amk'), stray('m.amx')])).toEqual([]);
  expect(found(['m.aml', 'm.kyc'], [stray(null, 'a'), stray(null, 'b')])).toEqual([]);
  expect(found(['m.aml', 'm.kyc'], [stray(null, 'a')])).toEqual([]);
});

test('lostManifests() takes the one file that cannot be read for the one that is left', () => {
  expect(found(['m.aml', 'org.kyc'], [stray('m.amk'), stray(null, 'a')])).toEqual([
    ['m.aml', 'modules/m.amk/module.yaml'],
    ['org.kyc', 'a'],
  ]);
});

test('lostManifests() does not take another module for it', () => {
  expect(found(['m.aml'], [stray('org.example.else')])).toEqual([]);
});
