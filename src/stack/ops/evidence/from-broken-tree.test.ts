import { expect, test } from 'vitest';
import { lostManifests } from './from-broken-tree.ts';

const stray = (id: string | null, place = `modules/${id}/module.yaml`) => ({ id, place, sha256: 'x' });
const found = (lost: readonly string[], strays: readonly ReturnType<typeof stray>[]) =>
  [...lostManifests(lost, strays)].map(([id, { place }]) => [id, place]);

test.each(['m.amk', 'm.aml2', 'm.am', 'n.aml', 'm.a ml'])('lostManifests() matches %s with m.aml', (id) =>
  expect(found(['m.aml'], [stray(id), stray('org.other')])).toEqual([['m.aml', `modules/${id}/module.yaml`]]),
);

test('lostManifests() names nothing if two files are possible', () => {
  expect(found(['m.aml'], [stray('m.amk'), stray('m.amx')])).toEqual([]);
  expect(found(['m.aml', 'm.kyc'], [stray(null, 'a'), stray(null, 'b')])).toEqual([]);
  expect(found(['m.aml', 'm.kyc'], [stray(null, 'a')])).toEqual([]);
});

test('lostManifests() matches the only unreadable file with the only lost id', () => {
  expect(found(['m.aml', 'org.kyc'], [stray('m.amk'), stray(null, 'a')])).toEqual([
    ['m.aml', 'modules/m.amk/module.yaml'],
    ['org.kyc', 'a'],
  ]);
});

test('lostManifests() does not match a different module', () => expect(found(['m.aml'], [stray('org.example.else')])).toEqual([]));
