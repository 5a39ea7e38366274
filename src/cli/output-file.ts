/**
 * The result of a command, on standard output or, with `--output FILE`, in a file that is complete or absent (C6, L7). In both cases the
 * ledger's record hashes exactly these bytes.
 */
import { basename, dirname } from 'node:path';
import { formatBytes } from '#core/bytes/size';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSink } from '#core/ports';
import { Refusal } from '#core/refusal';
import { SEALS_SUFFIX } from '#core/seals-name';
import { writeRemedy } from '#core/write-remedy';
import { errorCode, mayPass, osText } from '#disk/os-error';
import { isInside, realPath } from '#disk/path/real-path';
import { isSameFile, isSameFolder } from '#disk/path/same-file';
import { statIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';
import { type Patch, requireReplaceable, writeWhole } from '#disk/write/whole-file';
import { isDefinitionName } from '#fingerprint/definition-name';
import { parseFileUrl } from '#store/folder/url';
import { Interrupted, interruptible } from '#threads/interruptible';
import { type Announcement, announce } from './announce.ts';
import type { Invocation } from './command.ts';
import { outputLines, type Result, writeLines } from './show.ts';

type Emit = (bytes: Uint8Array) => void;

const PIECE = 64 * 1024;

/** Before any work, refuses an output that cannot be written, or that is a file which this run reads (M3). */
export function requireWritableOutput(invocation: Invocation): void {
  const file = invocation.value('--output');
  if (file === undefined) return;
  const path = invocation.resolve(file);
  const input = inputsOf(invocation).find((given) => isSameFile(invocation.resolve(given), path));
  if (input !== undefined) throw outputIsInput(file, input, input === file ? 'what this run reads' : `${input}, which this run reads`);
  const sealed = invocation.args.find((given) => isSameFile(invocation.resolve(given) + SEALS_SUFFIX, path));
  if (sealed !== undefined) throw outputIsInput(file, sealed, `the file with the signatures of ${sealed}`);
  const folder = storeAround(invocation, path) ?? definitionsAround(invocation, path);
  if (folder !== undefined) throw outputIsInput(file, folder, `inside ${folder}, which this run reads`);
  // The shell opened it. Whether the command reads it does not matter: whoever redirects a file does not want it replaced.
  if (invocation.context.isInput?.(path) === true) throw outputIsInput(file, 'stdin', 'the standard input of this run');
  try {
    requireReplaceable(path);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** M3: a report or a lock would replace what it is about. */
export function outputIsInput(file: string, input: string, what: string): Refusal {
  return new Refusal('E_IO', `--output ${file} is ${what}: choose another name`, {
    path: file,
    input,
    error: 'Is an input of the same run',
  });
}

/** A store on this machine in which the output would be: it would replace a blob. What is no URL is refused where the store is opened. */
function storeAround({ values, resolve }: Invocation, path: string): string | undefined {
  return values('--store').find((url) => {
    if (!/^file:/i.test(url)) return false;
    try {
      return isInside(parseFileUrl(url, resolve), path);
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  });
}

/** A file of definitions that is the output, or a folder of definitions in which the output would be one. */
function definitionsAround({ values, resolve }: Invocation, path: string): string | undefined {
  const real = realPath(path);
  const isOneIn = (folder: string): boolean => isDefinitionName(basename(real)) && isSameFolder(folder, dirname(real));
  return values('--definitions').find((given) => isSameFile(resolve(given), path) || isOneIn(resolve(given)));
}

/** All files that the line names, as an argument or as the value of an option. */
function inputsOf({ command, args, values }: Invocation): readonly string[] {
  const options = command.options.filter(({ flag, type }) => type === 'file_path' && flag !== '--output');
  const kept = values('--expect').flatMap((id) => (id.startsWith('@') ? [id.slice(1)] : []));
  return [...args, ...options.flatMap(({ flag }) => values(flag)), ...kept];
}

export interface PayloadOptions {
  /** Can still prevent that the file is put in place, by throwing. */
  readonly beforeWrite?: (stagedPath: string) => void;
  /** Bytes of the file are written again: the ledger's record hashes the file once it is complete. */
  readonly isPatched?: boolean;
  /** Facts about the file in addition to its length. */
  readonly made?: Pick<Announcement, 'id' | 'facts'>;
}

/** A result that is written to a file is reported on standard error. */
export function writePayload(
  invocation: Invocation,
  emit: (write: Emit, patch: Patch) => void,
  { beforeWrite, made, isPatched = false }: PayloadOptions = {},
): void {
  const file = invocation.value('--output');
  if (file === undefined) return writeShown(invocation, (write) => emit(write, cannotPatch));
  const how = statIfThere(invocation.resolve(file)) === undefined ? 'created' : 'replaced';
  let length = 0;
  try {
    const content = (write: Emit, patch: Patch): void =>
      interruptible(() =>
        emit((bytes) => {
          write(bytes);
          if (!isPatched) invocation.observe(bytes);
          length += bytes.length;
        }, patch),
      );
    const beforeRename = (stagedPath: string): void => {
      if (isPatched && !invocation.has('--no-witness')) observeFile(invocation, stagedPath);
      beforeWrite?.(stagedPath);
    };
    writeWhole(invocation.resolve(file), content, { sync: !invocation.has('--no-sync'), beforeRename });
    // With this parameter the ledger can be queried for the run that wrote the file.
    invocation.record.params = { ...invocation.record.params, output: file };
  } catch (error) {
    throw error instanceof Refusal || error instanceof Interrupted ? error : unwritable(file, error);
  }
  announce(invocation, { how, place: file, ...(made ?? { facts: [formatBytes(length)] }) });
}

/** What was written to standard output cannot be written again. */
function cannotPatch(): never {
  throw new Error('standard output cannot be patched');
}

function observeFile({ observe }: Invocation, path: string): void {
  const block = new Uint8Array(1 << 20);
  withGivenFile(path, ({ source }) => {
    for (let count = source.read(block); count > 0; count = source.read(block)) observe(block.subarray(0, count));
  });
}

/** What `show` writes, in the file that `--output` names where there is one. */
export function showInOutput(invocation: Invocation, result: Result): void {
  const shown = outputLines(invocation, result);
  writePayload(invocation, (write) => writeLines({ write }, shown));
}

/** On a terminal, output without a final line end gets one on standard error: standard output stays unchanged. */
function writeShown({ stdout, context, tool, command, has }: Invocation, emit: (write: Emit) => void): void {
  let last = 0x0a;
  writeInPieces(stdout, (write) =>
    emit((bytes) => {
      last = bytes.at(-1) ?? last;
      write(bytes);
    }),
  );
  if (last === 0x0a || has('--quiet') || !context.stdout.isTTY || !context.stderr.isTTY) return;
  const hint = command.options.some(({ flag }) => flag === '--output') ? `${tool.name}: --output FILE writes it to a file\n` : '';
  context.stderr.write(encodeUtf8(`\n${hint}`));
}

/**
 * Collects short lines into few writes. A reader that takes only the first line then has received everything, or the run notices that the
 * pipe was closed.
 */
function writeInPieces(sink: ByteSink, emit: (write: Emit) => void): void {
  const piece = new Uint8Array(PIECE);
  let filled = 0;
  const flush = (): void => {
    if (filled > 0) sink.write(piece.subarray(0, filled));
    filled = 0;
  };
  emit((bytes) => {
    if (filled + bytes.length > PIECE) flush();
    if (bytes.length > PIECE) return sink.write(bytes);
    piece.set(bytes, filled);
    filled += bytes.length;
  });
  flush();
}

function unwritable(file: string, error: unknown): Refusal {
  const text = osText(error);
  const remedy = writeRemedy(file, errorCode(error));
  return new Refusal('E_IO', `cannot write output file — ${text}`, { path: file, error: text }, remedy, mayPass(error));
}
