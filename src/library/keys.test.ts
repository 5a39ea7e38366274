import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { listSigningKeys, makeSigningKey, showSigningKey } from './keys.ts';

const env = { HOME: scratchFolder('library-keys') };

it('makeSigningKey() makes a key that the other functions show, and replaces none', async () => {
  const made = makeSigningKey('release', { passphrase: 'correct horse', env, sync: false });
  expect(made).toMatchObject({ name: 'release', path: join(env.HOME, '.config/custody/keys/release.pem'), protected: true, checked: true });
  expect(await showSigningKey({ key: 'release', passphrase: 'correct horse', env })).toEqual(made);
  expect(await showSigningKey({ key: 'release', env })).toEqual({ ...made, checked: false });
  expect((await listSigningKeys({ env })).keys).toEqual([{ ...made, checked: false }]);
  expect(() => makeSigningKey('release', { passphrase: null, env })).toRefuse('E_KEY');
  await expect(showSigningKey({ key: 'release', passphrase: 'wrong', env })).toRefuse('E_PASSPHRASE');
});

it('makeSigningKey() and showSigningKey() refuse what makes no sense', async () => {
  expect(() => makeSigningKey('../x', { passphrase: null, env })).toRefuse('E_KEY');
  expect(() => makeSigningKey('x', { passphrase: '', env })).toThrow(RangeError);
  await expect(showSigningKey({ key: 'a', signer: 'b', env })).rejects.toThrow(RangeError);
});
