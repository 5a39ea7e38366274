import { expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { emitReceipt, NotAReceipt, type ReceiptHead, type ReceiptRow, readReceipt } from './document.ts';

const LOCK = `sha256:${'0'.repeat(64)}`;
const ROWS: readonly ReceiptRow[] = [
  { path: 'a "quoted".csv', strength: 'cached', readAt: '2026-01-02T03:04:05Z' },
  { path: 'b.csv', strength: 'read' },
  { path: 'c.csv', strength: 'read', etag: '"9b2c"', versionId: '3HL4' },
];
const HEAD: ReceiptHead = {
  lockHash: LOCK,
  created: '2026-01-15T10:30:00Z',
  root: 'data',
  memberCount: 3,
  strength: { read: 2, cached: 1, 'size-only': 0 },
  toolVersion: '0.1.0',
};

function textOf(rows: readonly ReceiptRow[] = ROWS): string {
  const runs: Uint8Array[] = [];
  emitReceipt(HEAD, rows, (bytes) => runs.push(bytes.slice()));
  return decodeUtf8(Buffer.concat(runs));
}

const read = (text: string): ReturnType<typeof readReceipt> => readReceipt(memorySource(encodeUtf8(text)));

it('emitReceipt() writes a line for the head and for each member', () => {
  expect(textOf()).toBe(
    `{"created":"2026-01-15T10:30:00Z","lock_hash":"${LOCK}","member_count":3,"root":"data","strength":{"cached":1,"read":2},"tool_versions":{"lock":"0.1.0"},"version":"lock-receipt.v0"}
{"path":"a \\"quoted\\".csv","read_at":"2026-01-02T03:04:05Z","strength":"cached"}
{"path":"b.csv","strength":"read"}
{"etag":"\\"9b2c\\"","path":"c.csv","strength":"read","version_id":"3HL4"}
`,
  );
});

it('readReceipt() reads what emitReceipt() wrote', () => {
  const receipt = read(textOf());
  expect(receipt).toMatchObject({ lockHash: LOCK, memberCount: 3 });
  expect([...receipt.rows]).toEqual(ROWS);
});

it('emitReceipt() and readReceipt() agree over several pages', () => {
  const rows = Array.from({ length: 5000 }, (_, at): ReceiptRow => ({ path: `folder/${String(at).padStart(6, '0')}`, strength: 'read' }));
  expect([...read(textOf(rows).replace('"member_count":3', '"member_count":5000')).rows]).toEqual(rows);
});

it.each([
  ['nothing', ''],
  ['no head', '{"path":"a","strength":"read"}\n'],
  ['NULs', '\0'.repeat(100)],
  ['another version', textOf().replace('receipt.v0', 'receipt.v1')],
  ['a head without lock_hash', textOf().replace('"lock_hash"', '"lock"')],
  ['a lock_hash that is none', textOf().replace(LOCK, 'sha256:0')],
  ['a cut end', textOf().slice(0, -3)],
  ['a missing line', textOf().split('\n').toSpliced(2, 1).join('\n')],
  ['a line too many', `${textOf()}{"path":"d","strength":"read"}\n`],
  ['an unknown strength', textOf().replace('"strength":"read"}', '"strength":"strong"}')],
  ['an etag that is no text', textOf().replace('"\\"9b2c\\""', '1')],
  ['a list', textOf().replace('{"path":"b.csv","strength":"read"}', '[]')],
])('readReceipt() refuses %s', (_, text) => {
  expect(() => [...read(text).rows]).toThrow(NotAReceipt);
});
