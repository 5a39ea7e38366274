/**
 * The seals beside a pack on this machine: `december.seals.jsonl` beside the folder `december`, `december.tar.zst.seals.jsonl` beside the
 * archive. They are never inside of what they sign.
 *
 *     const seals = readOwnSeals({ given: 'december', path: '/data/december' }, { packId, manifest })
 *     addBeside(target, seals.good, { sync: true })      { carried: 1, present: 0 }
 */
import { unlinkSync } from 'node:fs';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { Refusal } from '#core/refusal';
import { errorCode, osText, UnusableFile } from '#disk/os-error';
import { isTaken } from '#disk/path/is-taken';
import type { StagedFolder } from '#disk/write/whole-folder';
import { changeSeals, readSealLines, sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import { SEAL_LIMITS, type StoredSeal } from '#store/seals';
import { cannotAccess } from '../../refusals.ts';
import { commitPack, type PackTarget, type TargetQuestion } from '../target.ts';
import { type BadSeal, type JudgedSeals, judgeSeals, type NamedSeal, type SealedPack } from './judge.ts';

/** What became of the seals when a pack was moved. */
export interface CarriedSeals {
  /** Good seals that came to the place where the pack is now. */
  readonly carried: number;
  /** Good seals of the pack that were there before. */
  readonly present: number;
  /** Seals that are not good and stayed behind. */
  readonly leftOut: readonly BadSeal[];
  /** The number of those that were not read because there are too many. */
  readonly unread: number;
  /** Why the seals could not be read at all, or null. */
  readonly error: string | null;
}

type Contents = Omit<SealedPack, 'given'>;

/** The seals beside the user's own pack; if they cannot be read, nothing is done. Throws `Refusal`. */
export function readOwnSeals(target: PackTarget, contents: Contents): JudgedSeals {
  const { given, path } = fileBeside(target);
  try {
    return judgeSeals({ ...contents, given: target.given }, namedLines(given, path));
  } catch (error) {
    throw cannotRead(given, error);
  }
}

export interface DeliveredSeals extends JudgedSeals {
  readonly error: string | null;
}

/** The same for a pack that others delivered: seals that cannot be read do not make the pack unusable. */
export function readDeliveredSeals(target: PackTarget, contents: Contents): DeliveredSeals {
  try {
    return { ...readOwnSeals(target, contents), error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { good: [], bad: [], judged: [], error: error.message };
  }
}

/** Seals of something else beside the output would be taken for seals of this pack, and fail. A person decides what becomes of them. */
export function requireNoOthers(target: PackTarget, contents: Contents): void {
  const { given } = fileBeside(target);
  const [bad] = readOwnSeals(target, contents).bad;
  if (bad === undefined) return;
  const message = `expected no seals of something else beside the output, found ${bad.seal}: move ${given} away`;
  throw cannotAccess(message, given, bad.message);
}

/** Adds those that are not there. Returns also how to undo it. Throws the system's error, or `Refusal`. */
export function addBeside(
  target: PackTarget,
  seals: readonly StoredSeal[],
  { sync }: { readonly sync: boolean },
): Pick<CarriedSeals, 'carried' | 'present'> & { undo(): void } {
  const { given, path } = fileBeside(target);
  if (seals.length === 0) return { carried: 0, present: readSealLines(path).length, undo: () => {} };
  const isNew = !isTaken(path);
  const lines = seals.map(({ bytes }) => decodeUtf8(bytes));
  let [carried, present] = [0, 0];
  const change = (before: readonly string[]): readonly string[] => {
    const after = [...new Set([...before, ...lines])];
    [carried, present] = [after.length - before.length, before.length];
    return after;
  };
  try {
    changeSeals(path, change, { sync });
  } catch (error) {
    // Not an error of the system: another process holds the lock.
    if (errorCode(error) !== undefined || !(error instanceof Error)) throw error;
    throw cannotAccess(`Cannot write ${given}: ${error.message}`, given, error.message);
  }
  return { carried, present, undo: () => (isNew ? unlinkSync(path) : undefined) };
}

/** The folder appears with its seals beside it: they are written just before. */
export function commitWithSeals(
  staged: StagedFolder,
  question: TargetQuestion,
  { seals, sync }: { readonly seals: readonly StoredSeal[]; readonly sync: boolean },
): { readonly folder: string; readonly carried: number; readonly present: number } {
  let counts = { carried: 0, present: 0 };
  const folder = commitPack(staged, question, (target) => {
    const { carried, present, undo } = addBeside(target, seals, { sync });
    counts = { carried, present };
    return undo;
  });
  return { folder, ...counts };
}

function fileBeside({ given, path }: PackTarget): { readonly given: string; readonly path: string } {
  return { given: shownSealsOf(given), path: sealsPathOf(path) };
}

function namedLines(given: string, path: string): readonly NamedSeal[] {
  return readSealLines(path).map((line, index) => ({ name: `${given}:${index + 1}`, bytes: encodeUtf8(line) }));
}

function cannotRead(given: string, error: unknown): unknown {
  if (errorCode(error) === undefined && !(error instanceof UnusableFile)) return error;
  return cannotAccess(`Cannot read seals: ${given}: ${osText(error)}`, given, osText(error));
}

/** A store keeps no more for a pack. */
export function requireStorable(target: PackTarget, { good }: JudgedSeals): void {
  if (good.length <= SEAL_LIMITS.count) return;
  const { given } = fileBeside(target);
  const message = `expected at most ${SEAL_LIMITS.count} seals of a pack, found ${good.length}: ${given}`;
  throw cannotAccess(message, given, `${good.length} seals`);
}
