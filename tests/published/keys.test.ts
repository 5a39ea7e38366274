/** Keys and signatures of public suites and of other programs, in full where the shared fixtures are on this machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BadKey } from '#keys/bad-key';
import { readPrivateKey } from '#keys/private/read';
import { isSignature, parseVerifyingKey, type VerifyingKey, verifyingKeyOfSpki } from '#keys/public-key';

const published = fileURLToPath(new URL('../../../shared/fixtures/sign', import.meta.url));
const isThere = existsSync(published);
const why = isThere ? '' : ' (skipped: ../shared/fixtures/sign is not on this machine)';
const json = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(published, ...path), 'utf8'));
const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

interface KeyCase {
  readonly name: string;
  readonly kind: 'private' | 'public' | 'refuse';
  readonly passphrase?: string;
  readonly public_key_spki_base64?: string;
  readonly contents: string;
}

async function publicHalf({ kind, passphrase, contents }: KeyCase): Promise<VerifyingKey> {
  const text = Buffer.from(contents, 'base64').toString('latin1');
  if (kind === 'public') return parseVerifyingKey(text);
  return (await readPrivateKey(text).open(passphrase === undefined ? null : Buffer.from(passphrase))).publicKey;
}

describe.skipIf(!isThere)(`key files${why}`, () => {
  const cases = isThere ? (json('keys', 'keys.json') as readonly KeyCase[]) : [];

  it.each(cases.filter(({ kind }) => kind !== 'refuse').map((each) => [each.name, each] as const))('%s is read', async (_name, each) => {
    expect(Buffer.from((await publicHalf(each)).spki).toString('base64')).toBe(each.public_key_spki_base64);
  });

  it.each(cases.filter(({ kind }) => kind === 'refuse').map((each) => [each.name, each] as const))('%s is refused', async (_name, each) => {
    await expect(publicHalf(each)).rejects.toThrow(BadKey);
    await expect(publicHalf({ ...each, kind: 'public' })).rejects.toThrow(BadKey);
  });
});

describe.skipIf(!isThere)(`Ed25519 signatures of CCTV${why}`, () => {
  type Case = { readonly key: string; readonly sig: string; readonly msg: string; readonly flags: readonly string[] | null };
  const cases = isThere ? (json('ed25519', 'cctv.json') as readonly Case[]) : [];
  const ODD = ['low_order_A', 'low_order_R', 'non_canonical_A', 'non_canonical_R', 'low_order_residue'];

  it('are judged by what is odd about them', () => {
    const wrong = cases.filter(({ key, sig, msg, flags }) => {
      const spki = Buffer.concat([hex('302a300506032b6570032100'), hex(key)]);
      const isGood = (): boolean => isSignature(verifyingKeyOfSpki(spki), Buffer.from(msg), hex(sig));
      const isOddKey = flags?.some((flag) => flag === 'low_order_A' || flag === 'non_canonical_A');
      if (isOddKey) return !isRefused(isGood);
      return isGood() !== !flags?.some((flag) => ODD.includes(flag));
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(400);
  });
});

function isRefused(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch (error) {
    return error instanceof BadKey;
  }
}

interface Group {
  readonly publicKey: { readonly keySize?: number };
  readonly publicKeyDer: string;
  readonly tests: readonly { readonly tcId: number; readonly msg: string; readonly sig: string; readonly result: string }[];
}

describe.skipIf(!isThere)(`signatures of Wycheproof${why}`, () => {
  it.each(isThere ? readdirSync(join(published, 'wycheproof')) : [])('%s is judged as it says', (name) => {
    const { testGroups } = json('wycheproof', name) as { readonly testGroups: readonly Group[] };
    const encoding = name.includes('p1363') ? 'p1363' : 'der';
    const wrong = testGroups.flatMap(({ publicKeyDer, tests }) => {
      const key = verifyingKeyOfSpki(hex(publicKeyDer));
      return tests.filter(({ msg, sig, result }) => isSignature(key, hex(msg), hex(sig), encoding) !== (result !== 'invalid'));
    });
    expect(wrong).toEqual([]);
  });
});
