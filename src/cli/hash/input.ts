/**
 * Where the records come from: standard input, or a file whose bytes are counted and hashed on the way, for the ledger (W3).
 *
 *     const input = openInput(invocation);
 *     … input.source …
 *     invocation.record.inputs = [input.close()];
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { descriptorSource } from '#io/descriptor';
import { newHasher } from '#io/hashers';
import { errorCode, osText } from '#io/os-error';
import { streamFailure } from '#stream/refusals';
import type { Invocation, WitnessInput } from '../command.ts';
import { hashedSource } from '../hashed-source.ts';

export interface Input {
  readonly source: ByteSource;
  /** Records in a regular file; null where they cannot be counted beforehand. */
  countLines(): number | null;
  /** Reads a regular file to its end first, so that its hash is that of the whole file. */
  close(): WitnessInput;
}

/** Refuses a file that cannot be opened, after naming it in the draft of the ledger record. */
export function openInput(invocation: Invocation): Input {
  const [given = '-'] = invocation.args;
  if (given === '-') {
    return {
      source: refusing(invocation.world.stdin, () => {}),
      countLines: () => null,
      close: () => ({ path: 'stdin', hash: null, bytes: null }),
    };
  }
  invocation.record.inputs = [{ path: given, hash: null, bytes: null }];
  try {
    return openFile(given, openSync(invocation.resolve(given), 'r'));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw streamFailure(osText(error));
  }
}

function openFile(given: string, fd: number): Input {
  const isRegular = fstatSync(fd).isFile();
  let hasFailed = false;
  const file = refusing(descriptorSource(fd), () => {
    hasFailed = true;
  });
  const source = hashedSource(file, newHasher);
  return {
    source,
    countLines: () => (isRegular ? countLines(fd) : null),
    close() {
      if (isRegular && !hasFailed) readToEnd(source);
      closeSync(fd);
      return { path: given, ...(hasFailed ? { hash: null, bytes: null } : source.finish()) };
    },
  };
}

function readToEnd(source: ByteSource): void {
  const rest = new Uint8Array(1 << 16);
  while (source.read(rest) > 0);
}

function countLines(fd: number): number {
  const block = new Uint8Array(1 << 16);
  let lines = 0;
  let last = 0x0a;
  let at = 0;
  for (let count = readSync(fd, block, 0, block.length, at); count > 0; count = readSync(fd, block, 0, block.length, at)) {
    for (let feed = block.indexOf(0x0a); feed >= 0 && feed < count; feed = block.indexOf(0x0a, feed + 1)) lines++;
    last = block[count - 1] as number;
    at += count;
  }
  return last === 0x0a ? lines : lines + 1;
}

function refusing(source: ByteSource, onFailure: () => void): ByteSource {
  return {
    read(into) {
      try {
        return source.read(into);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        onFailure();
        throw streamFailure(osText(error));
      }
    },
  };
}
