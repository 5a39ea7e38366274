import { execFileSync } from 'node:child_process';
import { openSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { Refusal } from '#core/refusal';
import { rootRefusal } from '#stream/refusals';
import { errorCode, mayPass, osText, osTextOfErrno } from './os-error.ts';
import { rootProblem } from './walk/check-root.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('osText() gives the text of the system', () => {
  expect(osText(thrownBy(() => openSync('/nonexistent/x', 'r')))).toBe('No such file or directory');
  expect(osText(thrownBy(() => readdirSync('/dev/null')))).toBe('Not a directory');
  expect(osText(thrownBy(() => openSync('/', 'w')))).toBe('Is a directory');
  expect(osText(thrownBy(() => openSync(`/${'x'.repeat(300)}`, 'r')))).toBe('File name too long');
});

test.each<[unknown, string]>([
  [Object.assign(new Error('EACCES: permission denied, open x'), { code: 'EACCES' }), 'Permission denied'],
  [Object.assign(new Error('odd'), { code: 'EODD' }), 'odd'],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
])('osText() of %s', (error, text) => expect(osText(error)).toBe(text));

test.each([
  [-constants.errno.ENOENT, 'No such file or directory'],
  [-constants.errno.EACCES, 'Permission denied'],
  [-constants.errno.ELOOP, 'Too many levels of symbolic links'],
  [-99999, 'errno 99999'],
])('osTextOfErrno() of %i is %s', (errno, text) => expect(osTextOfErrno(errno)).toBe(text));

test.runIf(hasPython())('osTextOfErrno() uses the words of the C library', () => {
  type Name = keyof typeof constants.errno;
  const some = 'EACCES EBADF EBUSY EEXIST EFBIG EINVAL EIO EISDIR ELOOP EMFILE ENAMETOOLONG ENOENT ENOMEM';
  const names = `${some} ENOSPC ENOTDIR ENOTEMPTY ENXIO EPERM EPIPE EROFS EXDEV`.split(' ') as Name[];
  const script = 'import os, sys\nfor n in sys.argv[1:]: print(os.strerror(int(n)))';
  const numbers = names.map((name) => constants.errno[name]);
  const words = execFileSync('python3', ['-c', script, ...numbers.map(String)])
    .toString()
    .trimEnd()
    .split('\n');
  expect(numbers.map((number) => osTextOfErrno(-number))).toEqual(words);
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', '']);
    return true;
  } catch {
    return false;
  }
}

test('errorCode() is the code of a system error, and nothing for other errors', () => {
  expect(errorCode(thrownBy(() => openSync('/nonexistent/x', 'r')))).toBe('ENOENT');
  expect(errorCode(thrownBy(() => openSync('a\0b', 'r')))).toBeUndefined();
  expect(errorCode(new Refusal('E_IO', 'no'))).toBeUndefined();
  expect(errorCode(new Error('x'))).toBeUndefined();
  expect(errorCode('ENOENT')).toBeUndefined();
  expect(errorCode(Object.assign(new Error('x'), { code: 7 }))).toBeUndefined();
});

test.each([
  ['ENOSPC', true],
  ['ESTALE', true],
  ['EMFILE', true],
  ['ENOENT', false],
  ['EACCES', false],
  ['EROFS', false],
])('mayPass() of %s is %s, and a root with that error is refused likewise', (code, expected) => {
  const error = Object.assign(new Error(code), { code });
  expect(mayPass(error)).toBe(expected);
  expect(rootRefusal('data', rootProblem(error)).mayPass).toBe(expected);
});
