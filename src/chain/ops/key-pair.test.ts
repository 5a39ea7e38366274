import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateKeyPair } from '#keys/ed25519';
import { BadKeyFile } from '#keys/key-file';
import { leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makeKeyPair, publicKeyPath, readKeyPair } from './key-pair.ts';

const scratch = scratchFolder('key-pair');
const newSpace = (): string => join(fs.mkdtempSync(join(scratch, 'case-')), '.ai');
const fast = { sync: false };
const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);
const privatePath = (space: string): string => join(space, 'keys', 'private_key.pem');

test('makeKeyPair() makes a pair that readKeyPair() reads without warnings', () => {
  const space = newSpace();
  const { fingerprint } = makeKeyPair(space, { sync: true });
  const pair = readKeyPair(space);
  expect(pair?.privateKey.publicKey.fingerprint).toBe(fingerprint);
  expect(pair?.warnings).toEqual([]);
  expect(fs.readdirSync(space)).toEqual(['keys']);
  expect([join(space, 'keys'), privatePath(space), publicKeyPath(space)].map(modeOf)).toEqual(['700', '600', '644']);
});

test('makeKeyPair() fills an empty folder, and closes it to others', () => {
  const space = newSpace();
  fs.mkdirSync(join(space, 'keys'), { recursive: true, mode: 0o755 });
  makeKeyPair(space, fast);
  expect(modeOf(join(space, 'keys'))).toBe('700');
  expect(fs.readdirSync(space)).toEqual(['keys']);
});

test('makeKeyPair() removes what a killed run left, also where it refuses', () => {
  const space = newSpace();
  makeKeyPair(space, fast);
  leftFolder(space, 'keys');
  expect(() => makeKeyPair(space, fast)).toThrow(BadKeyFile);
  expect(fs.readdirSync(space)).toEqual(['keys']);
});

test.each(['private_key.pem', 'public_key.pem'])('makeKeyPair() never replaces %s, even if it is alone, empty or a broken link', (name) => {
  for (const put of [(path: string) => fs.writeFileSync(path, ''), (path: string) => fs.symlinkSync('nowhere', path)]) {
    const space = newSpace();
    fs.mkdirSync(join(space, 'keys'), { recursive: true });
    put(join(space, 'keys', name));
    expect(() => makeKeyPair(space, fast)).toThrow(BadKeyFile);
    expect(fs.readdirSync(join(space, 'keys'))).toEqual([name]);
    expect(fs.readdirSync(space)).toEqual(['keys']);
  }
});

test('makeKeyPair() refuses a folder that holds other files, in which it could not put both at once', () => {
  const space = newSpace();
  fs.mkdirSync(join(space, 'keys'), { recursive: true });
  fs.writeFileSync(join(space, 'keys', 'notes'), 'mine');
  expect(() => makeKeyPair(space, fast)).toThrow('found a folder that holds other files');
  expect(fs.readdirSync(join(space, 'keys'))).toEqual(['notes']);
  expect(fs.readdirSync(space)).toEqual(['keys']);
});

function spaceWith(privatePem: string, publicPem: string | null): string {
  const space = newSpace();
  fs.mkdirSync(join(space, 'keys'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(privatePath(space), privatePem, { mode: 0o600 });
  if (publicPem !== null) fs.writeFileSync(publicKeyPath(space), publicPem);
  return space;
}

test('readKeyPair() is null where there is no private key', () => {
  const space = newSpace();
  expect(readKeyPair(space)).toBeNull();
  fs.mkdirSync(join(space, 'keys'), { recursive: true });
  expect(readKeyPair(space)).toBeNull();
});

test('readKeyPair() works without the public key', () => {
  const { privatePem, publicPem } = generateKeyPair();
  expect(readKeyPair(spaceWith(privatePem, null))?.privateKey.publicKey.pem).toBe(publicPem);
});

test('readKeyPair() refuses two keys that do not belong together', () => {
  const [a, b] = [generateKeyPair(), generateKeyPair()];
  expect(() => readKeyPair(spaceWith(a.privatePem, b.publicPem))).toThrow('expected the other half of private_key.pem');
});

test('readKeyPair() refuses a file that is not a key or is too long, and a path that is not a file', () => {
  expect(() => readKeyPair(spaceWith('no key', null))).toThrow("expected one PEM block 'PRIVATE KEY'");
  expect(() => readKeyPair(spaceWith('x'.repeat(20_000), null))).toThrow('expected a key of at most 16384 bytes, found a file of 20000');
  const space = newSpace();
  fs.mkdirSync(join(space, 'keys'), { recursive: true });
  execFileSync('mkfifo', [privatePath(space)]);
  expect(() => readKeyPair(space)).toThrow('expected a key in a regular file, found something else');
});

test.each([
  [0o644, 0o700, ['private key']],
  [0o640, 0o700, ['private key']],
  [0o600, 0o755, ['folder']],
  [0o602, 0o710, ['folder', 'private key']],
  [0o400, 0o500, []],
])('readKeyPair() warns of a key with mode %i in a folder with mode %i', (file, folder, warned) => {
  const { privatePem, publicPem } = generateKeyPair();
  const space = spaceWith(privatePem, publicPem);
  fs.chmodSync(privatePath(space), file);
  fs.chmodSync(join(space, 'keys'), folder);
  const { warnings = [] } = readKeyPair(space) ?? {};
  expect(warnings.map((warning) => warning.replace(/ \/.*/, ''))).toEqual(warned);
  if (warned[0] === 'folder') expect(warnings[0]).toMatch(/ is open to others: expected mode 0700, found 07\d\d$/);
});
