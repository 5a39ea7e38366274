/** Files of many pieces of 1 MiB, with the same bytes in every run: a key stream of AES-128-CTR, which no file system can compress. */
import { createCipheriv } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PIECE = Buffer.alloc(1 << 20);

export function makeLargeFiles(folder, { files, mebibytes }) {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < files; number++) {
    const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, number), Buffer.alloc(16, files));
    const fd = openSync(join(folder, `large-${number}.bin`), 'w');
    for (let piece = 0; piece < mebibytes; piece++) writeSync(fd, stream.update(PIECE));
    closeSync(fd);
  }
}
