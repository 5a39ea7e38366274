/**
 * Writes a folder of many files to the disk: with one `sync -f` where the system has it, which takes only as long as there is data to
 * write, else file by file.
 */
import { closeSync, constants, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `parents` are folders above it that are new too. */
export function syncTree(folder: string, parents: readonly string[]): void {
  if (!syncFileSystem(folder)) syncEach(folder, parents);
}

export function syncEach(folder: string, parents: readonly string[] = []): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncEach(path);
    else syncPath(path);
  }
  for (const path of [folder, ...parents.map((parent) => dirname(parent))]) syncPath(path);
}

/** Only Linux guarantees that the bytes are on the disk when the command ends. */
export function syncFileSystem(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  // Loaded here: it costs a millisecond, and few commands write a tree.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0;
}

export function syncPath(path: string): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
