/**
 * `chain run` (K5, K7, K9): resolves and reads the chain once, compares it with its lock, judges every signature, and then runs exactly the text
 * that was hashed. It writes only a private copy of the tool, which is removed afterwards; it never creates a lock.
 *
 *     const checked = checkChain('web/scraper', { roots, unlocked: false, allowUnsigned: false }, finder);
 *     await runChain(checked, { params: {}, words: [], env, cwd, temporary: '/tmp', inPlace: false, streams: 'inherit' })     { exit: 0, … }
 *
 * The command comes from the runtime as it was read, and the tool is the copy: later changes to the files do not change what runs. With `inPlace`
 * everything is read and judged again right before the start, and the original file runs, if its bytes are the text that was hashed. Somebody who
 * rewrites it before the interpreter opens it can still change what runs.
 */
import { basename } from 'node:path';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { type ChainCommand, chainCommand } from '../command.ts';
import { isSameChain } from '../create.ts';
import { findingFields } from '../findings.ts';
import type { ToolId } from '../id.ts';
import { badSignature, cannotAccess, cannotRun, drift, unlocked as noLock } from '../refusals.ts';
import { type Element, type Finder, resolveChain } from '../resolve.ts';
import { isRunnableUnchanged, runnableBytes } from '../runnable.ts';
import { type CaughtSignals, catchSignals } from './catch-signals.ts';
import { openFinder } from './find-tools.ts';
import { lockInForce } from './lock-in-force.ts';
import { openLocks } from './lockfiles.ts';
import { makePrivateCopy, type PrivateCopy } from './private-copy.ts';
import { runProcess, type Streams } from './run-process.ts';
import { judgeSignature, trustedKeys } from './signatures.ts';
import type { SpaceRoots } from './spaces.ts';
import { toolIdOf, verifyTools } from './verify.ts';

export interface RunCheck {
  readonly roots: SpaceRoots;
  /** Allows a tool that no lock has ever pinned. A tool that a lock pins, in any version, is still compared with it. */
  readonly unlocked: boolean;
  /** Allows an element without a signature. A wrong or untrusted signature is still refused. */
  readonly allowUnsigned: boolean;
}

export interface CheckedChain {
  readonly check: RunCheck;
  readonly id: string;
  readonly chain: readonly Element[];
  /** The lock that pins the chain, or null. */
  readonly lock: string | null;
  /** Warnings about keys that other users could read or change. */
  readonly warnings: readonly string[];
}

export interface RunRequest {
  readonly params: JsonObject;
  /** Appended to the command. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder, unless the runtime names one. */
  readonly cwd: string;
  /** The folder for temporary files. */
  readonly temporary: string;
  readonly inPlace: boolean;
  readonly streams: Streams;
}

export interface RunResult {
  readonly exit: number;
  /** Why the private copy could not be removed, or null. */
  readonly left: string | null;
}

/** Refuses a chain that may not run. The finder caches everything that is judged, and returns the same bytes later. */
export function checkChain(text: string, check: RunCheck, finder: Finder): CheckedChain {
  const { roots, unlocked, allowUnsigned } = check;
  const id = toolIdOf(text);
  const [verdict] = verifyTools([id], { roots, finder, trusted: null });
  if (verdict === undefined) throw new Error('no verdict');
  const { refusal, lock, status, findings, version } = verdict;
  if (refusal !== null) throw refusal;
  if (status === 'DRIFT') throw drift(id, lock?.file ?? otherVersionOf(id, roots), findings.map(findingFields));
  if (status === 'UNLOCKED' && !unlocked) throw noLock(id, version);
  const chain = resolveChain(id, finder);
  const warnings = requireSigned(chain, roots, allowUnsigned);
  return { check, id, chain, lock: lock?.file ?? null, warnings };
}

/** Returns the lock in force if only other versions are pinned: a tool must not lose its lock by changing its version number. */
function otherVersionOf(id: ToolId, roots: SpaceRoots): string {
  const inForce = lockInForce(openLocks(roots).named(id), null);
  if (inForce === null) throw new Error('no lock of another version');
  return inForce.file;
}

function requireSigned(chain: readonly Element[], roots: SpaceRoots, allowUnsigned: boolean): readonly string[] {
  const trusted = trustedKeys(roots, { always: true });
  if (trusted === null) throw new Error('no trust store was opened');
  for (const element of chain) {
    const judged = judgeSignature(element, trusted);
    if (judged === 'valid') continue;
    const isUnsigned = judged.kind === 'UNSIGNED';
    if (isUnsigned && allowUnsigned) continue;
    const { itemId: id, file } = element;
    throw badSignature({ tool: (chain[0] as Element).itemId, id, file, error: judged.message });
  }
  return trusted.warnings;
}

export async function runChain(checked: CheckedChain, request: RunRequest): Promise<RunResult> {
  // From here on a signal ends the tool, and temporary files are removed.
  const signals = catchSignals();
  try {
    if (request.inPlace) return { exit: await start(requireAsHashed(checkedAgain(checked)), request, signals), left: null };
    const copy = copyOf(checked, request);
    let left: string | null = null;
    const exit = await start(checked, request, signals, copy).finally(() => (left = removeCopy(copy)));
    return { exit, left };
  } finally {
    signals.release();
  }
}

/** Checks the current files again; they must be the same as before. */
function checkedAgain({ id, check, chain }: CheckedChain): CheckedChain {
  const again = checkChain(id, check, openFinder(check.roots));
  const [before, now] = [chain[0] as Element, again.chain[0] as Element];
  if (isSameChain(chain, again.chain) && before.file === now.file) return again;
  throw cannotRun(id, 'expected the chain that was checked, found another right before the start', { file: now.file });
}

/** CRLF is hashed as LF, but an interpreter may treat them differently. */
function requireAsHashed(checked: CheckedChain): CheckedChain {
  const other = checked.chain.find(({ extension, bytes }) => !isRunnableUnchanged(extension, bytes));
  if (other === undefined) return checked;
  const { itemId, file } = other;
  throw cannotRun(checked.id, `expected ${itemId} to be, byte for byte, the text that was hashed, found CRLF line ends: ${file}`, { file });
}

async function start(checked: CheckedChain, request: RunRequest, signals: CaughtSignals, copy?: PrivateCopy): Promise<number> {
  const { id, chain, check } = checked;
  const projectPath = check.roots.project;
  const values = { paramsJson: formatSpine(request.params), toolPath: copy?.path ?? (chain[0] as Element).file, projectPath };
  const command = chainCommand(chain, { values, words: request.words });
  const { program, args, timeoutSeconds } = command;
  const cwd = command.cwd === null ? request.cwd : folderOf(id, joinPath(projectPath, command.cwd));
  try {
    const env = { ...request.env, ...command.env };
    return await runProcess({ program, args, env, cwd, timeoutSeconds }, { streams: request.streams, signals, lock: copy?.lock ?? null });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotStart(id, command, error);
  }
}

function folderOf(id: string, cwd: string): string {
  if (statIfThere(cwd)?.isDirectory()) return cwd;
  throw cannotRun(id, `expected config.cwd to be a folder, found none at ${cwd}`, { cwd });
}

function cannotStart(id: string, { program }: ChainCommand, error: unknown): Refusal {
  return cannotRun(id, `expected a program '${program}' that can be started: ${osText(error)}`, { program, error: osText(error) });
}

function copyOf({ chain }: CheckedChain, { temporary }: RunRequest): PrivateCopy {
  const { bytes, extension, file } = chain[0] as Element;
  try {
    // The mode is not pinned; it only decides whether the copy can be executed directly.
    const isExecutable = ((statIfThere(file)?.mode ?? 0) & 0o111) !== 0;
    return makePrivateCopy(runnableBytes(extension, bytes), { name: basename(file), folder: temporary, isExecutable });
  } catch (error) {
    throw cannotAccess(`cannot make a private copy in ${temporary}: ${osText(error)}`, temporary, osText(error));
  }
}

/** A failure here is only reported: the tool has run, and its result is valid. */
function removeCopy(copy: PrivateCopy): string | null {
  try {
    copy.remove();
    return null;
  } catch (error) {
    return `cannot remove ${copy.path}: ${osText(error)}`;
  }
}
