import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { refusalOf } from '../../../tests/helpers/to-refuse.ts';
import { lock, packMaker, rvl } from '../../../tests/pack/made-pack.ts';
import { sealManifest } from '../../../tests/pack/seal-manifest.ts';
import { diffDocument } from '../diff.ts';
import { diffPacks } from './diff.ts';
import type { OpenPack } from './read-members.ts';

const pack = packMaker(scratchFolder('pack-diff'));

describe('diffPacks() and what it reads', () => {
  const before = { 'r.json': rvl('X') };
  const after = { 'r.json': rvl('Y') };
  const path = (of: OpenPack, name: string) => join(of.given, name);

  it('reads only the manifests if no report and no lockfile changed', () => {
    const [a, b] = [pack({ t: { text: '1' }, 'r.json': rvl('X') }), pack({ t: { text: '2' }, 'r.json': rvl('X') })];
    for (const each of [a, b]) for (const name of ['t', 'r.json']) rmSync(path(each, name));
    expect(diffPacks(a, b)).toMatchObject({ changed: [{ path: 't' }], unchanged: 1 });
  });

  it.each([0, 1])('refuses a report that changed after it was sealed, in pack %i', (side) => {
    const packs = [pack(before), pack(after)] as const;
    writeFileSync(path(packs[side as 0 | 1], 'r.json'), '{"version":"rvl.v0","outcome":"Z"}');
    const refusal = refusalOf(() => diffPacks(...packs));
    expect(refusal).toMatchObject({ code: 'E_BAD_PACK', detail: { pack: packs[side as 0 | 1].given } });
    expect(refusal.detail['invalid']).toMatchObject([{ code: 'HASH_MISMATCH', path: 'r.json' }]);
    expect(refusal.nextCommand).toBe(`pack verify ${packs[side as 0 | 1].given}`);
  });

  it('refuses a lockfile that changed after it was sealed, even if it matches its own hash', () => {
    const [a, b] = [pack({ l: lock({}) }), pack({ l: lock({ note: 'n' }) })];
    writeFileSync(path(b, 'l'), lock({ note: 'm' }).text);
    expect(() => diffPacks(a, b)).toRefuse('E_BAD_PACK', { invalid: [{ code: 'HASH_MISMATCH', path: 'l' }] });
  });

  it('refuses reports that are missing, links or folders, and names all of them', () => {
    const names = ['a', 'b', 'c'];
    const make = (outcome: string) => pack(Object.fromEntries(names.map((name) => [name, rvl(outcome)])));
    const [a, b] = [make('X'), make('Y')];
    for (const name of names) rmSync(path(b, name));
    symlinkSync(path(a, 'b'), path(b, 'b'));
    mkdirSync(path(b, 'c'));
    const invalid = [
      { code: 'MISSING_MEMBER', path: 'a' },
      { code: 'NON_REGULAR_MEMBER', path: 'b' },
      { code: 'NON_REGULAR_MEMBER', path: 'c' },
    ];
    expect(() => diffPacks(a, b)).toRefuse('E_BAD_PACK', { invalid });
  });

  it.each<[string, object, string]>([
    ['a path twice', { members: [entry('a'), entry('a')], member_count: 2 }, 'DUPLICATE_MEMBER_PATH'],
    ['an unsafe path', { members: [entry('../a')], member_count: 1 }, 'UNSAFE_MEMBER_PATH'],
    ['its manifest as a member', { members: [entry('manifest.json')], member_count: 1 }, 'RESERVED_MEMBER_PATH'],
    ['another count', { members: [entry('a')], member_count: 2 }, 'MEMBER_COUNT_MISMATCH'],
  ])('refuses a pack that names %s', (_, fields, code) => {
    const [good, bad] = [pack({}), pack({}, fields)];
    for (const packs of [
      [good, bad],
      [bad, good],
    ] as const) {
      expect(() => diffPacks(...packs)).toRefuse('E_BAD_PACK', { pack: bad.given, invalid: [{ code }] });
    }
  });

  it('refuses a pack that does not match its own pack_id', () => {
    const [good, bad] = [pack({}), pack({})];
    writeFileSync(
      path(bad, 'manifest.json'),
      sealManifest('{"version":"pack.v0","created":"","tool_version":"","members":[],"member_count":0}').replace(
        '"created":""',
        '"created":"x"',
      ),
    );
    expect(() => diffPacks(good, bad)).toRefuse('E_BAD_PACK', { invalid: [{ code: 'PACK_ID_MISMATCH' }] });
  });

  it('refuses a manifest with any one bit changed', () => {
    const good = pack(before);
    const bytes = good.place.manifestBytes();
    const judged = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      const bad = { ...good, place: { ...good.place, manifestBytes: () => flipped } };
      return refusalOf(() => diffPacks(good, bad)).code;
    });
    expect(new Set(judged)).toEqual(new Set(['E_BAD_PACK']));
  });

  it('compares packs with unsorted members or unknown fields', () => {
    const unsorted = pack({}, { members: [entry('b'), { ...entry('a'), more: 1 }], member_count: 2, more: 1 });
    expect(diffPacks(unsorted, unsorted)).toMatchObject({ unchanged: 2, metadata: [] });
  });
});

it('diffPacks(a, b) is diffPacks(b, a) with the sides swapped', () => {
  const a = pack({
    l: lock({ note: 'n' }),
    m: lock({ note: 'n', lock_hash: '' }, false),
    r: rvl('X'),
    t: { text: '1' },
    old: { text: '' },
  });
  const b = pack({ l: lock({ note: 'm' }), m: lock({}), r: rvl('Y'), t: { text: '2' }, fresh: { text: '' } });
  const [there, back] = [diffPacks(a, b), diffPacks(b, a)].map((diff) => diffDocument(diff)) as [JsonObject, JsonObject];
  expect(there['outcome']).toBe(back['outcome']);
  expect(there['shifts']).toEqual([{ path: 'r', tool: 'rvl', from: 'X', to: 'Y' }]);
  expect(back['shifts']).toEqual([{ path: 'r', tool: 'rvl', from: 'Y', to: 'X' }]);
  expect(there['locks']).toMatchObject([
    { path: 'l', diff: { metadata: [{}, { field: 'note', old: 'n', new: 'm' }] } },
    { path: 'm', diff: null },
  ]);
  expect(back['locks']).toMatchObject([
    { path: 'l', diff: { metadata: [{}, { field: 'note', old: 'm', new: 'n' }] } },
    { path: 'm', diff: null },
  ]);
  expect(there['added']).toMatchObject([{ path: 'fresh' }]);
  expect(back['removed']).toMatchObject([{ path: 'fresh' }]);
});

function entry(path: string): object {
  return { path, bytes_hash: 'sha256:00', type: 'other' };
}
