import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Found } from '#core/found';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { readContent } from './content.ts';

const folder = scratchFolder('folder-content');

function found(path: string): Found {
  return readContent(join(folder, path), (source) => ({ kind: 'proven', size: source.read(new Uint8Array(1 << 22)) }));
}

describe('readContent()', () => {
  it.each([0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1])('reads a file of %i bytes', (size) => {
    writeFileSync(join(folder, 'sized'), Buffer.alloc(size));
    expect(found('sized')).toEqual({ kind: 'proven', size });
  });

  it('reports a file as missing if it was removed, or if a folder above it became a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect([found('gone'), found('file/inside')]).toEqual([{ kind: 'missing' }, { kind: 'missing' }]);
  });

  it('notices that a file changed while it was read, whether it is short or long', () => {
    const path = join(folder, 'changing');
    for (const size of [100, 1 << 21]) {
      writeFileSync(path, Buffer.alloc(size));
      const changing = readContent(path, (source) => {
        const count = source.read(new Uint8Array(1 << 22));
        writeFileSync(path, Buffer.alloc(size + 1));
        return { kind: 'proven', size: count };
      });
      // A short file was read completely before its content was checked.
      expect(changing.kind).toBe(size === 100 ? 'proven' : 'unreadable');
    }
  });

  it.each([
    ['folder', () => mkdirSync(join(folder, 'folder'))],
    ['link', () => symlinkSync('sized', join(folder, 'link'))],
    ['pipe', () => execFileSync('mkfifo', [join(folder, 'pipe')])],
  ])('finds that a %s is not regular, and does not wait', (name, make) => {
    make();
    expect(found(name)).toEqual({ kind: 'not regular' });
  });
});
