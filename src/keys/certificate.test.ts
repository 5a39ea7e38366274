import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derOf } from '#core/der/write';
import { extension, makeCertificate, newKeys, toPem } from '../../tests/helpers/made-certificate.ts';
import { BadCertificate, parseCertificate, parseCertificates, UnsupportedCertificate } from './certificate.ts';
import { isIssuedBy, isSelfIssued, judgeCertificate, type PathQuestion, PURPOSE } from './certificate-path.ts';

const NAME = derOf(
  0x30,
  derOf(0x81, Buffer.from('a@example.com')),
  derOf(0x86, Buffer.from('https://a.example/')),
  derOf(0x82, Buffer.of(0xe9)),
);
const AT = Date.UTC(2026, 5, 1);

const root = makeCertificate({ name: 'root', authority: {}, keyUse: [5] });
const middle = makeCertificate({ name: 'middle', issuer: root, authority: { pathLength: 0 }, keyUse: [5, 6] });
const leaf = makeCertificate({ name: 'leaf', issuer: middle, keyUse: [0], purposes: [PURPOSE.timeStamping] });
const [ROOT, MIDDLE] = [root, middle].map(({ der }) => parseCertificate(der)) as [never, never];

function reasonFor(der: Uint8Array, question: Partial<PathQuestion> = {}): string {
  const given = { roots: [ROOT], intermediates: [MIDDLE], at: AT, purpose: PURPOSE.timeStamping, ...question };
  const judged = judgeCertificate(parseCertificate(der), given);
  return judged.ok ? `path of ${judged.path.length}` : `${judged.reason}: ${judged.message}`;
}

describe('parseCertificate()', () => {
  it('reads what a certificate says', () => {
    const made = makeCertificate({ name: 'a\u001bb', issuer: root, extensions: [extension('2.5.29.17', true, NAME)] });
    const read = parseCertificate(made.der);
    expect(read).toMatchObject({ subjectText: 'CN=a?b', issuerText: 'CN=root', serial: '07', isAuthority: false, pathLength: null });
    expect(read).toMatchObject({
      keyUse: null,
      purposes: null,
      unknownCritical: [],
      notBefore: Date.UTC(2020, 0),
      notAfter: Date.UTC(2030, 0),
    });
    expect(read.alternativeNames).toEqual([
      { kind: 'email', value: 'a@example.com' },
      { kind: 'uri', value: 'https://a.example/' },
    ]);
    expect(isIssuedBy(read, ROOT)).toBe(true);
    expect(isIssuedBy(read, MIDDLE)).toBe(false);
    expect([isSelfIssued(read), isSelfIssued(ROOT)]).toEqual([false, true]);
  });

  it('tells a key that is not accepted from a certificate that is damaged', () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(() => parseCertificate(makeCertificate({ name: 'short', keys, issuer: root }).der)).toThrow(UnsupportedCertificate);
    expect(() => parseCertificate(root.der.subarray(1))).toThrow(BadCertificate);
  });

  it('refuses an extension that is there twice', () => {
    const twice = makeCertificate({ name: 'a', extensions: [extension('2.5.29.19', true, derOf(0x30))] });
    expect(() => parseCertificate(twice.der)).toThrow('expected extension 2.5.29.19 once');
  });

  it('finds every changed bit: it is no certificate any more, or the issuer did not sign it', () => {
    for (let bit = 0; bit < leaf.der.length * 8; bit++) {
      const changed = Uint8Array.from(leaf.der);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      try {
        expect(isIssuedBy(parseCertificate(changed), MIDDLE), `bit ${bit}`).toBe(false);
      } catch (error) {
        expect(error, `bit ${bit}`).toBeInstanceOf(BadCertificate);
      }
    }
  });
});

describe('parseCertificates()', () => {
  it('reads all certificates of a file, with text between them and any line ends', () => {
    const text = `# roots\r\n${toPem(root).replaceAll('\n', '\r\n')}subject=middle\n${toPem(middle)}`;
    expect(parseCertificates(text).map(({ subjectText }) => subjectText)).toEqual(['CN=root', 'CN=middle']);
  });

  it.each([
    ['nothing', '', 'found none'],
    ['no PEM', 'certificates', 'found none'],
    ['a key', `${toPem(root)}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`, "found a block 'PRIVATE KEY'"],
    ['a block without an end', toPem(root).slice(0, -9), 'found a damaged block'],
    ['base64 with stray bits', toPem(root).replace(/.(=*)\n-----END/, '!$1\n-----END'), 'found a damaged block'],
    ['a block that is no certificate', toPem({ der: Buffer.from('30020500', 'hex') }), 'expected a certificate: '],
  ])('refuses %s', (_, text, message) => expect(() => parseCertificates(text)).toThrow(message));
});

describe('judgeCertificate()', () => {
  it('finds the path to a root', () => expect(reasonFor(leaf.der)).toBe('path of 3'));

  it('accepts a root by itself only if it is one of those named', () => {
    const alone = makeCertificate({ name: 'alone', purposes: [PURPOSE.timeStamping] });
    expect(reasonFor(alone.der, { roots: [parseCertificate(alone.der)] })).toBe('path of 1');
    expect(reasonFor(alone.der)).toContain('unknown_issuer: expected the certificate of CN=alone');
  });

  it('judges at the time that is asked about, not at the present', () => {
    const old = makeCertificate({
      name: 'old',
      issuer: root,
      from: '20200101000000Z',
      to: '20201231235959Z',
      purposes: [PURPOSE.timeStamping],
    });
    expect(reasonFor(old.der, { at: Date.UTC(2020, 11, 31, 23, 59, 59) })).toBe('path of 2');
    expect(reasonFor(old.der, { at: Date.UTC(2021, 0) })).toBe(
      'expired: certificate CN=old was valid until 2020-12-31T23:59:59Z, before 2021-01-01T00:00:00Z',
    );
    expect(reasonFor(old.der, { at: Date.UTC(2019, 0) })).toContain('not_yet_valid: ');
    const late = makeCertificate({ name: 'late root', authority: {}, from: '20270101000000Z' });
    const below = makeCertificate({ name: 'below', issuer: late, purposes: [PURPOSE.timeStamping] });
    expect(reasonFor(below.der, { roots: [parseCertificate(late.der)] })).toContain('not_yet_valid: certificate CN=late root');
  });

  it.each<[string, Uint8Array, string]>([
    ['another purpose', makeCertificate({ name: 'a', issuer: root, purposes: [PURPOSE.codeSigning] }).der, 'wrong_purpose: '],
    ['any purpose', makeCertificate({ name: 'a', issuer: root, purposes: [PURPOSE.any] }).der, 'wrong_purpose: '],
    ['no purpose', makeCertificate({ name: 'a', issuer: root }).der, 'wrong_purpose: certificate CN=a is not for purpose'],
    ['a key for other uses', makeCertificate({ name: 'a', issuer: root, keyUse: [2] }).der, 'wrong_key_use: '],
    [
      'a critical extension',
      makeCertificate({ name: 'a', issuer: root, extensions: [extension('1.2.3', true, derOf(5))] }).der,
      'unknown_critical_extension: ',
    ],
    [
      'a signature with SHA-1',
      makeCertificate({ name: 'a', issuer: root, hash: 'sha1', purposes: [PURPOSE.timeStamping] }).der,
      'unknown_issuer: ',
    ],
    [
      'an issuer with the same name and another key',
      makeCertificate({ name: 'a', issuer: { ...root, privateKey: newKeys().privateKey }, purposes: [PURPOSE.timeStamping] }).der,
      'unknown_issuer: ',
    ],
  ])('refuses a certificate with %s', (_, der, reason) => expect(reasonFor(der)).toContain(reason));

  it.each<[string, Parameters<typeof makeCertificate>[0], string]>([
    ['is no authority', { name: 'm' }, 'no_authority: certificate CN=m'],
    ['may not sign certificates', { name: 'm', authority: {}, keyUse: [0, 6] }, 'wrong_key_use: '],
    ['is for another purpose', { name: 'm', authority: {}, purposes: [PURPOSE.codeSigning] }, 'wrong_purpose: '],
    ['has expired', { name: 'm', authority: {}, to: '20210101000000Z' }, 'expired: certificate CN=m'],
    [
      'has a critical extension',
      { name: 'm', authority: {}, extensions: [extension('2.5.29.30', true, derOf(0x30))] },
      'unknown_critical_extension: ',
    ],
  ])('refuses an authority that %s', (_, draft, reason) => {
    const authority = makeCertificate({ ...draft, issuer: root });
    const below = makeCertificate({ name: 'below', issuer: authority, purposes: [PURPOSE.timeStamping] });
    expect(reasonFor(below.der, { intermediates: [parseCertificate(authority.der)] })).toContain(reason);
  });

  it('counts the authorities below one that limits them', () => {
    const lower = makeCertificate({ name: 'lower', issuer: middle, authority: {} });
    const below = makeCertificate({ name: 'below', issuer: lower, purposes: [PURPOSE.timeStamping] });
    const intermediates = [MIDDLE, parseCertificate(lower.der)];
    expect(reasonFor(below.der, { intermediates })).toContain(
      'path_too_long: certificate CN=middle allows 0 authorities below it, found 1',
    );
  });

  it('takes another way where two authorities have one name, and the reason of the nearest where there is none', () => {
    const keys = newKeys();
    const expired = makeCertificate({ name: 'm', issuer: root, keys, authority: {}, to: '20210101000000Z' });
    const renewed = makeCertificate({ name: 'm', issuer: root, keys, authority: {} });
    const below = makeCertificate({ name: 'below', issuer: renewed, purposes: [PURPOSE.timeStamping] });
    const both = [expired, renewed].map(({ der }) => parseCertificate(der));
    expect(reasonFor(below.der, { intermediates: both })).toBe('path of 3');
    expect(reasonFor(below.der, { intermediates: both.slice(0, 1) })).toContain('expired: certificate CN=m');
  });

  it('ends where authorities sign each other', () => {
    const [a, b] = [newKeys(), newKeys()];
    const selfA = makeCertificate({ name: 'a', keys: a, authority: {} });
    const selfB = makeCertificate({ name: 'b', keys: b, authority: {} });
    const crossed = [
      makeCertificate({ name: 'a', keys: a, issuer: selfB, authority: {} }),
      makeCertificate({ name: 'b', keys: b, issuer: selfA, authority: {} }),
    ];
    const many = Array.from({ length: 40 }, (_, serial) => makeCertificate({ name: 'a', keys: a, issuer: selfA, authority: {}, serial }));
    const below = makeCertificate({ name: 'below', issuer: selfA, purposes: [PURPOSE.timeStamping] });
    const intermediates = [selfA, selfB, ...crossed, ...many].map(({ der }) => parseCertificate(der));
    expect(reasonFor(below.der, { intermediates })).toMatch(/^(unknown_issuer|path_too_long): /);
  });
});
