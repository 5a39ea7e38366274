import { expect, test } from 'vitest';
import { extensionOf, mimeGuess } from './media-type.ts';
import { formatMtime, formatScanned, formatSkipped } from './vacuum.ts';
import { entryWarning } from './warnings.ts';

const by = { semver: '1.2.3', scope: null };
const place = { path: '/data/a "b".csv', relativePath: 'a "b".csv', root: '/data' };

test('formatScanned() writes its keys in their fixed order', () => {
  expect(formatScanned({ ...place, size: 2n ** 53n + 1n, mtime: 0n }, by)).toBe(
    '{"version":"vacuum.v0","path":"/data/a \\"b\\".csv","relative_path":"a \\"b\\".csv","root":"/data","size":9007199254740993,' +
      '"mtime":"1970-01-01T00:00:00.000Z","extension":".csv","mime_guess":"text/csv","tool_versions":{"vacuum":"1.2.3"}}',
  );
});

test('a scan by other rules than the default is written in every record', () => {
  const sharded = { ...by, shard: '3/8' };
  expect(formatScanned({ ...place, size: 1, mtime: 0n }, sharded)).toContain('"mime_guess":"text/csv","shard":"3/8","tool_versions":');
  const scoped = { ...by, scope: { exclude: ['tmp'], follow: false, include: ['*.csv'] } };
  const words = '"scope":{"exclude":["tmp"],"follow":false,"include":["*.csv"]},"tool_versions":';
  expect(formatScanned({ ...place, size: 1, mtime: 0n }, scoped)).toContain(`"mime_guess":"text/csv",${words}`);
  const warning = entryWarning({ code: 'E_NAME', message: 'm', detail: {} });
  expect(formatSkipped({ ...place, warning }, scoped)).toContain(`}],${words}`);
});

test('formatSkipped() writes the skip before the tool versions', () => {
  const warning = entryWarning({ code: 'E_NAME', message: 'm', detail: { name_hex: 'ff' } });
  expect(formatSkipped({ ...place, warning }, by)).toBe(
    '{"version":"vacuum.v0","path":"/data/a \\"b\\".csv","relative_path":"a \\"b\\".csv","root":"/data","size":null,"mtime":null,' +
      '"extension":".csv","mime_guess":"text/csv","_skipped":true,' +
      '"_warnings":[{"tool":"vacuum","code":"E_NAME","message":"m","detail":{"name_hex":"ff"}}],"tool_versions":{"vacuum":"1.2.3"}}',
  );
});

test.each([
  [1_767_182_400_999_999_999n, '2025-12-31T12:00:00.999Z'],
  [-1n, '1969-12-31T23:59:59.999Z'],
  [-1_000_000n, '1969-12-31T23:59:59.999Z'],
  [-62_167_219_200_000_000_000n, '0000-01-01T00:00:00.000Z'],
  [-62_167_219_200_000_000_001n, null],
  [253_402_300_799_999_999_999n, '9999-12-31T23:59:59.999Z'],
  [253_402_300_800_000_000_000n, null],
  [2n ** 80n, null],
])('formatMtime() cuts %s to milliseconds: %s', (nanoseconds, text) => expect(formatMtime(nanoseconds)).toBe(text));

test.each([
  ['a.csv', '.csv'],
  ['d.x/a', null],
  ['archive.tar.gz', '.gz'],
  ['d/.env', null],
  ['d/.env.local', '.local'],
  ['a.', '.'],
  ['..x', '.x'],
  ['a', null],
])('extensionOf() of %j is %j', (path, extension) => expect(extensionOf(path)).toBe(extension));

test('mimeGuess() ignores letter case and guesses nothing beyond its table', () =>
  expect([mimeGuess('.YmL'), mimeGuess('.md'), mimeGuess('.'), mimeGuess(null)]).toEqual(['application/x-yaml', null, null, null]));
