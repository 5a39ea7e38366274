import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { EXTENSIONS } from './metadata/extensions.ts';
import {
  BadSignatureLine,
  formatSidecar,
  formatSignatureLine,
  parseSidecar,
  parseSignatureLine,
  type SignatureLine,
} from './signature-line.ts';

const LINE: SignatureLine = {
  signedAt: '2026-01-01T00:00:00Z',
  hash: 'd21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8',
  signature: 'JIAGuDHscI8RYwPpaB3EL4VWWl3FigYUpkXRYUALfcI6mbjAVcSfu6I-5-SZ9XIWXSpdKFp6tvxz1lch3Z3wDQ==',
  fingerprint: 'f0ff50dacf109dea',
  provider: null,
  user: null,
};
const FIELDS = `rye:signed:${LINE.signedAt}:${LINE.hash}:${LINE.signature}:${LINE.fingerprint}`;
const COMMENTED = EXTENSIONS.filter((extension) => extension !== '.json');

test.each([
  ['.py', `# ${FIELDS}`],
  ['.yaml', `# ${FIELDS}`],
  ['.sh', `# ${FIELDS}`],
  ['.toml', `# ${FIELDS}`],
  ['.ts', `// ${FIELDS}`],
  ['.mjs', `// ${FIELDS}`],
  ['.md', `<!-- ${FIELDS} -->`],
  ['.json', FIELDS],
])('formatSignatureLine() writes a comment of %s', (extension, text) => expect(formatSignatureLine(extension, LINE)).toBe(text));

test.each(COMMENTED)('formatSignatureLine() is inverted by parseSignatureLine() for %s, with an account and without', (extension) => {
  for (const line of [LINE, { ...LINE, provider: 'git-hub_1', user: 'some_one-2' }])
    expect(parseSignatureLine(extension, formatSignatureLine(extension, line))).toEqual(line);
});

test.each([
  ['.py', 'print(1)'],
  ['.py', ''],
  ['.py', `#${FIELDS}`],
  ['.py', `#  ${FIELDS}`],
  ['.py', ` # ${FIELDS}`],
  ['.py', `\u{feff}# ${FIELDS}`],
  ['.py', `// ${FIELDS}`],
  ['.py', '# RYE:SIGNED:'],
  ['.py', '# rye:validated:2026-01-01T00:00:00Z'],
  ['.js', `# ${FIELDS}`],
  ['.md', `# ${FIELDS}`],
  ['.json', FIELDS],
  ['.json', `# ${FIELDS}`],
])('parseSignatureLine() treats as content in %s: %s', (extension, text) => expect(parseSignatureLine(extension, text)).toBeNull());

test.each([
  ['nothing', 'rye:signed:'],
  ['a placeholder', `rye:signed:${LINE.signedAt}:${LINE.hash}:placeholder`],
  ['a space behind', `${FIELDS} `],
  ['a carriage return and more behind', `${FIELDS}\rx`],
  ['a line separator behind', `${FIELDS}\u{2028}x()`],
  ['words behind', `${FIELDS} # approved`],
  ['another comment behind', `${FIELDS} --> <b>x</b> <!-- `],
  ['an empty account', `${FIELDS}|`],
  ['an account without a user', `${FIELDS}|github@`],
  ['an account without a provider', `${FIELDS}|@someone`],
  ['an account with a space', `${FIELDS}|git hub@someone`],
  ['an account beyond ASCII', `${FIELDS}|git\u{e9}@someone`],
  ['two accounts', `${FIELDS}|github@someone|github@other`],
  ['a hash in upper case', FIELDS.replace(LINE.hash, LINE.hash.toUpperCase())],
  ['a short hash', FIELDS.replace(LINE.hash, LINE.hash.slice(1))],
  ['a signature without its padding', FIELDS.replace('==', '')],
  ['a signature in plain base64', FIELDS.replaceAll('-5-', '+5+')],
  ['a signature with bits that mean nothing', FIELDS.replace('wDQ==', 'wDR==')],
  ['a short signature', FIELDS.replace('JIAG', 'JIA')],
  ['a fingerprint in upper case', FIELDS.replace('dea', 'DEA')],
  ['a long fingerprint', `${FIELDS}0`],
  ['a time with an offset', FIELDS.replace('00Z', '00+00:00')],
  ['a time with a fraction', FIELDS.replace('00Z', '00.5Z')],
  ['a month that does not exist', FIELDS.replace('2026-01-01', '2026-13-01')],
  ['a day that does not exist', FIELDS.replace('2026-01-01', '2026-02-29')],
  ['a leap second', FIELDS.replace('2026-01-01T00:00:00', '2016-12-31T23:59:60')],
  ['an hour that does not exist', FIELDS.replace('T00:', 'T24:')],
])('parseSignatureLine() refuses a line that starts as one, with %s', (_, fields) => {
  expect(() => parseSignatureLine('.py', `# ${fields}`)).toThrow(BadSignatureLine);
  expect(() => parseSignatureLine('.md', `<!-- ${fields} -->`)).toThrow(BadSignatureLine);
  expect(() => parseSidecar(encodeUtf8(`${fields}\n`))).toThrow(BadSignatureLine);
});

test.each([`<!-- ${FIELDS}`, `<!-- ${FIELDS}-->`, `<!-- ${FIELDS} --> `, `<!-- ${FIELDS} -->x`])(
  'parseSignatureLine() refuses a comment that is not closed at its end: %s',
  (text) => expect(() => parseSignatureLine('.md', text)).toThrow(BadSignatureLine),
);

test('parseSignatureLine() accepts the twenty-ninth of February in a leap year', () =>
  expect(parseSignatureLine('.py', `# ${FIELDS.replace('2026-01-01', '2024-02-29')}`)?.signedAt).toBe('2024-02-29T00:00:00Z'));

test('parseSidecar() is inverted by formatSidecar(), and accepts CRLF too', () => {
  expect(parseSidecar(formatSidecar(LINE))).toEqual(LINE);
  expect(parseSidecar(encodeUtf8(`${FIELDS}\r\n`))).toEqual(LINE);
});

test.each([
  ['an empty file', ''],
  ['a newline alone', '\n'],
  ['no newline', FIELDS],
  ['two newlines', `${FIELDS}\n\n`],
  ['two lines', `${FIELDS}\n${FIELDS}\n`],
  ['a comment', `# ${FIELDS}\n`],
  ['a byte order mark', `\u{feff}${FIELDS}\n`],
  ['two carriage returns', `${FIELDS}\r\r\n`],
])('parseSidecar() refuses %s', (_, text) => expect(() => parseSidecar(encodeUtf8(text))).toThrow(BadSignatureLine));

test('parseSidecar() refuses bytes that are not UTF-8', () =>
  expect(() => parseSidecar(Uint8Array.of(0xff, 10))).toThrow(BadSignatureLine));
