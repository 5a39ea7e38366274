import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '#core/bytes/base58';
import { decodeBase64url, encodeBase64url } from '#core/bytes/base64url';
import type { JsonObject, JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { newHasher } from '#hashing/hashers';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import { alice, bob, envelope, type Signer, sign } from '../../../tests/stack/signed-corridor.ts';
import { openCredential } from './credential.ts';
import { formatDidKey } from './did-key.ts';
import { checkProofs, observedSigners, type ProofVerdict } from './proof.ts';

const judging = { at: parseInstant('2026-06-01T00:00:00Z') as number, newHasher, verifyEd25519 };
const plain = envelope(alice.did, { said: 'something' });
const types = ['MsezEd25519Signature2025', 'MezEd25519Signature2025', 'DataIntegrityProof'] as const;

const check = (document: JsonObject): readonly ProofVerdict[] =>
  checkProofs(openCredential({ path: 'x', place: 'x', value: document }, newHasher), judging);
const faultOf = (document: JsonObject): string | null => (check(document)[0] as ProofVerdict).fault;
const withProof = (document: JsonObject, change: JsonObject): JsonObject => ({
  ...document,
  proof: { ...(document['proof'] as JsonObject), ...change },
});
const without = (document: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...proof } = document['proof'] as JsonObject;
  return { ...document, proof };
};
const signed = (type: (typeof types)[number], who: Signer = alice): JsonObject => sign(plain, who, type);
const proofOf = (document: JsonObject): JsonObject => document['proof'] as JsonObject;

/** The order of the base point. Added to S, it gives another encoding of the same signature. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
function otherForm(signature: Uint8Array): Uint8Array {
  const s = signature.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + L;
  return Uint8Array.from([
    ...signature.subarray(0, 32),
    ...Array.from({ length: 32 }, (_, index) => Number((s >> BigInt(8 * index)) & 0xffn)),
  ]);
}

describe.each(types)('checkProofs() on %s', (type) => {
  const document = signed(type);

  it('accepts it, and names the signer', () => {
    expect(check(document)).toEqual([
      { did: alice.did, type, created: '2026-01-01T00:00:00Z', fault: null, hasExpired: false, isEarly: false },
    ]);
  });

  it('rejects it for other bytes', () => {
    expect(faultOf({ ...document, issuer: bob.did })).toMatch(/^the signature is not by this key over this payload/);
    expect(faultOf({ ...document, more: 1 })).toMatch(/^the signature is not by this key over this payload/);
    expect(faultOf({ ...document, '@context': [...(document['@context'] as JsonValue[]), 'urn:more'] })).not.toBeNull();
  });

  it('rejects it under the name of another signer', () => {
    const method = proofOf(signed(type, bob))['verificationMethod'] as string;
    expect(faultOf(withProof(document, { verificationMethod: method }))).not.toBeNull();
  });

  it('judges each proof independently', () => {
    const both = { ...document, proof: [proofOf(document), { ...proofOf(signed(type, bob)), proofPurpose: 'keyAgreement' }] };
    expect(check(both).map(({ did, fault }) => [did, fault])).toEqual([
      [alice.did, null],
      [bob.did, 'expected the purpose assertionMethod'],
    ]);
  });

  it.each(['type', 'verificationMethod', 'proofPurpose', type === 'DataIntegrityProof' ? 'proofValue' : 'jws'])(
    'finds it invalid without %s',
    (name) => {
      expect(faultOf(without(document, name))).not.toBeNull();
      expect(faultOf(withProof(document, { [name]: 1 }))).not.toBeNull();
      expect(faultOf(withProof(document, { [name]: '' }))).not.toBeNull();
    },
  );

  it.each(['2026-01-01', '2026-13-01T00:00:00Z', 'now', 1, null])('finds it invalid when created is %j', (created) =>
    expect(faultOf(withProof(document, { created }))).toMatch(/^expected/),
  );
});

describe('checkProofs() on a signature', () => {
  const document = signed('MsezEd25519Signature2025');
  const jws = proofOf(document)['jws'] as string;
  const bytes = decodeBase64url(jws) as Uint8Array;

  it.each([
    ['padding', `${jws}==`],
    ['a space', `${jws} `],
    ['bits that no byte holds', jws.slice(0, -1) + String.fromCharCode(jws.charCodeAt(85) + 1)],
    ['plain base64', Buffer.from(bytes).toString('base64')],
    ['hex', Buffer.from(bytes).toString('hex')],
    ['a byte too few', encodeBase64url(bytes.subarray(1))],
    ['a byte too many', encodeBase64url(Uint8Array.from([...bytes, 0]))],
    ['a real JWS', `eyJhbGciOiJFZERTQSJ9..${jws}`],
    ['an S that is not canonical', encodeBase64url(otherForm(bytes))],
    ['zeros', encodeBase64url(new Uint8Array(64))],
  ])('refuses %s', (_what, other) => expect(faultOf(withProof(document, { jws: other }))).not.toBeNull());

  it('refuses a flipped bit anywhere', () => {
    for (let bit = 0; bit < 512; bit++) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(faultOf(withProof(document, { jws: encodeBase64url(flipped) }))).not.toBeNull();
    }
  });

  it('accepts created in one form only', () => {
    expect(faultOf(withProof(document, { created: '2026-01-01T00:00:00+00:00' }))).toMatch(/^expected created/);
    expect(faultOf(withProof(document, { created: '2026-01-01T00:00:00.000Z' }))).toMatch(/^expected created/);
  });

  it('refuses extra fields, which are not signed', () => {
    expect(faultOf(withProof(document, { expires: '2099-01-01T00:00:00Z' }))).toBe(
      'unknown field expires, which the signature does not cover',
    );
    expect(faultOf(withProof(document, { proofValue: 'z1' }))).toBe('unknown field proofValue, which the signature does not cover');
  });

  it('does not name a signer that is not a DID', () => {
    const [verdict] = check(withProof(document, { verificationMethod: 'https://example.org/key#1' }));
    expect(verdict).toMatchObject({ did: 'https://example.org/key', fault: expect.stringMatching(/^expected the method/) });
    expect(observedSigners([verdict as ProofVerdict])).toEqual([]);
    expect(check(withProof(document, { verificationMethod: '#key-1' }))[0]?.did).toBeNull();
  });

  it('refuses keys for which anybody can sign', () => {
    const zero = new Uint8Array(32);
    const one = Uint8Array.from([1, ...zero.subarray(1)]);
    // With the neutral point as key and as R, and 0 as S, the signature is valid for every message.
    const signature = encodeBase64url(Uint8Array.from([...one, ...zero]));
    for (const key of [one, zero, new Uint8Array(32).fill(0xff)]) {
      const method = `${formatDidKey(key)}#key-1`;
      expect(faultOf(withProof(document, { verificationMethod: method, jws: signature }))).not.toBeNull();
    }
  });

  it.each(['Ed25519Signature2020', 'JsonWebSignature2020', 'msezEd25519Signature2025', '__proto__'])('does not know the type %s', (type) =>
    expect(faultOf(withProof(document, { type }))).toBe(`unsupported proof type ${type}`),
  );

  it('does not accept one type of proof under the name of the other', () => {
    expect(
      faultOf(withProof(document, { type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022', proofValue: `z${encodeBase58(bytes)}` })),
    ).not.toBeNull();
    const other = signed('DataIntegrityProof');
    const value = decodeBase58((proofOf(other)['proofValue'] as string).slice(1)) as Uint8Array;
    expect(faultOf(withProof(other, { type: 'MsezEd25519Signature2025', jws: encodeBase64url(value) }))).not.toBeNull();
  });
});
