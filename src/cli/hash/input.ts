/**
 * The source of the records: standard input, or a file whose bytes are counted and hashed while they are read, for the ledger (W3).
 *
 *     const input = openInput(invocation);
 *     … input.source …
 *     invocation.record.inputs = [input.close()];
 */
import { readSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { type GivenFile, openGivenFile } from '#disk/read/given-file';
import { streamFailure } from '#stream/refusals';
import type { Invocation, WitnessInput } from '../command.ts';
import { hashedSource } from '../file-argument.ts';
import { noteWaiting } from '../note.ts';

export interface Input {
  readonly source: ByteSource;
  readonly isStdin: boolean;
  /** The number of records in a regular file, and the total size that they state; null where they cannot be counted beforehand. */
  countRecords(): Records | null;
  /** Reads the rest of a regular file first, so that the hash covers the whole file. */
  close(): WitnessInput;
}

/** Refuses a file that cannot be opened, after recording its name for the ledger. */
export function openInput(invocation: Invocation): Input {
  const [given = '-'] = invocation.args;
  if (given === '-') {
    noteWaiting(invocation);
    return {
      source: refusing(invocation.context.stdin, () => {}),
      isStdin: true,
      countRecords: () => null,
      close: () => ({ path: 'stdin', hash: null, bytes: null }),
    };
  }
  invocation.record.inputs = [{ path: given, hash: null, bytes: null }];
  try {
    return openFile(given, openGivenFile(invocation.resolve(given)));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw streamFailure(osText(error), given);
  }
}

function openFile(given: string, { fd, isRegular, source: whole, close }: GivenFile): Input {
  let hasFailed = false;
  const file = refusing(whole, () => {
    hasFailed = true;
  });
  const source = hashedSource(file);
  return {
    source,
    isStdin: false,
    countRecords: () => (isRegular ? countRecords(fd) : null),
    close() {
      if (isRegular && !hasFailed) readToEnd(source);
      close();
      return { path: given, ...(hasFailed ? { hash: null, bytes: null } : source.finish()) };
    },
  };
}

function readToEnd(source: ByteSource): void {
  const rest = new Uint8Array(1 << 16);
  while (source.read(rest) > 0);
}

interface Records {
  readonly files: number;
  /** Undefined where a record does not state a size. */
  readonly bytes: number | undefined;
}

/** Only for the progress display: the sizes are found by a simple search in each line, and no verdict depends on them. */
function countRecords(fd: number): Records {
  const block = Buffer.allocUnsafe(1 << 16);
  let [files, bytes, at] = [0, 0, 0];
  let rest = '';
  const take = (line: string): void => {
    files++;
    bytes += Number(SIZE.exec(line)?.[1] ?? (line.includes(SKIPPED) ? 0 : Number.NaN));
  };
  for (let count = readSync(fd, block, 0, block.length, at); count > 0; count = readSync(fd, block, 0, block.length, at)) {
    at += count;
    const lines = (rest + block.toString('latin1', 0, count)).split('\n');
    // Only the start of a very long line is kept.
    rest = (lines.pop() as string).slice(0, MAX_LINE_LENGTH);
    for (const line of lines) take(line);
  }
  if (rest !== '') take(rest);
  return { files, bytes: Number.isNaN(bytes) ? undefined : bytes };
}

const MAX_LINE_LENGTH = 1 << 16;
const SIZE = /"size": ?(\d{1,15})[,}]/;
const SKIPPED = '"_skipped":true';

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
