import { createPrivateKey } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { BadKeyFile } from './key-file.ts';
import { makePrivateKeyFile, readPrivateKeyFile } from './private-key-file.ts';

const make = (path: string) => makePrivateKeyFile(path, { sync: false, shown: 'the.key' });

it('makePrivateKeyFile() makes one file that others cannot read', () => {
  const folder = scratchFolder('private-key-file');
  make(join(folder, 'the.key'));
  expect(readdirSync(folder)).toEqual(['the.key']);
  expect(statSync(join(folder, 'the.key')).mode & 0o777).toBe(0o600);
});

it('makePrivateKeyFile() never replaces a file, nor the target of a link', () => {
  const folder = scratchFolder('private-key-file');
  writeFileSync(join(folder, 'the.key'), 'mine');
  symlinkSync('nowhere', join(folder, 'link.key'));
  expect(() => make(join(folder, 'the.key'))).toThrow(BadKeyFile);
  expect(() => make(join(folder, 'link.key'))).toThrow(BadKeyFile);
  expect(readFileSync(join(folder, 'the.key'), 'utf8')).toBe('mine');
  expect(readdirSync(folder).sort()).toEqual(['link.key', 'the.key']);
});

const folder = scratchFolder('private-key-file');
const path = join(folder, 'the.key');
const made = make(path);
const pem = readFileSync(path, 'utf8');
const jwk = createPrivateKey(pem).export({ format: 'jwk' });
const read = (text: string) => {
  const other = join(folder, 'other.key');
  writeFileSync(other, text);
  chmodSync(other, 0o600);
  return readPrivateKeyFile(other, 'other.key');
};

it('readPrivateKeyFile() reads the key that was made, and its JWK', () => {
  expect(readPrivateKeyFile(path, 'the.key').privateKey.publicKey.pem).toBe(made.publicKey.pem);
  expect(read(JSON.stringify(jwk)).privateKey.publicKey.pem).toBe(made.publicKey.pem);
});

it('readPrivateKeyFile() warns of a key that is that others can read', () => {
  chmodSync(path, 0o640);
  expect(readPrivateKeyFile(path, 'the.key').warnings).toEqual(['private key the.key is open to others: expected mode 0600, found 0640']);
  chmodSync(path, 0o600);
  expect(readPrivateKeyFile(path, 'the.key').warnings).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['no key', 'hello'],
  ['a public key', made.publicKey.pem],
  ['a public JWK', JSON.stringify({ ...jwk, d: undefined })],
  ['a JWK of another curve', JSON.stringify({ ...jwk, crv: 'X25519' })],
  ['a JWK whose halves differ', JSON.stringify({ ...jwk, x: 'A'.repeat(43) })],
  ['a JWK with padding', JSON.stringify({ ...jwk, d: `${jwk.d}=` })],
  ['a JWK with a key twice', JSON.stringify(jwk).replace('{', '{"crv":"Ed25519",')],
  ['damaged JSON', JSON.stringify(jwk).slice(0, -1)],
])('readPrivateKeyFile() refuses %s, and tells nothing of it', (_what, text) => {
  const act = () => read(text);
  expect(act).toThrow(BadKeyFile);
  expect(act).not.toThrow(new RegExp((jwk.d as string).slice(0, 12)));
});

it('readPrivateKeyFile() refuses a missing file', () =>
  expect(() => readPrivateKeyFile(join(folder, 'none.key'), 'none.key')).toThrow('expected a private key, found no file'));
