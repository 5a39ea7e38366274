/** `lock`: creates one lockfile from records, or with `--scan` from a whole folder. */

import { grouped } from '#core/count-text';
import { lazy } from '#core/lazy';
import { maskedUrl } from '#core/masked-url';
import { listParentCommand, shellPath } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { LockDraft } from '#lock/create';
import { emitLock, lockHashOf, lockOutcome } from '#lock/document';
import { lockRecords } from '#lock/ops/from-records';
import { type LockOutputPlace, openLockOutput } from '#lock/ops/output';
import { lockScan, type Scan } from '#lock/ops/scan';
import { profileEntries } from '#lock/origin/profiles';
import type { Established } from '#lock/receipt/established';
import { cannotAccess, pipelineCommand } from '#lock/refusals';
import { parseFilter } from '#stream/filter';
import { isObjectRoot } from '#stream/object';
import { measureRoot, openRoots, type ScanRoot } from '#stream/ops/scan-root';
import type { Warning } from '#stream/warnings';
import { parseAlgorithm } from '../algorithm.ts';
import { membersText } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { readFileArgument } from '../file-argument.ts';
import { warnLedgerInRoot } from '../ledger-in-root.ts';
import { suggestion } from '../nearest.ts';
import { noteWaiting } from '../note.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { startProgress } from '../progress.ts';
import { pipedCommand, retypedCommand } from '../retyped-command.ts';
import { refuseOutputAmongMembers, refuseOutputInRoot, watchLinks } from './output-in-root.ts';
import type { ScanShard } from './plan.ts';
import { profileReader } from './profiles.ts';
import type { ScanSince } from './since.ts';

const STDIN = 'stdin';
const NEEDS_SINCE = ['--cache-file', '--max-age', '--budget'];
const NEEDS_SCAN = ['--algorithm', '--include', '--exclude', '--no-follow', '--jobs', '--shard', '--plain-http', '--ca-file'];

export async function run(invocation: Invocation): Promise<Finished> {
  const [datasetId, asOf, note] = ['--dataset-id', '--as-of', '--note'].map((flag) => invocation.value(flag) ?? null) as [
    string | null,
    string | null,
    string | null,
  ];
  invocation.record.params = { dataset_id: datasetId, as_of: asOf, note };
  const created = createdAt(invocation);
  const scanned = invocation.value('--scan');
  const profiles = profileEntries((await profileReader(invocation))?.() ?? []);
  if (profiles.length > 0) invocation.record.params = { ...invocation.record.params, profiles };
  const facts = { datasetId, asOf, note, created, toolVersion: version, profiles };
  if (invocation.has('--plan') && !invocation.has('--shard')) throw new UsageError('--plan needs --scan and --shard');
  const uncached = NEEDS_SINCE.find((flag) => !invocation.has('--since') && invocation.has(flag));
  if (uncached !== undefined) throw new UsageError(`${uncached} needs --since`);
  const since = invocation.has('--since') ? (await import('./since.ts')).sinceOption(invocation, scanned) : undefined;
  const receipt = invocation.has('--receipt') ? (await import('./receipt.ts')).newReceipt(invocation, scanned) : undefined;
  if (scanned !== undefined && invocation.has('--shard')) {
    const { writePart } = await import('./part.ts');
    return writePart(invocation, scanned, facts, fromScan);
  }
  const place = lazy(() => openPlace(invocation));
  let established: Established | null = null as Established | null;
  const draft =
    scanned === undefined
      ? fromRecords(invocation, place)
      : await fromScan(invocation, scanned, { check: place, onRead: receipt?.onRead, since, onEstablished: (how) => (established = how) });
  const lock = draft.finish(facts);
  if (invocation.has('--strict')) draft.requireNoSkips();
  if (draft.hasSeveralRoots && !invocation.has('--progress')) {
    invocation.say('warning: the records come from several roots; no single --root can verify this lock, make one of each');
  }
  refuseOutputAmongMembers(invocation, lock, draft.roots);
  place()?.accept(lock, lookCommand(invocation, draft.pipeline().root));
  const lockHash = lockHashOf(lock, newHasher);
  writePayload(invocation, (write) => emitLock(lock, lockHash, write), {
    beforeWrite: () => place()?.recheck(),
    made: {
      id: lockHash,
      facts: [...membersText(lock.members.count, draft.bytes), `${lock.skipped.count} skipped`, ...notReadText(established)],
    },
  });
  receipt?.write(lock, lockHash, established);
  invocation.record.params = { ...invocation.record.params, lock_hash: lockHash };
  // The lock was written: it pins the bytes as they are. But somebody should look.
  if (established !== null && established.damagedCount > 0) return { exit: 1, outcome: 'LOCK_SUSPECT' };
  const outcome = lockOutcome(lock);
  return { exit: outcome === 'LOCK_CREATED' ? 0 : 1, outcome };
}

function notReadText(established: Established | null): readonly string[] {
  return established === null ? [] : [`${grouped(established.counts.cached)} not read`];
}

type Place = () => LockOutputPlace | null;

/** Null where the lock goes to standard output. Before any work, refuses an output that must not be replaced (M3). */
function openPlace(invocation: Invocation): LockOutputPlace | null {
  const given = invocation.value('--output');
  requireWritableOutput(invocation);
  return given === undefined ? null : openLockOutput({ given, path: invocation.resolve(given), force: invocation.has('--force') });
}

/** The command that compares an existing lock at the output path with the new one; null where the records cannot be produced again. */
function lookCommand(invocation: Invocation, root: string | null): string | null {
  const old = shellPath(invocation.value('--output') ?? '');
  const [input] = invocation.args;
  const isAgain = invocation.has('--scan') || (input !== undefined && input !== '-');
  if (isAgain) return `${retypedCommand(invocation, '--output', null)} | lock diff ${old} -`;
  return root === null ? null : `lock verify ${old} --root ${shellPath(root)} --closed`;
}

function fromRecords(invocation: Invocation, place: Place): LockDraft {
  const misplaced = NEEDS_SCAN.find((flag) => invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs --scan`);
  const [input] = invocation.args;
  const isStdin = input === undefined || input === '-';
  const draft = new LockDraft({ words: pipedCommand(invocation), input: isStdin ? null : input });
  if (isStdin) invocation.record.inputs.push({ path: STDIN, hash: null, bytes: null });
  if (isStdin) noteWaiting(invocation);
  place();
  const isSilent = isStdin && invocation.context.isPiped?.('stdin') === true;
  const progress = startProgress(invocation, { tool: 'lock', isSilent });
  try {
    if (isStdin) lockRecords(draft, invocation.context.stdin, progress.advance);
    else readFileArgument(invocation, input, (source) => lockRecords(draft, source, progress.advance));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const [path, next] = isStdin ? [STDIN, pipelineCommand(draft.pipeline())] : [input, commandAfter(invocation, input, error)];
    throw cannotAccess(`cannot read input — ${osText(error)}${commandNote(invocation, path, error)}`, path, osText(error), next);
  } finally {
    progress.done();
  }
  return draft;
}

/** `lock init` names a file called `init`, but most users who type it mean a command. */
function commandNote({ tool }: Invocation, path: string, error: unknown): string {
  if (errorCode(error) !== 'ENOENT' || !/^[a-z][a-z-]*$/.test(path)) return '';
  const meant = suggestion(path, [...new Set(tool.commands.flatMap(({ words: [word] }) => word ?? []))]);
  return `; and lock has no command '${path}'${meant === '' ? ': see lock --help' : meant}`;
}

/** For a folder the next command uses `--scan`. */
function commandAfter(invocation: Invocation, input: string, error: unknown): string | null {
  return errorCode(error) === 'EISDIR' ? pipedCommand(invocation, { '--scan': input }) : listParentCommand(input);
}

/** Adds the reason why a file could not be read, which only the detail contains. */
function withReason({ message, detail: { error } }: Warning): string {
  return typeof error !== 'string' || message.includes(error) ? message : `${message}: ${error}`;
}

export interface ScanCheck {
  /** Refuses an output that must not be replaced, before any work. */
  readonly check: () => void;
  /** What is scanned of the tree; all of it if absent. */
  readonly shard?: ScanShard;
  /** Called for each object that becomes a member, with its ETag. */
  readonly onRead?: ((etag: string | null) => void) | undefined;
  /** Scans a folder without reading what has not changed. */
  readonly since?: ScanSince | undefined;
  readonly onEstablished?: (established: Established) => void;
}

export async function fromScan(invocation: Invocation, typed: string, how: ScanCheck): Promise<LockDraft> {
  const { check, shard, onRead, since } = how;
  if (invocation.args.length > 0) throw new UsageError('--scan reads a folder: no INPUT beside it');
  const algorithm = parseAlgorithm(invocation);
  const [include, exclude] = [invocation.values('--include'), invocation.values('--exclude')];
  const follow = !invocation.has('--no-follow');
  const threads = invocation.integer('--jobs', 0);
  const shown = maskedUrl(typed);
  invocation.record.inputs.push({ path: shown, hash: null, bytes: null });
  const part = shard === undefined ? {} : { shard: shard.text };
  invocation.record.params = { ...invocation.record.params, scan: shown, algorithm, include, exclude, no_follow: !follow, ...part };
  if (isObjectRoot(typed)) {
    const filter = parseFilter({ include, exclude });
    check();
    const { fromObjects } = await import('./scan-objects.ts');
    return fromObjects(invocation, { url: typed, algorithm, filter, follow, ...shard?.rule, onRead, shown: withReason });
  }
  const [root] = openRoots([typed], invocation.context.cwd) as [ScanRoot];
  const filter = parseFilter({ include, exclude });
  refuseOutputInRoot(invocation, root, filter);
  check();
  warnLedgerInRoot(invocation, [root]);
  const draft = new LockDraft({ words: pipedCommand(invocation), input: null }, root.path);
  const links = watchLinks(invocation, root);
  const progress = startProgress(invocation, { tool: 'lock', measure: () => measureRoot(root, { filter, follow, ...shard?.rule }) });
  try {
    const scan: Scan = {
      root,
      algorithm,
      filter,
      follow,
      threads,
      ...shard?.rule,
      onLink: links.found,
      onFile: () => progress.advance(1),
      onSkip: (path, warning) => progress.warn(path, withReason(warning)),
    };
    if (since === undefined) lockScan(draft, scan);
    else how.onEstablished?.(since(draft, scan, (path, text) => progress.warn(path, text, false)));
  } finally {
    progress.done();
  }
  links.refuse();
  return draft;
}
