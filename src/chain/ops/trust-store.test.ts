import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateKeyPair, type PublicKey, parsePublicKey } from '#keys/ed25519';
import { BadKeyFile } from '#keys/key-file';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { addTrusted, isFingerprint, listTrusted, openTrustStore, removeTrusted } from './trust-store.ts';

const scratch = scratchFolder('trust-store');
const newSpace = (): string => fs.mkdtempSync(join(scratch, 'case-'));
const fast = { sync: false };
const newKey = (): PublicKey => parsePublicKey(generateKeyPair().publicPem);
const pathIn = (space: string, name: string): string => join(space, 'trusted_keys', name);

function put(space: string, name: string, text: string): void {
  fs.mkdirSync(join(space, 'trusted_keys'), { recursive: true });
  fs.writeFileSync(pathIn(space, name), text);
}

test('openTrustStore() reports whether a trust folder exists', () => {
  const space = newSpace();
  expect(openTrustStore(space)).toMatchObject({ isThere: false, warnings: [] });
  addTrusted(space, newKey(), fast);
  expect(openTrustStore(space)).toMatchObject({ isThere: true, warnings: [] });
});

test('openTrustStore() warns about a folder that others can write to', () => {
  const space = newSpace();
  addTrusted(space, newKey(), fast);
  fs.chmodSync(join(space, 'trusted_keys'), 0o777);
  expect(openTrustStore(space).warnings).toEqual([`trust store ${join(space, 'trusted_keys')} can be changed by others`]);
});

test('openTrustStore() finds a key by its file name, or in registry.pem by its content', () => {
  const space = newSpace();
  const [named, registry, unknown] = [newKey(), newKey(), newKey()];
  put(space, `${named.fingerprint}.pem`, named.pem.replaceAll('\n', '\r\n'));
  put(space, 'registry.pem', registry.pem);
  put(space, 'alice.pem', unknown.pem);
  const store = openTrustStore(space);
  expect(store.find(named.fingerprint)?.pem).toBe(named.pem);
  expect(store.find(registry.fingerprint)?.pem).toBe(registry.pem);
  expect(store.find(unknown.fingerprint)).toBeNull();
});

test('openTrustStore() refuses a file with another key than it is named for', () => {
  const space = newSpace();
  const [mine, other] = [newKey(), newKey()];
  put(space, `${mine.fingerprint}.pem`, other.pem);
  expect(() => openTrustStore(space).find(mine.fingerprint)).toThrow(
    `expected the key ${mine.fingerprint} that the file is named for, found ${other.fingerprint}`,
  );
  expect(openTrustStore(space).find(other.fingerprint)).toBeNull();
  expect(() => listTrusted(space)).toThrow(BadKeyFile);
});

test.each<[string, (path: string, elsewhere: string) => void]>([
  ['a link', (path, elsewhere) => fs.symlinkSync(elsewhere, path)],
  ['a broken link', (path) => fs.symlinkSync('nowhere', path)],
  ['a folder', (path) => fs.mkdirSync(path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
])('openTrustStore() does not treat %s as a key', (_, make) => {
  const space = newSpace();
  const key = newKey();
  const elsewhere = join(space, 'elsewhere.pem');
  fs.writeFileSync(elsewhere, key.pem);
  fs.mkdirSync(join(space, 'trusted_keys'));
  make(pathIn(space, `${key.fingerprint}.pem`), elsewhere);
  expect(() => openTrustStore(space).find(key.fingerprint)).toThrow('expected a key in a regular file, found something else');
  expect(() => addTrusted(space, key, fast)).toThrow(BadKeyFile);
});

test('openTrustStore() never builds a path from an invalid fingerprint', () => {
  const store = openTrustStore(newSpace());
  for (const text of ['../../etc/passwd', '', 'F0FF50DACF109DEA', 'f0ff50dacf109dea\n']) {
    expect(isFingerprint(text)).toBe(false);
    expect(() => store.find(text)).toThrow('16 lower-case hex digits');
  }
});

test('addTrusted() writes the key as Node does, in a private folder, and does not change it the second time', () => {
  const space = newSpace();
  const key = newKey();
  const { file } = addTrusted(space, key, { sync: true });
  expect(file).toBe(pathIn(space, `${key.fingerprint}.pem`));
  expect(fs.readFileSync(file, 'utf8')).toBe(key.pem);
  expect(fs.statSync(file).mode & 0o777).toBe(0o644);
  expect(fs.statSync(join(space, 'trusted_keys')).mode & 0o777).toBe(0o700);
  fs.utimesSync(file, 1, 1);
  addTrusted(space, key, fast);
  expect(fs.statSync(file).mtimeMs).toBe(1000);
});

test('addTrusted() replaces a wrong key by the right one', () => {
  const space = newSpace();
  const key = newKey();
  put(space, `${key.fingerprint}.pem`, newKey().pem);
  addTrusted(space, key, fast);
  expect(openTrustStore(space).find(key.fingerprint)?.pem).toBe(key.pem);
});

test('listTrusted() returns the keys in byte order of their names, and reports ignored files', () => {
  const space = newSpace();
  const keys = [newKey(), newKey(), newKey()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  for (const key of keys.slice(0, 2)) addTrusted(space, key, fast);
  put(space, 'registry.pem', (keys[2] as PublicKey).pem);
  put(space, 'README', 'mine');
  put(space, `${(keys[2] as PublicKey).fingerprint}.pem.bak`, 'old');
  put(space, '.f0ff50dacf109dea.pem.host.1.0.custody-staging', 'half');
  const { keys: listed, ignored } = listTrusted(space);
  expect(listed.map(({ fingerprint }) => fingerprint)).toEqual(keys.map(({ fingerprint }) => fingerprint));
  expect(listed[2]?.file).toBe(pathIn(space, 'registry.pem'));
  expect(ignored).toHaveLength(2);
});

test('listTrusted() is empty if there is no folder', () => expect(listTrusted(newSpace())).toEqual({ keys: [], ignored: [] }));

test('removeTrusted() removes the key wherever it is, and only that key', () => {
  const space = newSpace();
  const [gone, kept] = [newKey(), newKey()];
  for (const key of [gone, kept]) addTrusted(space, key, fast);
  put(space, 'registry.pem', gone.pem);
  expect(removeTrusted(space, gone.fingerprint, { sync: true }).map(({ file }) => file)).toEqual([
    pathIn(space, `${gone.fingerprint}.pem`),
    pathIn(space, 'registry.pem'),
  ]);
  expect(openTrustStore(space).find(gone.fingerprint)).toBeNull();
  expect(openTrustStore(space).find(kept.fingerprint)?.pem).toBe(kept.pem);
});

test('removeTrusted() removes a file whatever its content, even if registry.pem is damaged', () => {
  const space = newSpace();
  const { fingerprint } = newKey();
  put(space, `${fingerprint}.pem`, 'damaged');
  put(space, 'registry.pem', 'damaged');
  expect(removeTrusted(space, fingerprint, fast)).toHaveLength(1);
  expect(fs.readdirSync(join(space, 'trusted_keys'))).toEqual(['registry.pem']);
});

test('removeTrusted() removes nothing if the key is not trusted', () =>
  expect(removeTrusted(newSpace(), 'f0ff50dacf109dea', fast)).toEqual([]));
