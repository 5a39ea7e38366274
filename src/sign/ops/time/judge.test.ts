import { generateKeyPairSync, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextTag, TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';
import { parseCertificate } from '#keys/certificate';
import { extension, makeCertificate } from '../../../../tests/helpers/made-certificate.ts';
import { attribute, makeTimestamp, makeToken, TIME_STAMPING, type TimestampDraft } from '../../../../tests/helpers/made-timestamp.ts';
import type { JudgedTimestamp, TimestampWanted } from '../../time/judge.ts';
import { judgeTimestampBytes } from './judge.ts';
import { NO_AUTHORITIES, type TimestampTrust } from './trust.ts';

const DATA = Buffer.from('signature bytes');
const AT = Date.UTC(2026, 10, 18);
const root = makeCertificate({ name: 'root', authority: {}, serial: 1 });
const signer = makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING], keyUse: [0], to: '20270101000000Z' });
const TRUST: TimestampTrust = { roots: [parseCertificate(root.der)], others: [] };

interface Judging extends Partial<TimestampWanted> {
  readonly data?: Uint8Array;
  readonly trust?: TimestampTrust;
}

function judged(bytes: Uint8Array, { data = DATA, trust = TRUST, ...wanted }: Judging = {}): JudgedTimestamp {
  const digestBy = (algorithm: string): string => hash(algorithm, data);
  return judgeTimestampBytes(bytes, { digestBy, nonce: null, policy: null, at: AT, ...wanted }, trust);
}

function faultIn(draft: Partial<TimestampDraft>, judging?: Judging): string {
  const { state, fault } = judged(makeTimestamp(DATA, { signer, ...draft }), judging);
  return `${state} ${fault?.code}: ${fault?.message}`;
}

describe('judgeTimestampBytes()', () => {
  it('trusts a timestamp whose authority is named, in a reply or alone', () => {
    const facts = {
      state: 'trusted',
      time: '2026-06-01T12:00:00Z',
      accuracy: null,
      authority: 'CN=TSA',
      root: 'CN=root',
      policy: '1.2.3.4.1',
    };
    const result = { ...facts, serial: '05', notes: [], fault: null };
    expect(judged(makeTimestamp(DATA, { signer }))).toEqual(result);
    expect(judged(makeToken(DATA, { signer }))).toEqual(result);
  });

  it('is as good years later, when its certificates have expired', () => {
    expect(judged(makeTimestamp(DATA, { signer }), { at: Date.UTC(2060, 0) }).state).toBe('trusted');
  });

  it('reads accuracy and fractions of a second as they are', () => {
    const accuracy = derOf(TAG.sequence, derInteger(2), derOf(0x80, Uint8Array.of(1, 0xf4)), derOf(0x81, Uint8Array.of(7)));
    const result = judged(makeTimestamp(DATA, { signer, accuracy, time: '20260601120000.123456Z' }));
    expect(result).toMatchObject({ state: 'trusted', accuracy: 2.500007, time: '2026-06-01T12:00:00.123456Z' });
  });

  it('without an authority that is trusted says who made it, and trusts nobody', () => {
    expect(faultIn({}, { trust: NO_AUTHORITIES })).toContain(
      'unknown_signer UNKNOWN_AUTHORITY: the timestamp is by CN=TSA, and no authority',
    );
    const other = parseCertificate(makeCertificate({ name: 'other', authority: {} }).der);
    expect(faultIn({}, { trust: { roots: [other], others: [] } })).toContain(
      'unknown_signer UNKNOWN_AUTHORITY: no trusted authority vouches',
    );
  });

  it('takes the certificate from those that are known where the timestamp brings none', () => {
    expect(faultIn({ certificates: [] })).toContain('unchecked UNKNOWN_AUTHORITY: the certificate of the authority is neither');
    const others = [parseCertificate(signer.der)];
    expect(judged(makeTimestamp(DATA, { signer, certificates: [] }), { trust: { ...TRUST, others } }).state).toBe('trusted');
  });

  it.each<[string, Partial<TimestampDraft>, Judging, string]>([
    ['over something else', {}, { data: Buffer.from('other') }, 'bad TIMESTAMP_OF_OTHER_BYTES: '],
    ['with another nonce', { nonce: Uint8Array.of(1, 2) }, { nonce: '0103' }, 'bad OTHER_TIMESTAMP: '],
    ['without the nonce', {}, { nonce: '0102' }, 'bad OTHER_TIMESTAMP: '],
    ['by another policy', {}, { policy: '1.2.3' }, 'bad OTHER_TIMESTAMP: '],
    ['from the future', { time: '20261118000501Z' }, {}, 'bad TIMESTAMP_IN_FUTURE: the timestamp is of 2026-11-18T00:05:01Z, after'],
    [
      'after its certificate',
      { time: '20280101000000Z' },
      { at: Date.UTC(2030, 0) },
      'bad BAD_AUTHORITY: the timestamp does not count: certificate CN=TSA was valid until',
    ],
    [
      'before its certificate',
      { time: '20191231235959Z' },
      {},
      'bad BAD_AUTHORITY: the timestamp does not count: certificate CN=TSA is valid from',
    ],
    ['of another version', { version: 2 }, {}, 'bad BAD_TIMESTAMP: cannot be read as a timestamp: expected version 1'],
    ['with a critical extension', { moreInfo: [derOf(contextTag(1), extension('1.2.3', true, derOf(5)))] }, {}, 'bad BAD_TIMESTAMP: '],
    ['with more fields', { moreInfo: [derOf(TAG.null)] }, {}, 'bad BAD_TIMESTAMP: '],
    ['without attributes', { attributes: () => [] }, {}, 'bad BAD_TIMESTAMP: '],
    ['with an attribute twice', { attributes: ([first, ...rest]) => [first, first, ...rest] as Uint8Array[] }, {}, 'bad BAD_TIMESTAMP: '],
    ['that names no certificate', { attributes: (right) => right.slice(0, 2) }, {}, 'bad BAD_TIMESTAMP: '],
    [
      'of another content',
      { attributes: ([, ...rest]) => [attribute('1.2.840.113549.1.9.3', derOid('1.2.3')), ...rest] },
      {},
      'bad BAD_TIMESTAMP: ',
    ],
    ['that was granted and has a status of rejection', { status: 2 }, {}, 'bad BAD_TIMESTAMP: '],
    [
      'by a certificate for more than timestamps',
      { signer: makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING, '1.3.6.1.5.5.7.3.3'] }) },
      {},
      'bad BAD_AUTHORITY: the certificate CN=TSA is not one for timestamps',
    ],
    [
      'by a certificate without a purpose',
      { signer: makeCertificate({ name: 'TSA', issuer: root }) },
      { trust: NO_AUTHORITIES },
      'bad BAD_AUTHORITY: ',
    ],
    [
      'by a purpose that is not critical',
      { signer: makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING], purposesCritical: false }) },
      {},
      'bad BAD_AUTHORITY: ',
    ],
    [
      'by another key than that of the certificate',
      { signer: { ...signer, privateKey: root.privateKey } },
      {},
      'bad BAD_TIMESTAMP: the signature of the timestamp does not verify',
    ],
    [
      'that names another certificate',
      { signer: { ...signer, der: root.der }, certificates: [signer] },
      {},
      "bad BAD_TIMESTAMP: the timestamp names another certificate as its signer's",
    ],
  ])('refuses a timestamp %s', (_, draft, judging, message) => expect(faultIn(draft, judging)).toContain(message));

  it('accepts the nonce in any spelling of the number', () => {
    const reply = makeTimestamp(DATA, { signer, nonce: Uint8Array.of(0xf1, 2) });
    for (const nonce of ['00f102', 'f102', 'F102', '0000f102']) expect(judged(reply, { nonce }).state).toBe('trusted');
  });

  it('says what it did not look at', () => {
    const stranger = makeCertificate({ name: 'stranger', issuer: makeCertificate({ name: 'elsewhere', authority: {} }) });
    const short = makeCertificate({ name: 'short', issuer: root, keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) });
    const draft = { revocationLists: true, unsignedAttributes: true, certificates: [signer, stranger, short], isOldId: true };
    const result = judged(makeTimestamp(DATA, { signer, ...draft }));
    expect(result.state).toBe('trusted');
    expect(result.notes).toEqual([
      'revocation lists in the timestamp were not looked at',
      'unsigned attributes in the timestamp were not looked at',
      '2 certificates in the timestamp, not needed, could not be checked',
      'the timestamp names its certificate by SHA-1',
    ]);
  });

  it('finds a changed certificate that is not needed', () => {
    const extra = makeCertificate({ name: 'extra', issuer: root });
    const changed = { ...extra, der: Uint8Array.from(extra.der) };
    changed.der[changed.der.length - 1] = (changed.der[changed.der.length - 1] as number) ^ 1;
    expect(judged(makeTimestamp(DATA, { signer, certificates: [signer, extra] })).state).toBe('trusted');
    expect(faultIn({ certificates: [signer, changed] })).toContain('the timestamp was changed: the signature of its certificate CN=extra');
  });

  it('finds every changed byte of a token', () => {
    const token = makeToken(DATA, { signer });
    const unnoticed = [...token.keys()].filter((at) => {
      const changed = Uint8Array.from(token);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      return judged(changed).state === 'trusted';
    });
    expect(unnoticed).toEqual([]);
  });

  it.each([
    ['3005 3003 020102', 'the authority granted no timestamp: rejected'],
    ['300a 3008 020102 0303 00 0001', 'rejected: the policy is not supported'],
    ['3005 3003 020103', 'the authority granted no timestamp: waiting'],
    ['3005 3003 020100', 'expected a token exactly if it was granted, found status 0 without one'],
    ['3005 3003 020106', 'expected a status from 0 to 5, found 6'],
    ['', 'cannot be read as a timestamp: '],
    ['3000', 'cannot be read as a timestamp: '],
  ])('says why %s is none', (hex, message) => {
    expect(judged(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toMatchObject({ state: 'bad', time: null });
    expect(judged(Buffer.from(hex.replaceAll(' ', ''), 'hex')).fault?.message).toContain(message);
  });
});
