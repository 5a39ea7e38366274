/**
 * `stack lock`: a zone, gathered, judged and written down. Unchanged content keeps the lock as it is, its time included; a check writes
 * nothing (S6).
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
import { type Created, createStackLock } from '../create.ts';
import { isSameValue } from '../diff/same-value.ts';
import type { StackLock } from '../document.ts';
import { formatStackLock, type LockFormat } from '../format.ts';
import type { ReadFile } from '../inputs/facts.ts';
import type { LawpackPrefix } from '../lawpack/lawpack.ts';
import { lockValue } from '../read.ts';
import { cannotAccess, missingInput } from '../refusals.ts';
import { type GatheredStack, gatherStack, wholeStack } from './gather/gather.ts';
import { placeOf } from './gather/tree.ts';
import { type LocatedZone, locateZone, type ZoneAsked } from './gather/zone.ts';
import { checkArchives } from './lawpack-archive.ts';
import { type LockFile, parseLockFile, readLockFileIfThere } from './lock-file.ts';
import { rememberedVerify } from './remembered-verify.ts';

export interface LockAsked extends ZoneAsked {
  /** As typed; null for where the zone says. */
  readonly out: string | null;
  /** RFC 3339, UTC, whole seconds. */
  readonly generatedAt: string;
  /** The time was asked for, and holds also where nothing else has changed. */
  readonly isTimeAsked: boolean;
  readonly emitArtifactRefs: boolean;
  readonly check: boolean;
  readonly format: LockFormat;
  readonly lawpackPrefix: LawpackPrefix;
  readonly sync: boolean;
  /** Told of the zone file once it is read. */
  readonly onZone?: (file: ReadFile) => void;
}

export interface LockedStack {
  /** As it is shown. */
  readonly file: string;
  /** `differs` only where nothing was to be written. */
  readonly change: 'created' | 'updated' | 'unchanged' | 'differs';
  readonly lock: StackLock;
  readonly bytes: Uint8Array;
  readonly verdicts: readonly CorridorVerdict[];
  readonly warnings: readonly string[];
}

export async function lockStack(asked: LockAsked): Promise<LockedStack> {
  const located = locateZone(asked);
  const gathered = gatherStack(located.tree, located.zonePlace, asked.onZone);
  const facts = wholeStack(gathered);
  const absent = facts.corridors.flatMap(({ absentAgreements }) =>
    absentAgreements.map(({ place }) => `${located.tree.show(place)} ${ABSENT}`),
  );
  const warnings = [...gathered.warnings, ...absent, ...(await checkArchives(located.tree, facts.lawpacks, asked.lawpackPrefix))];
  const target = targetOf(asked, located, gathered);
  const before = readLockFileIfThere(target.path, target.shown);
  if (before === null && asked.check) throw missingInput('stack lock', target.shown, '--check', listThere(target.path, target.shown));
  const { emitArtifactRefs, generatedAt } = asked;
  const checks = { newHasher, verifyEd25519: rememberedVerify(verifyEd25519) };
  const createAt = (time: string): Created => createStackLock(facts, { generatedAt: time, emitArtifactRefs, ...checks });
  const { lock, verdicts } = asked.isTimeAsked || before === null ? createAt(generatedAt) : createAgain(before, asked, createAt);
  const bytes = encodeUtf8(textOf(lock, asked.format));
  requireReadable(bytes, target.shown);
  const change = changeOf(bytes, before, asked.check);
  if (change === 'created' || change === 'updated') write(target, bytes, asked.sync);
  return { file: target.shown, change, lock, bytes, verdicts, warnings: [...warnings, ...verdicts.flatMap(unseenBlockers)] };
}

/** What speaks against a definition has no place in a lock without agreements (S5). */
function unseenBlockers({ entry, checks }: CorridorVerdict): readonly string[] {
  if (entry.corridor_activated !== undefined) return [];
  return blockersIn(checks).map((blocker) => `corridor ${entry.corridor_id} has no agreement, and ${blocker}`);
}

interface Target {
  readonly path: string;
  readonly shown: string;
}

/** What the zone names stays beside it and is no link; what is typed may lie anywhere. */
function targetOf({ out, cwd }: LockAsked, { tree }: LocatedZone, { zone, zoneFile }: GatheredStack): Target {
  if (out !== null) return { path: joinPath(cwd, out), shown: out };
  const by = `${tree.show(zoneFile.place)} lockfile_path`;
  const place = placeOf(zone.lockfilePath, parentOf(zoneFile.place), by);
  tree.requireNoLink(place, by);
  return { path: join(tree.root, place), shown: tree.show(place) };
}

/** The time of the lock there is stays where all that it says held then and holds now; a check asks only what held then. */
function createAgain({ lock, document }: LockFile, { check, generatedAt }: LockAsked, createAt: (time: string) => Created): Created {
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

/** Nothing is written that could not be verified: parameters may be nested too deep for a lock, and YAML be too long. */
function requireReadable(bytes: Uint8Array, shown: string): void {
  try {
    parseLockFile(bytes, shown);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw cannotAccess(`cannot write stack lock ${shown}, which nobody could read`, shown, error.message);
  }
}

/** A final newline that an editor took away is no difference. */
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
