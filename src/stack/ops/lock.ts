/**
 * `stack lock`: gathers and judges a zone, and writes the lock. If the content is unchanged, the lock stays as it is, with its time; a check
 * writes nothing (S6).
 *
 *     await lockStack({ zone: 'zones/one/zone.yaml', root: null, cwd, out: null, generatedAt, … })
 *       { file: 'zones/one/stack.lock', change: 'created', lock, verdicts, warnings }
 */
import { join } from 'node:path';
import { formatYaml } from '#codecs/yaml/write';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parentOf } from '#core/path/parent-of';
import { Refusal } from '#core/refusal';
import { osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { listThere } from '#disk/path/list-there';
import { writeWhole } from '#disk/write/whole-file';
import { newHasher } from '#hashing/hashers';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import type { CorridorVerdict } from '../corridor/activation.ts';
import { blockersIn } from '../corridor/check.ts';
import { ABSENT } from '../corridor/judge-agreements.ts';
import { createStackLock, type NewLock } from '../create.ts';
import { isSameValue } from '../diff/same-value.ts';
import type { StackLock } from '../document.ts';
import { formatStackLock, type LockFormat } from '../format.ts';
import type { ReadFile } from '../inputs/facts.ts';
import type { LawpackPrefix } from '../lawpack/lawpack.ts';
import { lockValue } from '../read.ts';
import { cannotAccess, missingInput } from '../refusals.ts';
import { cachedVerify } from './cached-verify.ts';
import { completeFacts, type GatheredStack, gatherStack } from './gather/gather.ts';
import { placeOf } from './gather/tree.ts';
import { type LocatedZone, locateZone, type ZoneRequest } from './gather/zone.ts';
import { checkArchives } from './lawpack-archive.ts';
import { type LockFile, parseLockFile, readLockFileIfThere } from './lock-file.ts';

export interface LockRequest extends ZoneRequest {
  /** The path as typed; null for the path that the zone states. */
  readonly out: string | null;
  /** RFC 3339, in UTC, in whole seconds. */
  readonly generatedAt: string;
  /** True if the user requested the time: it is used even if nothing else has changed. */
  readonly isTimeAsked: boolean;
  readonly emitArtifactRefs: boolean;
  readonly check: boolean;
  readonly format: LockFormat;
  readonly lawpackPrefix: LawpackPrefix;
  readonly sync: boolean;
  /** Receives the zone file after it is read. */
  readonly onZone?: (file: ReadFile) => void;
}

export interface LockedStack {
  /** The path as shown to the user. */
  readonly file: string;
  /** `differs` only for a check, which writes nothing. */
  readonly change: 'created' | 'updated' | 'unchanged' | 'differs';
  readonly lock: StackLock;
  readonly bytes: Uint8Array;
  readonly verdicts: readonly CorridorVerdict[];
  readonly warnings: readonly string[];
}

export async function lockStack(asked: LockRequest): Promise<LockedStack> {
  const located = locateZone(asked);
  const gathered = gatherStack(located.tree, located.zonePlace, asked.onZone);
  const facts = completeFacts(gathered);
  const absent = facts.corridors.flatMap(({ absentAgreements }) =>
    absentAgreements.map(({ place }) => `${located.tree.show(place)} ${ABSENT}`),
  );
  const warnings = [...gathered.warnings, ...absent, ...(await checkArchives(located.tree, facts.lawpacks, asked.lawpackPrefix))];
  const target = targetOf(asked, located, gathered);
  const before = readLockFileIfThere(target.path, target.shown);
  if (before === null && asked.check) throw missingInput('stack lock', target.shown, '--check', listThere(target.path, target.shown));
  const { emitArtifactRefs, generatedAt } = asked;
  const checks = { newHasher, verifyEd25519: cachedVerify(verifyEd25519) };
  const createAt = (time: string): NewLock => createStackLock(facts, { generatedAt: time, emitArtifactRefs, ...checks });
  const { lock, verdicts } = asked.isTimeAsked || before === null ? createAt(generatedAt) : createAgain(before, asked, createAt);
  const bytes = encodeUtf8(textOf(lock, asked.format));
  requireReadable(bytes, target.shown);
  const change = changeOf(bytes, before, asked.check);
  if (change === 'created' || change === 'updated') write(target, bytes, asked.sync);
  return { file: target.shown, change, lock, bytes, verdicts, warnings: [...warnings, ...verdicts.flatMap(unrecordedBlockers)] };
}

/** Blockers of a definition are not written in a lock without agreements (S5). */
function unrecordedBlockers({ entry, checks }: CorridorVerdict): readonly string[] {
  if (entry.corridor_activated !== undefined) return [];
  return blockersIn(checks).map((blocker) => `corridor ${entry.corridor_id} has no agreement, and ${blocker}`);
}

interface Target {
  readonly path: string;
  readonly shown: string;
}

/** A path from the zone stays next to the zone file and must not be a link; a typed path may be anywhere. */
function targetOf({ out, cwd }: LockRequest, { tree }: LocatedZone, { zone, zoneFile }: GatheredStack): Target {
  if (out !== null) return { path: joinPath(cwd, out), shown: out };
  const by = `${tree.show(zoneFile.place)} lockfile_path`;
  const place = placeOf(zone.lockfilePath, parentOf(zoneFile.place), by);
  tree.requireNoLink(place, by);
  return { path: join(tree.root, place), shown: tree.show(place) };
}

/** Keeps the time of the existing lock if everything in it was true then and is true now; a check requires only that it was true then. */
function createAgain({ lock, document }: LockFile, { check, generatedAt }: LockRequest, createAt: (time: string) => NewLock): NewLock {
  if (check) return createAt(lock.generated_at);
  const now = createAt(generatedAt);
  if (!isSameLock({ ...now.lock, generated_at: lock.generated_at }, document)) return now;
  const then = createAt(lock.generated_at);
  return isSameLock(then.lock, document) ? then : now;
}

function isSameLock(made: StackLock, document: LockFile['document']): boolean {
  return isSameValue(lockValue(made), document);
}

function textOf(lock: StackLock, format: LockFormat): string {
  return format === 'yaml' ? formatYaml(lockValue(lock)) : formatStackLock(lock, format);
}

/** Refuses to write a lock that could not be read again: parameters may be nested too deep, and YAML may be too long. */
function requireReadable(bytes: Uint8Array, shown: string): void {
  try {
    parseLockFile(bytes, shown);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw cannotAccess(`cannot write stack lock ${shown}, which nobody could read`, shown, error.message);
  }
}

/** A final newline that an editor removed is not a difference. */
function changeOf(bytes: Uint8Array, before: LockFile | null, isCheck: boolean): LockedStack['change'] {
  if (before === null) return 'created';
  const isSame = Buffer.compare(before.bytes, bytes) === 0;
  if (isSame || (isCheck && Buffer.compare(before.bytes, bytes.subarray(0, -1)) === 0)) return 'unchanged';
  return isCheck ? 'differs' : 'updated';
}

function write({ path, shown }: Target, bytes: Uint8Array, sync: boolean): void {
  try {
    writeWhole(path, bytes, { sync });
  } catch (error) {
    throw cannotAccess(`cannot write stack lock ${shown}`, shown, osText(error));
  }
}
