import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { readRegularFile } from './regular-file.ts';

const folder = scratchFolder('read-regular');
const at = (name: string): string => join(folder, name);
const read = (name: string, follow = false) => Buffer.from(readRegularFile(at(name), { most: 8, follow })).toString();

describe('readRegularFile()', () => {
  it('reads a file whole, an empty one and one as long as may be too', () => {
    for (const text of ['', 'a', '12345678']) {
      writeFileSync(at('file'), text);
      expect(read('file')).toBe(text);
    }
  });

  it('reads nothing longer', () => {
    writeFileSync(at('long'), '123456789');
    expect(() => read('long')).toThrow('longer than 8 bytes');
  });

  it('follows a link only where that is wanted', () => {
    writeFileSync(at('target'), 'x');
    symlinkSync('target', at('link'));
    expect(read('link', true)).toBe('x');
    expect(() => read('link')).toThrow('ELOOP');
  });

  it('waits for no pipe, and reads no folder', () => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    expect(() => read('pipe')).toThrow('not a regular file');
    expect(() => read('folder')).toThrow('Is a directory');
  });

  it('does not take a file that has grown for one that was read', () => {
    expect(() => readRegularFile('/proc/self/status', { most: 8, follow: false })).toThrow('changed while it was read');
  });
});
