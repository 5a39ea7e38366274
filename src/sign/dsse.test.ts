import { createPublicKey, verify } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { readVector } from '../../tests/sign/vectors.ts';
import { BadEnvelope, formatEnvelope, parseEnvelope, preAuthenticationEncoding, signersOf } from './dsse.ts';

const read = (name: string): string => readVector(`dsse/${name}`);

interface Case {
  readonly name: string;
  readonly expect: 'accept' | 'refuse' | 'open';
  readonly envelope: string;
  readonly keys: readonly string[];
  readonly threshold: number;
  readonly payload_types: readonly string[];
  readonly accepted?: readonly string[];
}

const made = JSON.parse(read('made-cases.json')) as { readonly keys: Record<string, string>; readonly cases: readonly Case[] };

it('preAuthenticationEncoding() is that of the vector of the specification, which its signature verifies', () => {
  const { x, y, envelope, pae } = JSON.parse(read('protocol-vector.json')) as { x: string; y: string; envelope: object; pae: string };
  const { payloadType, payload, signatures } = parseEnvelope(encodeUtf8(JSON.stringify(envelope)));
  const bytes = preAuthenticationEncoding(payloadType, payload);
  expect(Buffer.from(bytes).toString()).toBe(pae);
  const base64url = (decimal: string): string => Buffer.from(BigInt(decimal).toString(16).padStart(64, '0'), 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) }, format: 'jwk' });
  expect(verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signatures[0]?.sig as Uint8Array)).toBe(true);
});

it('formatEnvelope() writes what parseEnvelope() read', () => {
  const text = read('two-signers.dsse.json').trimEnd();
  expect(formatEnvelope(parseEnvelope(encodeUtf8(text)))).toBe(text);
});

describe('made cases', () => {
  it.each(made.cases)('$name: $expect', (each) => {
    const keys = each.keys.map((name) => createPublicKey(made.keys[name] as string));
    const accepted = signedBy(each, keys);
    if (each.expect === 'accept') expect([...accepted].map((key) => each.keys[key])).toEqual(each.accepted);
    else expect(accepted.size).toBeLessThan(each.threshold);
  });
});

function signedBy(
  { envelope: text, payload_types: types }: Case,
  keys: readonly ReturnType<typeof createPublicKey>[],
): ReadonlySet<number> {
  try {
    const envelope = parseEnvelope(encodeUtf8(text));
    const bytes = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
    const hash = ({ asymmetricKeyDetails }: (typeof keys)[number]): string | null =>
      ({ prime256v1: 'sha256', secp384r1: 'sha384' })[asymmetricKeyDetails?.namedCurve ?? ''] ?? null;
    const signers = signersOf(envelope, keys.map(String), (key, sig) => verify(hash(keys[key] as never), bytes, keys[key] as never, sig));
    return types.includes(envelope.payloadType) ? signers : new Set();
  } catch (error) {
    expect(error).toBeInstanceOf(BadEnvelope);
    return new Set();
  }
}

it.each([
  ['[]', 'expected a JSON object'],
  ['{"payload":"","payloadType":"x","signatures":[1]}', 'expected an object in signatures'],
  ['{"payload":"","payloadType":"x","signatures":[{"keyid":1,"sig":""}]}', 'expected a text keyid'],
  ['{"payload":"","payloadType":"x","signatures":[{"sig":"*"}]}', 'expected base64 in sig'],
  ['{"payload":"","payloadType":"","signatures":[{"sig":""}]}', 'expected a text payloadType'],
  ['{"payload":"","payloadType":"x","signatures":{}}', 'expected a list of signatures'],
  ['{"payload":"","payloadType":"x","signatures":[{"sig":"","timestamps":""}]}', 'expected a list of timestamps'],
])('parseEnvelope() refuses %s', (text, message) => {
  expect(() => parseEnvelope(encodeUtf8(text))).toThrow(message);
});
