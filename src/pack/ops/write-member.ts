/**
 * Writes members into a staging folder. Each file must not exist yet; folders are created as needed.
 *
 *     const write = memberWriter(staged.path, 'evidence/december');
 *     write('reports/a.csv', source)
 */
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fill } from '#core/bytes/source';
import type { RelPath } from '#core/path/rel-path';
import type { ByteSource } from '#core/ports';
import { makeFolders } from '#disk/write/make-folders';
import { writeAll } from '#disk/write/write-all';
import { throwIfInterrupted } from '#threads/notice-interrupts';
import { cannotWrite } from './target.ts';

export type MemberWriter = (path: RelPath, source: ByteSource) => void;

const BUFFER = 1 << 20;

/** `output` is the target as it was typed, for refusals. */
export function memberWriter(folder: string, output: string): MemberWriter {
  const made = new Set(['.']);
  const buffer = new Uint8Array(BUFFER);

  /** Turns errors of the disk into refusals. Errors of the source pass unchanged. */
  function onDisk<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw cannotWrite(output, error);
    }
  }

  function open(path: RelPath): number {
    const parent = dirname(path);
    if (!made.has(parent)) makeFolders(join(folder, parent));
    made.add(parent);
    return openSync(join(folder, path), 'wx');
  }

  return function write(path, source) {
    const fd = onDisk(() => open(path));
    try {
      for (let filled = fill(source, buffer); filled > 0; filled = fill(source, buffer)) {
        throwIfInterrupted();
        onDisk(() => writeAll(fd, buffer.subarray(0, filled)));
      }
    } finally {
      closeSync(fd);
    }
  };
}
