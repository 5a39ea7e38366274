import { expect, it } from 'vitest';
import { encodeBase58 } from '#core/bytes/base58';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { parseInstant } from '#core/time';
import { newHasher } from '#hashing/hashers';
import { signEd25519, verifyEd25519 } from '#keys/ed25519-bytes';
import { alice, envelope, sign } from '../../../tests/stack/signed-corridor.ts';
import { openCredential } from './credential.ts';
import { dataIntegrityMessage } from './data-integrity.ts';
import { verificationMethodOf } from './did-key.ts';
import { payloadBytes } from './payload.ts';
import { checkProofs } from './proof.ts';

const at = parseInstant('2026-06-01T00:00:00Z') as number;
const plain = envelope(alice.did, { said: 'something' });
const check = (document: JsonObject) =>
  checkProofs(openCredential({ path: 'x', place: 'x', value: document }, newHasher), { at, newHasher, verifyEd25519 })[0];

/** Signs with any options, as another program might. */
function signedWith(document: JsonObject, options: JsonObject): JsonObject {
  const { payload } = openCredential({ path: 'x', place: 'x', value: document }, newHasher);
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: verificationMethodOf(alice.did),
    proofPurpose: 'assertionMethod',
    ...options,
  };
  const message = dataIntegrityMessage(proof, payload, newHasher) ?? new Uint8Array(64);
  return { ...document, proof: { ...proof, proofValue: `z${encodeBase58(signEd25519(alice.key, message))}` } };
}

it('a cryptosuite that is not supported is reported as such', () => {
  expect(check(signedWith(plain, { cryptosuite: 'eddsa-rdfc-2022' }))?.fault).toBe(
    'unsupported cryptosuite eddsa-rdfc-2022, expected eddsa-jcs-2022',
  );
  expect(check(signedWith(plain, { cryptosuite: 5 }))?.fault).toBe('unsupported cryptosuite of no name, expected eddsa-jcs-2022');
});

// The example of the recommendation, appendix B.2, with its combined hash, its key and its proof value.
const example = parseJson(
  encodeUtf8(`{"@context":["https://www.w3.org/ns/credentials/v2","https://www.w3.org/ns/credentials/examples/v2"],
"id":"urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33","type":["VerifiableCredential","AlumniCredential"],"name":"Alumni Credential",
"description":"A minimum viable example of an Alumni Credential.","issuer":"https://vc.example/issuers/5678",
"validFrom":"2023-01-01T00:00:00Z","credentialSubject":{"id":"did:example:abcdefgh","alumniOf":"The School of Examples"},
"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","created":"2023-02-24T23:36:38Z",
"verificationMethod":"did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2","proofPurpose":"assertionMethod",
"@context":["https://www.w3.org/ns/credentials/v2","https://www.w3.org/ns/credentials/examples/v2"],
"proofValue":"z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX"}}`),
) as JsonObject;

it('dataIntegrityMessage() equals the value in the recommendation, which its key has signed', () => {
  const payload = payloadBytes(example);
  if (!payload.ok) throw new Error('no payload');
  const message = dataIntegrityMessage(example['proof'] as JsonObject, payload.value, newHasher) as Uint8Array;
  expect(Buffer.from(message).toString('hex')).toBe(
    '66ab154f5c2890a140cb8388a22a160454f80575f6eae09e5a097cabe539a1db59b7cb6251b8991add1ce0bc83107e3db9dbbab5bd2c28f687db1a03abc92f19',
  );
  expect(check(example)?.fault).toBeNull();
});

it('dataIntegrityFault() finds none without a date or a context, which are optional', () =>
  expect(check(signedWith(plain, {}))?.fault).toBeNull());

it('dataIntegrityFault() covers every field of the proof', () => {
  const document = signedWith(plain, { created: '2026-01-01T00:00:00Z', domain: 'example.org' });
  expect(check(document)?.fault).toBeNull();
  const change = (more: JsonObject): JsonObject => ({ ...document, proof: { ...(document['proof'] as JsonObject), ...more } });
  expect(check(change({ created: '2026-01-02T00:00:00Z' }))?.fault).toMatch(/^the signature/);
  expect(check(change({ domain: 'example.com' }))?.fault).toMatch(/^the signature/);
  expect(check(change({ more: 1 }))?.fault).toMatch(/^the signature/);
});

it.each([
  ['a chain of proofs', { previousProof: 'urn:uuid:1' }],
  ['another context', { '@context': ['https://www.w3.org/ns/credentials/v2'] }],
  ['a context that is a beginning of it', { '@context': [] }],
  ['an end that is no date', { expires: 'soon' }],
  ['a number that is none', { nonce: 2n ** 60n }],
])('dataIntegrityFault() refuses %s, though it is signed so', (_what, options) =>
  expect(check(signedWith(plain, options))?.fault).toMatch(/^(expected|a chain)/),
);

it.each([
  ['another base', (value: string) => `u${value.slice(1)}`],
  ['no base', (value: string) => value.slice(1)],
  ['a byte more', (value: string) => `z1${value.slice(1)}`],
  ['a byte less', (value: string) => value.slice(0, -2)],
])('dataIntegrityFault() refuses a value in %s', (_what, change) => {
  const document = sign(plain, alice, 'DataIntegrityProof');
  const proof = document['proof'] as JsonObject;
  expect(check({ ...document, proof: { ...proof, proofValue: change(proof['proofValue'] as string) } })?.fault).toMatch(
    /^expected proofValue/,
  );
});

it('dataIntegrityFault() reports an expired proof', () => {
  expect(check(signedWith(plain, { expires: '2026-06-01T00:00:01Z' }))).toMatchObject({ fault: null, hasExpired: false });
  expect(check(signedWith(plain, { expires: '2026-06-01T00:00:00Z' }))).toMatchObject({ fault: null, hasExpired: true });
});
