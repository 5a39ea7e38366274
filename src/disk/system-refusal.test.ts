import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { systemRefusal } from './system-refusal.ts';

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

it('systemRefusal() names the path and the reason of an error of the system', () => {
  const refusal = systemRefusal(errorOf(() => readFileSync('/nowhere/x')));
  expect(refusal).toMatchObject({
    code: 'E_IO',
    message: 'cannot use /nowhere/x: No such file or directory',
    detail: { path: '/nowhere/x', error: 'No such file or directory' },
    nextCommand: null,
    mayPass: false,
  });
});

it('systemRefusal() says of a full disk that it may pass, also without a path', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(systemRefusal(full)).toMatchObject({
    message: 'cannot use a file: No space left on device',
    detail: { path: null },
    mayPass: true,
  });
});

it('systemRefusal() leaves a refusal as it is, and a bug a bug', () => {
  const refusal = new Refusal('E_EMPTY', 'no input records');
  expect(systemRefusal(refusal)).toBe(refusal);
  expect(systemRefusal(new TypeError('x is undefined'))).toBeNull();
});
