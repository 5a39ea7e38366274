import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, readSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { proveFile, UNPROVEN } from './prove-file.ts';

const folder = scratchFolder('prove-file');
const hexOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
let serial = 0;

function file(bytes: string | Uint8Array): string {
  const path = join(folder, `${serial++}`);
  writeFileSync(path, bytes);
  return path;
}

describe('proveFile()', () => {
  it.each(['a', 'x'.repeat((1 << 20) - 1), 'x'.repeat(1 << 20)])('gives the size of a file with the expected hash', (text) => {
    expect(proveFile({ path: file(text), hex: hexOf(text), version: null })).toBe(text.length);
  });

  it('does not prove a file with another hash, however it begins', () => {
    expect(proveFile({ path: file('ab'), hex: hexOf('a'), version: null })).toBe(UNPROVEN);
    expect(proveFile({ path: file('ab'), hex: '', version: null })).toBe(UNPROVEN);
  });

  it('leaves what is empty to others: a device has nothing to read either', () => {
    for (const path of [file(''), '/dev/null']) expect(proveFile({ path, hex: hexOf(''), version: null })).toBe(UNPROVEN);
  });

  it('leaves a long file to others', () => {
    const path = file('');
    truncateSync(path, (1 << 20) + 1);
    expect(proveFile({ path, hex: hexOf(new Uint8Array((1 << 20) + 1)), version: null })).toBe(UNPROVEN);
    expect(proveFile({ path, hex: hexOf(new Uint8Array(1 << 20)), version: null })).toBe(UNPROVEN);
  });

  it('proves nothing that is no regular file, and waits for none', () => {
    const [link, pipe, directory] = [join(folder, 'link'), join(folder, 'pipe'), join(folder, 'directory')];
    symlinkSync(file('a'), link);
    execFileSync('mkfifo', [pipe]);
    mkdirSync(directory);
    for (const path of [link, pipe, directory, join(folder, 'missing')]) {
      expect(proveFile({ path, hex: hexOf('a'), version: null })).toBe(UNPROVEN);
      expect(proveFile({ path, hex: hexOf(''), version: null })).toBe(UNPROVEN);
    }
  });

  it('takes nothing out of a pipe, even where that has the expected hash', () => {
    const pipe = join(folder, 'full-pipe');
    execFileSync('mkfifo', [pipe]);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      writeSync(fd, 'a');
      expect(proveFile({ path: pipe, hex: hexOf('a'), version: null })).toBe(UNPROVEN);
      expect(readSync(fd, new Uint8Array(2))).toBe(1);
    } finally {
      closeSync(fd);
    }
  });

  it.each([
    ['{"version":"rvl.v0","outcome":"REAL_CHANGE"}', true],
    ['{"version":"rvl.v1","outcome":"REAL_CHANGE"}', false],
    ['{"version":"rvl.v0","outcome":12}', false],
    ['{"version":"rvl.v0","outcome":"REAL_CHANGE","rows":[1,]}', false],
    ['{"version":"rvl.v0","outcome":"REAL_CHANGE","rows":{"a":1,"a":1}}', false],
    ['not JSON', false],
  ])('holds a document against its open schema: %s', (text, isKept) => {
    expect(proveFile({ path: file(text), hex: hexOf(text), version: 'rvl.v0' })).toBe(isKept ? text.length : UNPROVEN);
    expect(proveFile({ path: file(text), hex: hexOf('other'), version: 'rvl.v0' })).toBe(UNPROVEN);
  });
});
