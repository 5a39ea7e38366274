/** Files of one size that are holes behind a few bytes: they are read and hashed like any other, and no disk has to keep them. */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const IN_A_FOLDER = 100;

export function makeSparseFiles(folder, { files, kibibytes }) {
  for (let number = 0; number < files; number++) {
    const parent = join(folder, `batch-${String(Math.floor(number / IN_A_FOLDER)).padStart(4, '0')}`);
    if (number % IN_A_FOLDER === 0) mkdirSync(parent, { recursive: true });
    const fd = openSync(join(parent, `file-${number % IN_A_FOLDER}.bin`), 'w');
    writeSync(fd, `${number}`);
    ftruncateSync(fd, kibibytes * 1024);
    closeSync(fd);
  }
}
