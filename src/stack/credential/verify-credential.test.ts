import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { alice, envelope, judgingAt, sign } from '../../../tests/stack/signed-corridor.ts';
import { openCredential } from './credential.ts';
import { without } from './payload.ts';
import { verifyCredential } from './verify-credential.ts';

const undated = without(envelope(alice.did, { said: 'something' }), 'issuanceDate');
const isValid = (document: JsonObject): boolean =>
  verifyCredential(openCredential({ path: 'x', place: 'x', value: sign(document, alice) }, newHasher), judgingAt()).isValid;

it('verifyCredential() accepts a credential of version 2 without a start date', () => {
  const version2 = 'https://www.w3.org/ns/credentials/v2';
  for (const context of [version2, [version2], [version2, { name: 'urn:example' }]])
    expect(isValid({ ...undated, '@context': context })).toBe(true);
  expect(isValid({ ...undated, '@context': [version2], validUntil: '2026-05-01T00:00:00Z' })).toBe(false);
  expect(isValid({ ...undated, '@context': [version2], validFrom: 'soon' })).toBe(false);
});

it('verifyCredential() refuses any other credential without a date', () => {
  expect(isValid(undated)).toBe(false);
  expect(isValid({ ...undated, '@context': { '@vocab': 'https://www.w3.org/ns/credentials/v2' } })).toBe(false);
});
