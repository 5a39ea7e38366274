import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { A, B, makeSeal, newKey, signed, type TestKey } from '../../tests/sign/seals.ts';
import { readVector } from '../../tests/sign/vectors.ts';
import { formatEnvelope, parseEnvelope, preAuthenticationEncoding } from './dsse.ts';
import type { SignedDocument } from './judge-envelope.ts';
import { judgeSealLines } from './ops/judge-seals.ts';
import { keyPort } from './ops/key-port.ts';
import { formatStatement, PAYLOAD_TYPE, type Statement } from './statement.ts';

const BYTES = 'the document\n';

function documentOf(bytes: string, more: Partial<SignedDocument> = {}): SignedDocument {
  const digestBy = (algorithm: string): string | null =>
    ['sha256', 'sha512'].includes(algorithm) ? createHash(algorithm).update(bytes).digest('hex') : null;
  return { path: 'a', kind: 'file', id: null, digestBy, ...more };
}

const states = (text: string, document = documentOf(BYTES), known: readonly TestKey[] | null = null): readonly string[] =>
  judgeSealLines(
    encodeUtf8(text),
    { given: 'a.seals.jsonl', isOwn: known === null },
    document,
    keyPort((known ?? []).map(({ key }) => key)),
  ).map(({ state, finding }) => `${state} ${finding?.code}`);

const UNKNOWN = 'unknown_signer UNKNOWN_SIGNER';

it.each(['ed25519', 'P-256', 'P-384'] as const)('judgeEnvelope() finds a good seal by a key for %s', (curve) => {
  expect(states(makeSeal({ bytes: BYTES, by: newKey(curve) }))).toEqual([UNKNOWN]);
});

it('judgeEnvelope() finds every changed bit of a seal', () => {
  const line = makeSeal({ bytes: BYTES, role: 'producer', note: 'x', id: null });
  const bytes = encodeUtf8(`${line}\n`);
  const survivors: string[] = [];
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ (1 << bit);
      const judged = judgeSealLines(changed, { given: 'a', isOwn: true }, documentOf(BYTES), keyPort([]));
      if (!judged.some(({ state }) => state === 'bad')) survivors.push(`${at}:${bit}`);
    }
  expect(survivors).toEqual([]);
});

it('judgeEnvelope() finds every changed bit of the document', () => {
  const line = makeSeal({ bytes: BYTES });
  for (let at = 0; at < BYTES.length; at++) {
    const changed = `${BYTES.slice(0, at)}${String.fromCharCode(BYTES.charCodeAt(at) ^ 1)}${BYTES.slice(at + 1)}`;
    expect(states(line, documentOf(changed))).toEqual(['bad SIGNED_OTHER_BYTES']);
  }
});

it('judgeEnvelope() judges each line by itself, also without an end of the last line', () => {
  expect(states(`${makeSeal({ bytes: BYTES })}\n\n${makeSeal({ bytes: 'other' })}`)).toEqual([
    UNKNOWN,
    'bad BAD_ENVELOPE',
    'bad SIGNED_OTHER_BYTES',
  ]);
});

describe('a seal that says something else', () => {
  it.each([
    ['of another kind', makeSeal({ bytes: BYTES, kind: 'lock' }), 'bad SEAL_MISMATCH'],
    ['of another id', makeSeal({ bytes: BYTES, id: 'sha256:00' }), 'bad SEAL_MISMATCH'],
    ['without a time', makeSeal({ bytes: BYTES, time: 'yesterday' }), 'bad BAD_ENVELOPE'],
    ['with a role that is no name', makeSeal({ bytes: BYTES, role: 'The Producer' }), 'bad BAD_ENVELOPE'],
    ['with a key of another', makeSeal({ bytes: BYTES, publicKey: B.key.spki }), 'bad BAD_SIGNATURE'],
    ['with a key that is none', makeSeal({ bytes: BYTES, publicKey: new Uint8Array(44) }), 'bad BAD_KEY'],
    [
      'with a key of small order',
      makeSeal({ bytes: BYTES, publicKey: Buffer.concat([A.key.spki.subarray(0, 12), Buffer.alloc(32)]) }),
      'bad BAD_KEY',
    ],
    ['spelt with a space', makeSeal({ bytes: BYTES }).replace('","payloadType"', '", "payloadType"'), 'bad BAD_ENVELOPE'],
    ['with a field that others ignore', makeSeal({ bytes: BYTES }).replace('{"payload"', '{"extra":1,"payload"'), 'bad BAD_ENVELOPE'],
    ['with base64 for URLs', makeSeal({ bytes: BYTES }).replace(/={1,2}"/, '"'), 'bad BAD_ENVELOPE'],
    ['without a keyid', makeSeal({ bytes: BYTES }).replace(/"keyid":"\w+",/, ''), 'bad BAD_ENVELOPE'],
  ])('is bad: %s', (_, line, state) => {
    expect(states(line)).toEqual([state]);
  });

  it('is bad with two signatures', () => {
    const { payload, payloadType, signatures } = parseEnvelope(encodeUtf8(makeSeal({ bytes: BYTES })));
    expect(states(formatEnvelope({ payload, payloadType, signatures: [...signatures, ...signatures] }))).toEqual(['bad BAD_ENVELOPE']);
  });
});

function enveloped(statement: Partial<Statement>, by: readonly TestKey[] = [A], payloadType = PAYLOAD_TYPE): string {
  const payload = formatStatement({ subjects: [], predicateType: 'https://example.com/p/v1', predicate: {}, ...statement });
  const message = preAuthenticationEncoding(payloadType, payload);
  const signatures = by.map((each) => ({ keyid: each.key.keyid, sig: signed(each, message), timestamps: [] }));
  return formatEnvelope({ payload, payloadType, signatures });
}

describe('an envelope of another program', () => {
  const own = { name: null, digest: { sha256: createHash('sha256').update(BYTES).digest('hex') } };
  const other = { name: 'a', digest: { sha256: '0'.repeat(64) } };

  it('is checked with all known keys where the one that it names did not sign', () => {
    const envelope = parseEnvelope(encodeUtf8(enveloped({ subjects: [own] })));
    const named = formatEnvelope({ ...envelope, signatures: envelope.signatures.map((each) => ({ ...each, keyid: B.key.keyid })) });
    expect(states(named, documentOf(BYTES), [B])).toEqual(['bad BAD_SIGNATURE']);
    expect(states(named, documentOf(BYTES), [B, A])).toEqual([UNKNOWN]);
  });

  it('is checked with the keys that are known', () => {
    const line = enveloped({ subjects: [own] }, [A, B]);
    expect(states(line)).toEqual(['bad BAD_ENVELOPE']);
    expect(states(line, documentOf(BYTES), [])).toEqual(['unchecked UNKNOWN_KEY', 'unchecked UNKNOWN_KEY']);
    expect(states(line, documentOf(BYTES), [A])).toEqual([UNKNOWN, 'unchecked UNKNOWN_KEY']);
    expect(states(line, documentOf(BYTES), [A, B])).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('is bad if the key that it names does not verify it', () => {
    const line = enveloped({ subjects: [own] }).replace(/"sig":"A?./, (start) => `${start.slice(0, -1)}${start.endsWith('B') ? 'C' : 'B'}`);
    expect(states(line, documentOf(BYTES), [A, B])).toEqual(['bad BAD_SIGNATURE']);
  });

  it('needs one subject that fits, and none that contradicts itself', () => {
    const sha512 = createHash('sha512').update(BYTES).digest('hex');
    expect(states(enveloped({ subjects: [other, own] }), documentOf(BYTES), [A])).toEqual([UNKNOWN]);
    expect(states(enveloped({ subjects: [other] }), documentOf(BYTES), [A])).toEqual(['bad SIGNED_OTHER_BYTES']);
    const both = (hex: string): Statement['subjects'] => [{ name: null, digest: { ...own.digest, sha512: hex } }];
    expect(states(enveloped({ subjects: both(sha512.toUpperCase()) }), documentOf(BYTES), [A])).toEqual([UNKNOWN]);
    expect(states(enveloped({ subjects: both('0'.repeat(128)) }), documentOf(BYTES), [A])).toEqual(['bad SIGNED_OTHER_BYTES']);
    expect(states(enveloped({ subjects: [{ name: null, digest: { md5: 'x' } }] }), documentOf(BYTES), [A])).toEqual([
      'bad SIGNED_OTHER_BYTES',
    ]);
  });

  it('is bad if its payload is no statement', () => {
    expect(states(enveloped({ subjects: [own] }, [A], 'application/json'), documentOf(BYTES), [A])).toEqual(['bad BAD_ENVELOPE']);
    expect(states(enveloped({}, [A]), documentOf(BYTES), [A])).toEqual(['bad BAD_ENVELOPE']);
  });

  it('of two signers, over a lock, is found good', () => {
    const lock = readVector('dsse/december.lock.json');
    const line = readVector('dsse/two-signers.dsse.json').trimEnd();
    expect(states(line, documentOf(lock), [A, B])).toEqual([UNKNOWN, UNKNOWN]);
  });
});
