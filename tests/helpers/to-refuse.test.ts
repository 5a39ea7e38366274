import { describe, expect, test } from 'vitest';
import { Refusal } from '#core/refusal';
import { refusalOf } from './to-refuse.ts';

const refuse = (): never => {
  throw new Refusal('E_IO', 'cannot read a.csv', { path: 'a.csv', error: 'gone', rows: [1, 2] });
};
const refuseLater = async (): Promise<void> => Promise.resolve().then(refuse);

describe('toRefuse()', () => {
  test('passes with the code, a part of the detail and a part of the message', async () => {
    expect(refuse).toRefuse('E_IO');
    expect(refuse).toRefuse('E_IO', { path: 'a.csv', rows: [1, 2] }, 'read a');
    expect(refuse).toRefuse('E_IO', { path: expect.stringContaining('csv') }, /csv$/);
    expect(refuse).toRefuse('E_IO', {}, expect.not.stringContaining('secret'));
    await expect(refuseLater()).toRefuse('E_IO', { error: 'gone' });
    await expect(refuseLater).toRefuse('E_IO', { error: 'gone' });
  });

  test.each<[string, () => unknown, RegExp]>([
    ['nothing is refused', () => expect(() => 1).toRefuse('E_IO'), /E_IO, but nothing was refused/],
    ['a promise is kept', () => expect(Promise.resolve(1)).toRefuse('E_IO'), /E_IO, but nothing was refused/],
    ['another error is thrown', () => expect(() => BigInt('x')).toRefuse('E_IO'), /E_IO, found SyntaxError/],
    ['the code is another', () => expect(refuse).toRefuse('E_EMPTY'), /"E_EMPTY"[^]*"E_IO"/],
    ['the code of a promise is another', () => expect(refuseLater()).toRefuse('E_EMPTY'), /"E_EMPTY"[^]*"E_IO"/],
    ['a field is another', () => expect(refuse).toRefuse('E_IO', { path: 'b.csv' }), /"b.csv"[^]*"a.csv"/],
    ['a field is missing', () => expect(refuse).toRefuse('E_IO', { line: 1 }), /"line": 1/],
    ['a list is shorter', () => expect(refuse).toRefuse('E_IO', { rows: [1] }), /another refusal/],
    ['the message is another', () => expect(refuse).toRefuse('E_IO', {}, 'write'), /StringContaining "write"/],
  ])('fails when %s', async (_, act, message) => {
    await expect(async () => act()).rejects.toThrow(message);
  });
});

describe('refusalOf()', () => {
  test('returns the refusal of a function or a promise, and throws any other error', async () => {
    expect([refusalOf(refuse).code, (await refusalOf(refuseLater())).code]).toEqual(['E_IO', 'E_IO']);
    expect(() => refusalOf(() => 1)).toThrow('nothing was refused');
    expect(() => refusalOf(() => BigInt('x'))).toThrow(SyntaxError);
  });
});
