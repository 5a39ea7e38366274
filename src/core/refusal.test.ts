import { expect, test } from 'vitest';
import { formatSpine } from './json/write.ts';
import { Refusal, refusalEnvelope } from './refusal.ts';

test('refusalEnvelope() has exactly the fields of C1', () => {
  const refusal = new Refusal('E_EMPTY', 'no input records', { line: 3 }, 'vacuum .');
  expect(formatSpine(refusalEnvelope('lock.v0', refusal))).toBe(
    '{"outcome":"REFUSAL","refusal":{"code":"E_EMPTY","detail":{"line":3},"message":"no input records","next_command":"vacuum ."},"version":"lock.v0"}',
  );
});

test('refusalEnvelope() has an empty detail and a null command if there is none', () => {
  expect(refusalEnvelope('x.v0', new Refusal('E_X', 'no'))['refusal']).toEqual({
    code: 'E_X',
    message: 'no',
    detail: {},
    next_command: null,
  });
});

test('Refusal is an error that carries its evidence', () => {
  const refusal = new Refusal('E_X', 'no', { a: 1 }, 'do');
  expect(refusal).toBeInstanceOf(Error);
  expect([refusal.name, refusal.message, refusal.code, refusal.detail, refusal.nextCommand]).toEqual([
    'Refusal',
    'no',
    'E_X',
    { a: 1 },
    'do',
  ]);
});
