import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { compile } from '../../tests/schemas/published-schema.ts';
import { formatFingerprinted, parseFingerprintFields, parseFingerprintInput, parseWarning, unreadWarning } from './fingerprint.ts';
import { formatHashed, parseHashInput } from './hash.ts';

const FINGERPRINT = '{"matched":true}';

/** A line exactly as vacuum and hash write it. */
function hashedLine(path: string, extension: string | null, size: number): Uint8Array {
  const quoted = (text: string | null): string => JSON.stringify(text);
  const scanned = `{"version":"vacuum.v0","path":${quoted(`/d/${path}`)},"relative_path":${quoted(path)},"root":"/d","size":${size},"mtime":null,"extension":${quoted(extension)},"mime_guess":null,"tool_versions":{"vacuum":"0.1.0"}}`;
  const outcome = { kind: 'hashed', bytesHash: `sha256:${'0'.repeat(64)}`, algorithm: 'sha256' } as const;
  return encodeUtf8(formatHashed(parseHashInput(encodeUtf8(scanned), 1), outcome, '0.1.0'));
}

it('parseFingerprintInput reads what hash writes as the exact reader does, whatever the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string()), fc.nat(), (path, extension, size) => {
      const line = hashedLine(path.toWellFormed(), extension?.toWellFormed() ?? null, size);
      const [quick, exact] = [parseFingerprintInput(line, 1), parseFingerprintFields(line, 1)];
      expect({ ...quick, record: null }).toEqual({ ...exact, record: null });
      for (const outcome of [
        { kind: 'judged', fingerprint: FINGERPRINT },
        { kind: 'judged', fingerprint: null },
        { kind: 'failed', warning: parseWarning('/d/a', 'csv', 'x') },
      ] as const)
        expect(formatFingerprinted(quick, outcome, '0.1.0')).toBe(formatFingerprinted(exact, outcome, '0.1.0'));
    }),
  );
});

it('parseFingerprintInput uses the fast path for a plain line', () => {
  expect(parseFingerprintInput(hashedLine('a.csv', '.csv', 7), 1)).toMatchObject({
    record: { kind: 'plain' },
    path: '/d/a.csv',
    extension: '.csv',
    size: 7,
    isSkipped: false,
  });
});

const record = parseFingerprintInput(hashedLine('a.csv', '.csv', 7), 1);

it('formatFingerprinted writes keys in byte order, the fingerprint as it is, and its own version beside the others', () => {
  expect(formatFingerprinted(record, { kind: 'judged', fingerprint: FINGERPRINT }, '0.1.0')).toBe(
    `{"bytes_hash":"sha256:${'0'.repeat(64)}","extension":".csv","fingerprint":{"matched":true},"hash_algorithm":"sha256","mime_guess":null,"mtime":null,"path":"/d/a.csv","relative_path":"a.csv","root":"/d","size":7,"tool_versions":{"fingerprint":"0.1.0","hash":"0.1.0","vacuum":"0.1.0"},"version":"fingerprint.v0"}`,
  );
});

it('formatFingerprinted appends its warning to earlier warnings, and replaces an earlier fingerprint', () => {
  const came = parseFingerprintInput(
    encodeUtf8(
      `{"version":"hash.v0","path":"a","bytes_hash":"sha256:${'0'.repeat(64)}","_warnings":[1],"fingerprint":7,"size":9007199254740993}`,
    ),
    1,
  );
  const line = formatFingerprinted(came, { kind: 'failed', warning: unreadWarning('a', 'gone') }, '0.1.0');
  expect(parseJson(encodeUtf8(line))).toMatchObject({
    _skipped: true,
    _warnings: [1, { tool: 'fingerprint', code: 'E_IO', detail: { path: 'a', error: 'gone' } }],
    fingerprint: null,
    size: 9007199254740993n,
  });
  expect(came.size).toBeNull();
});

it('formatFingerprinted matches the published schema', () => {
  const validate = compile('fingerprint.v0.json');
  for (const outcome of [
    { kind: 'judged', fingerprint: null },
    { kind: 'failed', warning: parseWarning('a', 'csv', 'x') },
  ] as const)
    expect(validate(JSON.parse(formatFingerprinted(record, outcome, '0.1.0')))).toBe(true);
  expect(validate(JSON.parse(formatFingerprinted(record, { kind: 'judged', fingerprint: FINGERPRINT }, '0.1.0')))).toBe(false);
});
