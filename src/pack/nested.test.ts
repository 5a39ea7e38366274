import { expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { judgeNested } from './nested.ts';
import { computedPackId, readManifest } from './read.ts';

const member = (path: string, bytesHash = 'sha256:a') => ({ path, bytesHash, type: 'other', artifactVersion: null });

function inner(paths: readonly string[], packId?: string) {
  const members = paths.map((path) => ({ path, bytes_hash: 'sha256:a', type: 'other' }));
  const document = { version: 'pack.v0', pack_id: '', created: 'c', tool_version: 't', member_count: paths.length, members };
  const read = (value: object) => readManifest(Buffer.from(JSON.stringify(value)), 'p');
  return read({ ...document, pack_id: packId ?? computedPackId(read(document), newHasher) });
}

const judge = (path: string, beside: ReturnType<typeof member>[], manifest: ReturnType<typeof inner>) =>
  judgeNested({ path, beside }, manifest, newHasher);

it('judgeNested finds nothing in a sound inner pack', () =>
  expect(judge('nov/manifest.json', [member('nov/a'), member('nov/b/c')], inner(['a', 'b/c']))).toEqual([]));

it('judgeNested finds missing, changed and extra members, with the paths of the outer pack', () => {
  const beside = [member('nov/a', 'sha256:b'), member('nov/extra')];
  expect(judge('nov/manifest.json', beside, inner(['a', 'gone']))).toEqual([
    { code: 'HASH_MISMATCH', path: 'nov/a', expected: 'sha256:a', actual: 'sha256:b' },
    { code: 'MISSING_MEMBER', path: 'nov/gone' },
    { code: 'EXTRA_MEMBER', path: 'nov/extra' },
  ]);
});

it('judgeNested checks only the pack_id of a manifest under another name', () => {
  const beside = [member('other')];
  expect(judge('nov.json', beside, inner(['a'], 'sha256:no'))).toMatchObject([
    { code: 'PACK_ID_MISMATCH', path: 'nov.json', expected: 'sha256:no' },
  ]);
  expect(judge('nov.json', beside, inner(['a']))).toEqual([]);
});

it('judgeNested reports every member as missing if all were removed', () =>
  expect(judge('nov/manifest.json', [], inner(['a']))).toEqual([{ code: 'MISSING_MEMBER', path: 'nov/a' }]));

it('judgeNested reports unsafe paths of the inner manifest', () =>
  expect(judge('nov/manifest.json', [], inner(['../a']))).toEqual([{ code: 'UNSAFE_MEMBER_PATH', path: 'nov/../a' }]));
