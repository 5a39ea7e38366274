/**
 * The worker of the page. It gets all files, reports which evidence it found, hashes what the evidence names, and judges. A page stops it by
 * ending it; the hashes that it reported are given to the next one, which so goes on where this one was.
 */
import '../node/globals.ts';
import { addFile, type FolderNode, newFolder } from '../node/given-files.ts';
import type { PlannedHash } from '../node/hashed-before.ts';
import { answerTo } from './answer-question.ts';
import { hashFiles, inThisThread, newHashers } from './hash-files.ts';
import type { Hasher } from './hasher.ts';
import { newEngine } from './judge.ts';
import { transferOf } from './member-table.ts';
import type { FromWorker, Judge, Question, ToWorker } from './messages.ts';
import { readAhead } from './read-ahead.ts';

const post = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });
const EVERY_MS = 100;
/** The number of files that are asked for at the same time. */
const AT_ONCE = 64;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

self.addEventListener('message', hear);

let hashers: readonly Hasher[] = [inThisThread];

function hear({ data }: MessageEvent<ToWorker>): void {
  switch (data.kind) {
    case 'prepare':
      hashers = newHashers(data.hashing);
      return;
    case 'judge':
      judge(data).catch((error: unknown) => post({ kind: 'failed', message: textOf(error) }));
      return;
    case 'ask':
      void answer(data.number, data.question);
      return;
    default:
      return data satisfies never;
  }
}

async function answer(number: number, question: Question): Promise<void> {
  try {
    const given = await answerTo(question);
    post({ kind: 'answer', number, answer: given, error: null }, typeof given === 'string' ? [] : transferOf(given));
  } catch (error) {
    post({ kind: 'answer', number, answer: null, error: textOf(error) });
  }
}

async function judge({ files, known, ...question }: Judge): Promise<void> {
  const blobs = new Map(files.map(({ path, file }) => [`/${path}`, file]));
  const progress = newProgress();
  const trustedTree = treeOf(question.trusted?.files ?? []);
  const engine = await newEngine(treeOf(files), { ...question, trustedTree }, (bytes) => progress.read(bytes));
  const kept = await unchanged(known, blobs);
  for (const { planned, hex } of kept) engine.remember(planned, hex);
  const planned = await engine.plan();
  const doneBytes = kept.reduce((sum, { planned: { size } }) => sum + size, 0);
  progress.start(
    kept.length,
    doneBytes,
    planned.length + kept.length,
    planned.reduce((sum, { size }) => sum + size, doneBytes),
  );
  await hashFiles(planned, (path) => blobs.get(path), {
    hashers,
    bytes: (count) => progress.bytes(count),
    hashed(each, hex) {
      engine.remember(each, hex);
      progress.hashed(each, hex);
    },
  });
  progress.flush();
  const written = await engine.judge();
  progress.end();
  post({ kind: 'judged', ...written }, [written.json.buffer]);
}

/** A person may go on the next day. A browser refuses to read a file that has changed since it was given, so one byte of each tells. */
async function unchanged(known: Judge['known'], blobs: ReadonlyMap<string, Blob>): Promise<Judge['known']> {
  const kept: (typeof known)[number][] = [];
  for (let at = 0; at < known.length; at += AT_ONCE) {
    const some = known.slice(at, at + AT_ONCE);
    const isReadable = await Promise.all(some.map(({ planned }) => canRead(blobs.get(planned.path))));
    kept.push(...some.filter((_, index) => isReadable[index]));
  }
  return kept;
}

async function canRead(file: Blob | undefined): Promise<boolean> {
  return (
    (await file
      ?.slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      )) ?? false
  );
}

function treeOf(files: Judge['files']): FolderNode {
  const tree = newFolder();
  const reader = new FileReaderSync();
  for (const { path, file } of files)
    addFile(tree, path, {
      size: file.size,
      lastModified: file.lastModified,
      reader: () => readAhead((position, length) => new Uint8Array(reader.readAsArrayBuffer(file.slice(position, position + length)))),
    });
  return tree;
}

interface Progress {
  start(doneFiles: number, doneBytes: number, files: number, bytes: number): void;
  hashed(planned: PlannedHash, hex: string): void;
  /** Counts bytes of the files that are hashed. */
  bytes(count: number): void;
  read(bytes: number): void;
  flush(): void;
  /** Ends the progress of the judging: later reads are for views. */
  end(): void;
}

function newProgress(): Progress {
  const count = { files: 0, bytes: 0, ofFiles: 0, ofBytes: 0, read: 0 };
  let fresh: { planned: PlannedHash; hex: string }[] = [];
  let last = 0;
  let isOver = false;
  const flush = (): void => {
    last = performance.now();
    post({ kind: 'progress', ...count, fresh });
    fresh = [];
  };
  const soon = (): void => {
    if (!isOver && performance.now() - last >= EVERY_MS) flush();
  };
  return {
    start(doneFiles, doneBytes, files, bytes) {
      Object.assign(count, { files: doneFiles, bytes: doneBytes, ofFiles: files, ofBytes: bytes });
      flush();
    },
    hashed(planned, hex) {
      count.files++;
      fresh.push({ planned, hex });
      soon();
    },
    bytes(more) {
      count.bytes += more;
      soon();
    },
    read(bytes) {
      count.read += bytes;
      soon();
    },
    flush,
    end() {
      isOver = true;
    },
  };
}
