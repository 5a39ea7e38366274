import { expect, it } from 'vitest';
import { type Found, MISSING, NOT_REGULAR } from '#core/found';
import { foundList } from '../../tests/helpers/found-list.ts';
import { FoundTable } from './found-table.ts';

const HEX = `0${'1a'.repeat(31)}f`;

it('FoundTable returns every fact as it was set', () => {
  const facts: readonly Found[] = [
    { kind: 'proven', size: 0 },
    { kind: 'proven', size: 2 ** 40 },
    { kind: 'different', bytesHash: `sha256:${HEX}`, size: 2 ** 40 + 7 },
    { kind: 'different', bytesHash: `sha256:${'0'.repeat(64)}`, size: 0 },
    { kind: 'different', bytesHash: `blake3:${HEX}`, size: 1 },
    MISSING,
    NOT_REGULAR,
    { kind: 'unreadable', error: 'Permission denied' },
    { kind: 'other size', size: 3 },
  ];
  const table = foundList(facts);
  expect(facts.map((_, index) => table.at(index))).toEqual(facts);
  expect(facts.map((_, index) => table.isProven(index))).toEqual(facts.map(({ kind }) => kind === 'proven'));
  expect(table.proven()).toEqual({ count: 2, bytes: 2 ** 40 });
});

it('FoundTable keeps the last fact, and knows nothing of what was never set', () => {
  const table = new FoundTable(2);
  table.set(0, { kind: 'unreadable', error: 'no' });
  table.set(0, MISSING);
  expect([table.at(0), table.at(1), table.at(2)]).toEqual([MISSING, undefined, undefined]);
  expect([table.has(0), table.has(1)]).toEqual([true, false]);
});
