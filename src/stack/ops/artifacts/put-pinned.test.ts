import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { sha256Hex } from '#hashing/hashers';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { zipArchive } from '../../../../tests/helpers/zip-archive.ts';
import { readLawpack } from '../lawpack-archive.ts';
import { pinsOf, putPinned } from './put-pinned.ts';
import { openArtifactStore } from './store.ts';

const scratch = scratchFolder('artifact-lock');
const OPTIONS = { prefix: 'msez', sync: false } as const;
const sha = (text: string): string => sha256Hex(Buffer.from(text));
const ARCHIVE = zipArchive([
  { name: 'lawpack.yaml', text: 'domain: civil\n' },
  { name: 'index.json', text: '{}' },
]);

async function lawpackDigest(): Promise<string> {
  const { content } = await readLawpack(ARCHIVE);
  if ('error' in content) throw new Error(content.error);
  return content.digests.msez;
}

/** The content of each file is its own name. */
function newTree(files: readonly string[]): { readonly root: string; readonly write: (place: string, bytes: string | Uint8Array) => void } {
  const root = join(scratch, String(serial++));
  const write = (place: string, bytes: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    writeFileSync(join(root, place), bytes);
  };
  for (const file of files) write(file, file);
  return { root, write };
}
let serial = 0;

const CORRIDOR = {
  corridor_id: 'c',
  corridor_manifest_sha256: sha('m/c/corridor.yaml'),
  trust_anchors_sha256: { artifact_type: 'blob', digest_sha256: sha('m/c/trust.yaml') },
  key_rotation_sha256: sha('m/c/rotation.yaml'),
  corridor_definition_vc_sha256: { artifact_type: 'vc', digest_sha256: sha('m/c/corridor.vc.json') },
  corridor_definition_signers: [],
  corridor_agreement_vc_sha256: [sha('m/c/a.vc.json'), sha('m/c/a.vc.json')],
  corridor_agreement_set_sha256: sha('the set'),
  corridor_agreement_payload_sha256_by_path: { 'a.vc.json': sha('the payload') },
};
const FILES = [
  'm/c/corridor.yaml',
  'm/c/trust.yaml',
  'm/c/rotation.yaml',
  'm/c/corridor.vc.json',
  'm/c/a.vc.json',
  'm/a/module.yaml',
  'z/p.patch',
  'law.lock.json',
];

async function lockDocument(): Promise<JsonObject> {
  return {
    modules: [{ module_id: 'm', manifest_sha256: sha('m/a/module.yaml'), module_manifest_sha256: sha('m/a/module.yaml') }],
    lawpacks: [
      {
        jurisdiction_id: 'ex',
        domain: 'civil',
        lawpack_digest_sha256: await lawpackDigest(),
        lawpack_lock_sha256: sha('law.lock.json'),
        lawpack_artifact_path: 'dist/x.lawpack.zip',
      },
    ],
    overlays: [{ module_id: 'm', patches: ['p.patch'], patches_sha256: [sha('z/p.patch')] }],
    corridors: [CORRIDOR],
  };
}

test('pinsOf() returns every digest of a file, but not of a payload or a set', async () => {
  expect(pinsOf(await lockDocument()).map(({ field, type }) => `${field} ${type}`)).toEqual([
    'module_manifest_sha256 blob',
    'lawpack_digest_sha256 lawpack',
    'lawpack_lock_sha256 blob',
    'patches_sha256[0] blob',
    'corridor_manifest_sha256 blob',
    'trust_anchors_sha256 blob',
    'key_rotation_sha256 blob',
    'corridor_definition_vc_sha256 blob',
    'corridor_agreement_vc_sha256[0] blob',
    'corridor_agreement_vc_sha256[1] blob',
  ]);
});

const storeIn = (root: string) => openArtifactStore([{ path: join(root, 'dist/artifacts'), shown: 'dist/artifacts' }]);

test('putPinned() stores each pinned file once, wherever it is, and the lawpack; a second call changes nothing', async () => {
  const { root, write } = newTree([...FILES, 'unpinned.txt']);
  write('dist/x.lawpack.zip', ARCHIVE);
  const tree = { document: await lockDocument(), root, shown: '.' };
  const first = await putPinned(storeIn(root), tree, OPTIONS);
  expect(first.unavailable).toEqual([]);
  expect(first.stored.map(({ type, change }) => `${type} ${change}`)).toEqual([
    'blob stored',
    'lawpack stored',
    ...FILES.slice(0, 7).map(() => 'blob stored'),
  ]);
  const second = await putPinned(storeIn(root), tree, OPTIONS);
  expect(second.stored.map(({ path }) => path)).toEqual(first.stored.map(({ path }) => path));
  expect(second.stored.every(({ change }) => change === 'unchanged')).toBe(true);
});

test('putPinned() lists what is not available: gone, changed, behind a link, or an archive with another digest', async () => {
  const { root, write } = newTree(FILES);
  write('m/a/module.yaml', 'changed');
  write(
    'dist/x.lawpack.zip',
    zipArchive([
      { name: 'lawpack.yaml', text: 'domain: other\n' },
      { name: 'index.json', text: '{}' },
    ]),
  );
  const elsewhere = newTree(['m/c/trust.yaml']);
  const { root: bare } = newTree(FILES.filter((file) => file !== 'm/c/trust.yaml'));
  symlinkSync(join(elsewhere.root, 'm/c/trust.yaml'), join(bare, 'm/c/trust.yaml'));
  const document = await lockDocument();
  const changed = await putPinned(storeIn(root), { document, root, shown: '.' }, OPTIONS);
  expect(changed.unavailable.map(({ field }) => field)).toEqual(['module_manifest_sha256', 'lawpack_digest_sha256']);
  const linked = await putPinned(storeIn(bare), { document, root: bare, shown: '.' }, OPTIONS);
  expect(linked.unavailable.map(({ field }) => field)).toEqual(['lawpack_digest_sha256', 'trust_anchors_sha256']);
});

test('putPinned() does not follow a path in the lock out of the root', async () => {
  const { root } = newTree(FILES);
  const outside = newTree([]);
  outside.write('x.lawpack.zip', ARCHIVE);
  const base = await lockDocument();
  const [lawpack] = base['lawpacks'] as readonly JsonObject[];
  symlinkSync(outside.root, join(root, 'way'));
  for (const path of [`../${outside.root.split('/').at(-1)}/x.lawpack.zip`, join(outside.root, 'x.lawpack.zip'), 'way/x.lawpack.zip']) {
    const document = { ...base, lawpacks: [{ ...lawpack, lawpack_artifact_path: path }] };
    const { unavailable } = await putPinned(storeIn(root), { document, root, shown: '.' }, OPTIONS);
    expect(unavailable.map(({ field }) => field)).toEqual(['lawpack_digest_sha256']);
  }
});
