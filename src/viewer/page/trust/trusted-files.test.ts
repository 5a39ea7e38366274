import { expect, it } from 'vitest';
import { guessedRole, NO_TEXTS, type TrustedFile, type TrustedRole, trustedOf, unusedFiles } from './trusted-files.ts';

const file = (path: string, role: TrustedRole): TrustedFile => ({ path, role, file: new File([], path) });

it.each([
  ['version: policy.v0\n', 'policy'],
  ['# ours\r\n\r\nversion: "policy.v0"\r\n', 'policy'],
  ['---\nversion: policy.v0\n', 'policy'],
  ['%YAML 1.2\n---\nsigners: []\nversion: policy.v0\n', 'policy'],
  ['{"signers": [], "version": "policy.v0"}', 'policy'],
  ['{ "version":"policy.v0" }', 'policy'],
  ['-----BEGIN CERTIFICATE-----\n', 'tsa'],
  ['-----BEGIN PUBLIC KEY-----\n', 'key'],
  ['ssh-ed25519 AAAA me\n', 'key'],
  ['me@example.com ssh-ed25519 AAAA\n', 'signers'],
  ['the version: policy.v0\n', 'beside'],
  ['', 'beside'],
])('guessedRole() of %j is %s', async (text, role) => expect(await guessedRole(new File([text], 'x'))).toBe(role));

it('unusedFiles() names what was chosen and is not in force', () => {
  const reason = 'no policy is chosen that could name it';
  expect(unusedFiles([file('p', 'beside')])).toEqual([{ path: 'p', reason }]);
  expect(unusedFiles([file('p', 'policy'), file('c', 'beside'), file('k', 'key'), file('j', 'key')])).toEqual([]);
  const two = [file('p', 'policy'), file('s', 'signers'), file('q', 'policy'), file('t', 'signers')];
  expect(unusedFiles(two)).toEqual([
    { path: 'p', reason: 'q was chosen after it' },
    { path: 's', reason: 't was chosen after it' },
  ]);
  expect(trustedOf({ files: two, texts: NO_TEXTS })).toMatchObject({ policy: 'q', allowedSigners: 't' });
});
