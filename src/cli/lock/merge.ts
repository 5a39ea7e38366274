/** `lock merge PART…`: makes the lock from all parts of a scan, or with `--part` one part from some of them. */
import { counted } from '#core/count-text';
import { headCommand } from '#core/shell-words';
import { emitMergedLock, emitMergedPart, judgeParts, type PartFile, readHeads } from '#lock/ops/part/merge';
import { requireReplaceablePart } from '#lock/ops/part/output';
import { isFileOfBytes } from '#lock/ops/part/same-bytes';
import { coverText } from '#lock/part/cover';
import type { PartHead } from '#lock/part/document';
import { requireAllShards } from '#lock/part/join';
import { emptyScan, outputExists, skippedRecords } from '#lock/refusals';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { type HashedSource, hashedSource } from '../file-argument.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';

/** All of them are open at the same time. */
const MOST_PARTS = 512;

export function run(invocation: Invocation): Finished {
  const files = invocation.args.map((given): PartFile => ({ given, path: invocation.resolve(given) }));
  invocation.record.params = { subcommand: 'merge' };
  if (files.length > MOST_PARTS)
    throw new UsageError(`expected at most ${MOST_PARTS} parts, found ${files.length}: merge some of them with --part first`);
  if (invocation.has('--part')) return mergeToPart(invocation, files);
  requireWritableOutput(invocation);
  const head = readHeads(files);
  requireAllShards(head);
  if (head.memberCount + head.skippedCount === 0) throw emptyScan(head.identity.root, isFiltered(head));
  const judged = recorded(invocation, files, (hashed) => judgeParts(hashed, head));
  if (invocation.has('--strict') && head.skippedCount > 0) throw skippedRecords(head.skippedCount, judged.samplePaths, null);
  const emit = (write: (bytes: Uint8Array) => void): void => emitMergedLock(files, judged, write);
  requireSameLock(invocation, emit);
  writePayload(invocation, emit, { made: { id: judged.lockHash, facts: factsOf(head, files) } });
  invocation.record.params = { ...invocation.record.params, scan_id: head.scan, lock_hash: judged.lockHash };
  return head.skippedCount === 0 ? { exit: 0, outcome: 'LOCK_CREATED' } : { exit: 1, outcome: 'LOCK_PARTIAL' };
}

function mergeToPart(invocation: Invocation, files: readonly PartFile[]): Finished {
  const given = invocation.value('--output');
  if (given === undefined) throw new UsageError('--part needs --output: a part is written whole or not at all');
  if (invocation.has('--strict')) throw new UsageError('--strict does not go with --part: a part records what was skipped');
  requireWritableOutput(invocation);
  const head = readHeads(files);
  const output = { given, path: invocation.resolve(given), force: invocation.has('--force') };
  requireReplaceablePart(output, head);
  recorded(invocation, files, (hashed) =>
    writePayload(invocation, (write) => emitMergedPart(hashed, head, write), {
      beforeWrite: () => requireReplaceablePart(output, head),
      made: { facts: [`shards ${coverText(head.covers)} of ${head.identity.shards}`, ...factsOf(head, files)] },
    }),
  );
  invocation.record.params = { ...invocation.record.params, scan_id: head.scan };
  return { exit: 0, outcome: 'PART_CREATED' };
}

/** M3: an existing file is replaced only by the same bytes, or with `--force`. */
function requireSameLock(invocation: Invocation, emit: (write: (bytes: Uint8Array) => void) => void): void {
  const given = invocation.value('--output');
  if (given === undefined || invocation.has('--force') || isFileOfBytes(invocation.resolve(given), emit)) return;
  throw outputExists(given, { kind: 'other bytes' }, headCommand(given));
}

/** Records each part for the ledger with the hash and size of what was read (W3). */
function recorded<T>(invocation: Invocation, files: readonly PartFile[], use: (files: readonly PartFile[]) => T): T {
  const sources: HashedSource[] = [];
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
