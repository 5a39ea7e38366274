import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateKeyPair, type PrivateKey, parsePrivateKey, signHex } from '#keys/ed25519';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import type { SignatureLine } from '../signature-line.ts';
import { judgeSignature, type TrustedKeys, trustedKeys } from './signatures.ts';
import { addTrusted } from './trust-store.ts';

const scratch = scratchFolder('chain-signatures');
const HASH = 'd21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8';
const OTHER_HASH = '654ce1a07b5990593ed74f941bb853a1c9b0ed935d418181d09f120bb78376c9';
const newKey = (): PrivateKey => parsePrivateKey(generateKeyPair().privatePem);
const newRoots = () => ({ project: scratch, user: fs.mkdtempSync(join(scratch, 'user-')), system: null });

function signedBy(key: PrivateKey, hash = HASH): SignatureLine {
  const { fingerprint } = key.publicKey;
  return { signedAt: '2026-01-01T00:00:00Z', hash, signature: signHex(key, hash), fingerprint, provider: null, user: null };
}

function trusting(...keys: readonly PrivateKey[]): TrustedKeys {
  const roots = newRoots();
  for (const { publicKey } of keys) addTrusted(roots.user, publicKey, { sync: false });
  return trustedKeys(roots, { always: true }) as TrustedKeys;
}

describe('judgeSignature()', () => {
  const [mine, stranger] = [newKey(), newKey()];
  const trusted = trusting(mine);

  test('accepts a signature by a trusted key', () =>
    expect(judgeSignature({ integrity: HASH, signature: signedBy(mine) }, trusted)).toBe('valid'));

  test.each<[string, string, SignatureLine | null, object]>([
    ['no signature', HASH, null, { kind: 'UNSIGNED', message: 'unsigned item' }],
    [
      'content that has changed',
      OTHER_HASH,
      signedBy(mine),
      { kind: 'BAD_SIGNATURE', message: 'signed content has changed: expected d21b161a841f7cff…, found 654ce1a07b599059…' },
    ],
    [
      'a stranger',
      HASH,
      signedBy(stranger),
      { kind: 'UNTRUSTED', message: `signed by ${stranger.publicKey.fingerprint}, a key that is not trusted` },
    ],
    [
      'a stranger who names a trusted key',
      HASH,
      { ...signedBy(stranger), fingerprint: mine.publicKey.fingerprint },
      { kind: 'BAD_SIGNATURE', message: `signature is not by the key ${mine.publicKey.fingerprint} that it names` },
    ],
    ['a signature of another hash', HASH, { ...signedBy(mine, OTHER_HASH), hash: HASH }, { kind: 'BAD_SIGNATURE' }],
    ['changed content and a stranger: the content comes first', OTHER_HASH, signedBy(stranger), { kind: 'BAD_SIGNATURE' }],
  ])('says what is wrong with %s', (_, integrity, signature, fault) =>
    expect(judgeSignature({ integrity, signature }, trusted)).toMatchObject(fault),
  );
});

describe('trustedKeys()', () => {
  test('is null without a trust folder, unless requested: then no key is trusted', () => {
    const roots = newRoots();
    expect(trustedKeys(roots, { always: false })).toBeNull();
    const none = trustedKeys(roots, { always: true }) as TrustedKeys;
    expect(judgeSignature({ integrity: HASH, signature: signedBy(newKey()) }, none)).toMatchObject({ kind: 'UNTRUSTED' });
  });

  test('refuses a key file that does not have the key it is named for', () => {
    const roots = newRoots();
    const [mine, stranger] = [newKey(), newKey()];
    const { file } = addTrusted(roots.user, mine.publicKey, { sync: false });
    fs.writeFileSync(file, stranger.publicKey.pem);
    const forged = { ...signedBy(stranger), fingerprint: mine.publicKey.fingerprint };
    const trusted = trustedKeys(roots, { always: false }) as TrustedKeys;
    expect(() => judgeSignature({ integrity: HASH, signature: forged }, trusted)).toRefuse('E_KEY');
  });
});
