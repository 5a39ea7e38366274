/** `lock merge PART…`: makes the lock from all parts of a scan, or with `--part` one part from some of them. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { counted } from '#core/count-text';
import { headCommand } from '#core/shell-words';
import { emitMergedPart, emitSealedLock, emitUnsealedLock, type MergedParts, type PartFile, readHeads } from '#lock/ops/part/merge';
import { requireReplaceablePart } from '#lock/ops/part/output';
import { isCopyOf } from '#lock/ops/part/same-bytes';
import { coverText } from '#lock/part/cover';
import type { PartHead } from '#lock/part/document';
import { requireAllShards } from '#lock/part/join';
import { emptyScan, outputExists, skippedRecords } from '#lock/refusals';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { type HashedSource, hashedSource } from '../file-argument.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { startProgress } from '../progress.ts';

type Emit = (bytes: Uint8Array) => void;

/** All of them are open at the same time. */
const MAX_PARTS = 512;

export function run(invocation: Invocation): Finished {
  const files = invocation.args.map((given): PartFile => ({ given, path: invocation.resolve(given) }));
  invocation.record.params = { subcommand: 'merge' };
  if (files.length > MAX_PARTS)
    throw new UsageError(`expected at most ${MAX_PARTS} parts, found ${files.length}: merge some of them with --part first`);
  if (invocation.has('--part')) return mergeToPart(invocation, files);
  requireWritableOutput(invocation);
  const head = readHeads(files);
  requireAllShards(head.covers, head.identity.shards);
  if (head.memberCount + head.skippedCount === 0) throw emptyScan(head.identity.root, isFiltered(head));
  const { lockHash } = recorded(invocation, files, (hashed) => writeLock(invocation, hashed, head));
  invocation.record.params = { ...invocation.record.params, scan_id: head.scan, lock_hash: lockHash };
  return head.skippedCount === 0 ? { exit: 0, outcome: 'LOCK_CREATED' } : { exit: 1, outcome: 'LOCK_PARTIAL' };
}

function writeLock(invocation: Invocation, files: readonly PartFile[], head: PartHead): MergedParts {
  const given = invocation.value('--output');
  const judge = (write: Emit, onEntries?: (count: number) => void): MergedParts => {
    const judged = emitUnsealedLock(files, head, write, onEntries);
    if (invocation.has('--strict') && head.skippedCount > 0) throw skippedRecords(head.skippedCount, judged.samplePaths, null);
    return judged;
  };
  if (given === undefined) {
    const judged = withProgress(invocation, head, (onEntries) => judge(() => {}, onEntries));
    const unobserved = files.map(({ given: name, path }) => ({ given: name, path }));
    writePayload(invocation, (write) => emitSealedLock(unobserved, head, judged, write));
    return judged;
  }
  const path = invocation.resolve(given);
  let judged: MergedParts | undefined;
  const made = { id: '', facts: factsOf(head, files) };
  writePayload(
    invocation,
    (write, patch) => {
      judged = withProgress(invocation, head, (onEntries) => judge(write, onEntries));
      patch(encodeUtf8(judged.lockHash), judged.at);
      made.id = judged.lockHash;
    },
    {
      isPatched: true,
      // M3: an existing file is replaced only by the same bytes, or with `--force`.
      beforeWrite: (staged) => {
        if (!invocation.has('--force') && !isCopyOf(path, staged)) throw outputExists(given, { kind: 'other bytes' }, headCommand(given));
      },
      made,
    },
  );
  return judged as unknown as MergedParts;
}

function withProgress<T>(
  invocation: Invocation,
  { memberCount, skippedCount }: PartHead,
  use: (onEntries: (count: number) => void) => T,
): T {
  const progress = startProgress(invocation, { tool: 'lock', total: memberCount + skippedCount });
  try {
    return use((count) => progress.advance(count));
  } finally {
    progress.done();
  }
}

function mergeToPart(invocation: Invocation, files: readonly PartFile[]): Finished {
  const given = invocation.value('--output');
  if (given === undefined) throw new UsageError('--part needs --output: a part is written whole or not at all');
  if (invocation.has('--strict')) throw new UsageError('--strict does not go with --part: a part records what was skipped');
  requireWritableOutput(invocation);
  const head = readHeads(files);
  const output = { given, path: invocation.resolve(given), force: invocation.has('--force') };
  requireReplaceablePart(output, head);
  const write = (hashed: readonly PartFile[], emit: Emit): void =>
    withProgress(invocation, head, (onEntries) => emitMergedPart(hashed, head, emit, onEntries));
  recorded(invocation, files, (hashed) =>
    writePayload(invocation, (emit) => write(hashed, emit), {
      beforeWrite: () => requireReplaceablePart(output, head),
      made: { facts: [`shards ${coverText(head.covers)} of ${head.identity.shards}`, ...factsOf(head, files)] },
    }),
  );
  invocation.record.params = { ...invocation.record.params, scan_id: head.scan };
  return { exit: 0, outcome: 'PART_CREATED' };
}

/** Records each part for the ledger with the hash and size of what was read (W3). */
function recorded<T>(invocation: Invocation, files: readonly PartFile[], use: (files: readonly PartFile[]) => T): T {
  const sources: HashedSource[] = [];
  if (invocation.has('--no-witness')) return use(files);
  const hashed = files.map((file, index) => ({
    ...file,
    observed: (source: Parameters<typeof hashedSource>[0]): HashedSource => {
      const observed = hashedSource(source);
      sources[index] = observed;
      return observed;
    },
  }));
  try {
    return use(hashed);
  } finally {
    files.forEach(({ given: path }, index) => {
      const source = sources[index];
      invocation.record.inputs.push(source?.isAtEnd === true ? { path, ...source.finish() } : { path, hash: null, bytes: null });
    });
  }
}

function factsOf(head: PartHead, files: readonly PartFile[]): readonly string[] {
  return [counted(head.memberCount, 'member'), `${head.skippedCount} skipped`, counted(files.length, 'part')];
}

function isFiltered({ identity: { scope } }: PartHead): boolean {
  return scope !== null && scope.include.length + scope.exclude.length > 0;
}
