/**
 * Asks for a passphrase at the terminal of this process, whatever its streams are redirected to. What is typed is not shown and never
 * becomes a text, which could not be erased from memory.
 *
 *     await askSecret('passphrase of release.pem: ')     the bytes that were typed; null where there is no terminal
 */
import { closeSync, constants, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { writeAll } from '#disk/write/write-all';
import { Interrupted } from '#threads/interruptible';

const MAX_LENGTH = 1024;
const [CTRL_C, CTRL_D, BACKSPACE, NEWLINE, RETURN, CTRL_U, DELETE] = [3, 4, 8, 10, 13, 21, 127];

export async function askSecret(prompt: string): Promise<Uint8Array | null> {
  const fd = openTerminal();
  if (fd === null) return null;
  const input = new ReadStream(fd);
  const restore = (): void => void input.setRawMode(false);
  // Otherwise a process that ends here would leave a terminal that shows nothing.
  process.once('exit', restore);
  try {
    input.setRawMode(true);
    // Only now: what is typed earlier would be shown.
    writeAll(fd, Buffer.from(prompt));
    return await typedLine(input);
  } finally {
    restore();
    process.removeListener('exit', restore);
    writeAll(fd, Buffer.from('\n'));
    input.destroy();
  }
}

function openTerminal(): number | null {
  try {
    const fd = openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY);
    if (process.getBuiltinModule('node:tty').isatty(fd)) return fd;
    closeSync(fd);
    return null;
  } catch {
    return null;
  }
}

/** Throws `Interrupted` on Ctrl-C. */
function typedLine(input: ReadStream): Promise<Uint8Array> {
  const line = Buffer.alloc(MAX_LENGTH);
  let length = 0;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const typed = Buffer.from(line.subarray(0, length));
      line.fill(0);
      resolve(typed);
    };
    input.on('error', reject);
    input.on('end', end);
    input.on('data', (chunk: Buffer) => {
      for (const byte of chunk) {
        if (byte === NEWLINE || byte === RETURN || byte === CTRL_D) return end();
        if (byte === CTRL_C) return reject(new Interrupted('interrupted'));
        if (byte === CTRL_U) length = 0;
        else if (byte === BACKSPACE || byte === DELETE) length = withoutLast(line, length);
        else if (length < MAX_LENGTH) line[length++] = byte;
      }
      chunk.fill(0);
    });
  });
}

/** A letter may have several bytes in UTF-8. */
function withoutLast(line: Buffer, length: number): number {
  let at = length - 1;
  while (at > 0 && ((line[at] as number) & 0xc0) === 0x80) at--;
  return Math.max(at, 0);
}
