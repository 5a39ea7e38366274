import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { blobPath, manifestPath } from '#store/folder/layout';
import { openFolderStore } from '#store/folder/store';
import type { Store } from '#store/store';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { sealManifest } from '../../../tests/pack/seal-manifest.ts';
import { type Members, type SamplePack, samplePack } from '../../../tests/stores/sample-pack.ts';
import { pullPack } from './pull.ts';
import { pushPack } from './push.ts';

const folder = scratchFolder('pull');
let serial = 0;

interface Scene {
  readonly root: string;
  readonly store: Store;
  readonly out: string;
  readonly cwd: string;
}

function scene(): Scene {
  const cwd = join(folder, `${serial++}`);
  mkdirSync(cwd);
  const root = join(cwd, 'store');
  return { cwd, root, store: openFolderStore({ url: `file:${root}`, root }, { sync: false }), out: join(cwd, 'out') };
}

const pull = ({ store, out, cwd }: Scene, packId: Digest) =>
  pullPack({ packId, output: { given: 'out', path: out }, cwd, store, sync: false });

async function pushed(at: Scene, members: Members): Promise<SamplePack> {
  const pack = samplePack(join(at.cwd, 'pack'), members);
  await pushPack({ given: 'pack', path: pack.folder, store: at.store });
  return pack;
}

/** Nothing was created: no folder, no staging folder, and nothing else beside them. */
function expectNothing({ cwd, out }: Scene, before: readonly string[]): void {
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(cwd)).toEqual(before);
}

describe('pullPack() of a manifest that someone else wrote', () => {
  const blob = `sha256:${'ab'.repeat(32)}`;
  const member = (path: string, more: object = {}) => ({ path, bytes_hash: blob, type: 'other', ...more });
  const manifest = (members: readonly object[], more: object = {}) =>
    JSON.stringify({
      created: '2026-01-15T10:30:00Z',
      member_count: members.length,
      members,
      tool_version: '0.1.0',
      version: 'pack.v0',
      ...more,
    });
  const paths = [
    '../x',
    '/etc/x',
    'a/../../x',
    'a\\..\\b',
    'C:x',
    'C:\\x',
    '',
    '.',
    './a',
    'a//b',
    'a/',
    'a\0b',
    '\\x',
    'manifest.json',
    'manifest.json/x',
  ];
  const hostile: readonly (readonly [string, string])[] = [
    ...paths.map((path) => [`the path ${JSON.stringify(path)}`, manifest([member(path)])] as const),
    ['the same path twice', manifest([member('a'), member('a')])],
    ['a file that is a folder as well', manifest([member('a'), member('a/b')])],
    ['paths out of order', manifest([member('b'), member('a')])],
    ['another count', manifest([member('a')], { member_count: 2 })],
    ['an unknown field', manifest([member('a', { mode: '4755' })])],
    ['a hash that is a path', manifest([member('a', { bytes_hash: 'sha256:../../../../etc/passwd' })])],
    ['a hash in capitals', manifest([member('a', { bytes_hash: blob.toUpperCase().replace('SHA', 'sha') })])],
    ['a hash of another kind', manifest([member('a', { bytes_hash: `blake3:${'ab'.repeat(32)}` })])],
    ['another version', manifest([], { version: 'pack.v1' })],
    ['no members', '{"version":"pack.v0"}'],
  ];

  it.each(hostile)('refuses %s before anything is fetched', async (_, text) => {
    const at = scene();
    const sealed = sealManifest(text);
    const packId = (JSON.parse(sealed) as { pack_id: Digest }).pack_id;
    mkdirSync(join(at.root, 'packs'), { recursive: true });
    writeFileSync(manifestPath(at.root, packId), sealed);
    const store: Store = { ...at.store, fetch: () => Promise.reject(new Error('it was fetched')) };
    await expect(pull({ ...at, store }, packId)).toRefuse('E_BAD_PACK');
    expectNothing(at, ['store']);
  });

  it.each(['x'.repeat(256), `${'y'.repeat(256)}/a`])('names the folder as it was typed if a file cannot be written', async (path) => {
    const at = scene();
    const { packId } = await pushed(at, { a: 'a' });
    const text = readFileSync(manifestPath(at.root, packId), 'utf8').replace('"path":"a"', `"path":"${path}"`);
    const sealed = sealManifest(text);
    const other = (JSON.parse(sealed) as { pack_id: Digest }).pack_id;
    writeFileSync(manifestPath(at.root, other), sealed);
    await expect(pull(at, other)).rejects.toMatchObject({
      code: 'E_IO',
      message: 'Cannot write output: out: File name too long',
      detail: { path: 'out', error: 'File name too long' },
      nextCommand: 'ls -la .',
    });
    expectNothing(at, ['pack', 'store']);
  });

  it.each([
    ['is of another pack', (pack: SamplePack) => Buffer.from(pack.manifest).toString().replace('"created":"2026', '"created":"2027')],
    [
      'says another pack_id',
      (pack: SamplePack) =>
        Buffer.from(pack.manifest)
          .toString()
          .replace(pack.packId, `sha256:${'0'.repeat(64)}`),
    ],
    ['is cut off', (pack: SamplePack) => Buffer.from(pack.manifest).toString().slice(0, -1)],
    ['is empty', () => ''],
    ['is not JSON', () => 'pack'],
    ['has a key twice', (pack: SamplePack) => Buffer.from(pack.manifest).toString().replace('{', '{"created":"2026-01-15T10:30:00Z",')],
  ])('refuses one that %s', async (_, change) => {
    const at = scene();
    const pack = await pushed(at, { a: 'a' });
    writeFileSync(manifestPath(at.root, pack.packId), change(pack));
    await expect(pull(at, pack.packId)).toRefuse('E_BAD_PACK');
    expectNothing(at, ['pack', 'store']);
  });

  it('refuses a document that is longer than any manifest', async () => {
    const at = scene();
    const pack = await pushed(at, { a: 'a' });
    truncateSync(manifestPath(at.root, pack.packId), 2 ** 31);
    await expect(pull(at, pack.packId)).toRefuse('E_BAD_PACK');
    expectNothing(at, ['pack', 'store']);
  });
});

describe('pullPack()', () => {
  it('writes the manifest in canonical form, whatever its spelling in the store', async () => {
    const at = scene();
    const pack = await pushed(at, { a: 'a' });
    writeFileSync(manifestPath(at.root, pack.packId), JSON.stringify(JSON.parse(Buffer.from(pack.manifest).toString()), null, 2));
    await pull(at, pack.packId);
    expect(readFileSync(join(at.out, 'manifest.json')).equals(pack.manifest)).toBe(true);
  });

  it('suggests no command if the store returned another pack', async () => {
    const at = scene();
    const pack = await pushed(at, { a: 'a' });
    const other: Digest = `sha256:${'0'.repeat(64)}`;
    renameSync(manifestPath(at.root, pack.packId), manifestPath(at.root, other));
    await expect(pull(at, other)).rejects.toMatchObject({ code: 'E_BAD_PACK', nextCommand: null });
    await expect(pull(at, pack.packId)).rejects.toMatchObject({ code: 'E_IO', nextCommand: `pack list --store file:${at.root}` });
  });

  it('restores what was pushed, with names of all kinds', async () => {
    const at = scene();
    const members = { 'a b': '1', 'é/😀': '2', 'back\\slash': '3', '-rf': '4', 'new\nline': '5', '.hidden/x': '', 'deep/er/est': '1' };
    const pack = await pushed(at, members);
    const result = await pull(at, pack.packId);
    const seals = { carried: 0, present: 0, leftOut: [], unread: 0, error: null };
    expect(result).toEqual({ references: [], seals, packId: pack.packId, folder: 'out', memberCount: 7, bytes: 6 });
    expect(readdirSync(at.out, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
      readdirSync(pack.folder, { recursive: true, encoding: 'utf8' }).sort(),
    );
  });

  it.each([
    ['a blob is gone', (path: string) => ['rm', path]],
    ['a blob has another byte', (path: string) => ['write', path, 'B']],
    ['a blob is longer', (path: string) => ['write', path, 'bb']],
    ['a blob is empty', (path: string) => ['write', path, '']],
    ['a blob is a link to the very bytes', (path: string) => ['link', path]],
    ['a blob is a folder', (path: string) => ['mkdir', path]],
    ['a blob is a pipe', (path: string) => ['mkfifo', path]],
  ])('refuses where %s, and nothing appears', async (_, damage) => {
    const at = scene();
    const pack = await pushed(at, { a: 'a', b: 'b', c: 'c' });
    const path = blobPath(at.root, (pack.files[1] as { digest: Digest }).digest);
    applyDamage(damage(path), join(pack.folder, 'b'));
    await expect(pull(at, pack.packId)).toRefuse('E_BAD_PACK');
    expectNothing(at, ['pack', 'store']);
  });

  it('does not follow a link at the path of a folder of the store', async () => {
    const at = scene();
    const pack = await pushed(at, { a: 'a' });
    renameSync(join(at.root, 'blobs'), join(at.root, 'elsewhere'));
    symlinkSync('elsewhere', join(at.root, 'blobs'));
    await expect(pull(at, pack.packId)).toRefuse('E_BAD_PACK');
    expect((await at.store.present(pack.blobs)).checked).toEqual(new Map());
    await expect(at.store.send(pack.files, () => {})).toRefuse('E_IO');
  });
});

function applyDamage([how, path = '', text = '']: readonly string[], twin: string): void {
  rmSync(path);
  if (how === 'write') writeFileSync(path, text);
  else if (how === 'link') symlinkSync(twin, path);
  else if (how === 'mkdir') mkdirSync(path);
  else if (how === 'mkfifo') spawnSync('mkfifo', [path]);
}
