/**
 * The folder in which a pack appears, whole: the one that was named, else `pack/<pack_id>`, or `pack/sha256-<hex>` where names may have no
 * colon (P8). What is there and is not an empty folder is refused and left as it is (P3).
 *
 *     requireFreeTarget({ given: 'dec', path: '/data/dec' })
 *     commitPack(staged, { output: null, packId, cwd })         'pack/sha256:9a0b…'
 */
import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Digest } from '#core/digest';
import { parentOf } from '#core/path/parent-of';
import type { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { isFree } from '#disk/path/is-free';
import { joinPath } from '#disk/path/join-path';
import { realPath } from '#disk/path/real-path';
import { removeStale } from '#disk/write/staging-names';
import { type StagedFolder, stageFolder } from '#disk/write/whole-folder';
import { cannotAccess, insidePack, outputExists, outputIsHere, outputTaken } from '../refusals.ts';
import { enclosingPack } from './enclosing-pack.ts';

/** A folder as it was typed, and where that is. */
export interface PackTarget {
  readonly given: string;
  readonly path: string;
  /** The command that would take another folder, for a refusal to name one. */
  readonly instead?: (folder: string) => string;
}

export interface TargetQuestion {
  /** Null for the default one. */
  readonly output: PackTarget | null;
  readonly packId: Digest;
  readonly cwd: string;
}

export const DEFAULT_PARENT = 'pack';
const NOT_EMPTY = new Set(['ENOTEMPTY', 'EEXIST']);

/** In the order they are tried. */
function targetsOf({ output, packId, cwd }: TargetQuestion): readonly PackTarget[] {
  if (output !== null) return [output];
  return [packId, packId.replace(':', '-')].map((name) => {
    const given = `${DEFAULT_PARENT}/${name}`;
    return { given, path: joinPath(cwd, given) };
  });
}

/** Refuses early, before anything is read or fetched. */
export function requireFreeTarget(question: TargetQuestion): void {
  for (const target of targetsOf(question)) requireFree(target);
}

export function requireFree({ given, path }: PackTarget): void {
  try {
    // No path is no folder, not the one that it would resolve to.
    if (path === '') throw Object.assign(new Error(), { code: 'ENOTDIR' });
    if (!lstatSync(path).isDirectory()) throw outputTaken(given);
    if (readdirSync(path).length > 0) throw outputExists(given);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EINVAL') throw cannotWrite(given, error);
  }
}

/** The folder as typed or by default, once it is there. */
export function commitPack(staged: StagedFolder, question: TargetQuestion): string {
  const targets = targetsOf(question);
  for (const { given, path } of targets) {
    try {
      staged.commit(path);
      return given;
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (NOT_EMPTY.has(code)) throw outputExists(given);
      if (code === 'ENOTDIR') throw outputTaken(given);
      // A name that the file system forbids; exFAT behind FUSE says that it is not there.
      if ((code !== 'EINVAL' && code !== 'ENOENT') || given === targets.at(-1)?.given) throw cannotWrite(given, error);
    }
  }
  throw new Error('a pack without a target');
}

type Place = Pick<TargetQuestion, 'output' | 'cwd'>;

/** Removes what killed runs left beside this target: it may lie in a folder that shall be sealed. */
export function cleanTarget(question: Place): void {
  const { parent, name } = stagingOf(question);
  if (name !== '') removeStale(parent);
}

/** Refuses a target that would break what is there, and makes nothing then. */
export function stageAt({ output, cwd }: Place, sync: boolean): StagedFolder {
  const { parent, name } = stagingOf({ output, cwd });
  const given = output?.given ?? DEFAULT_PARENT;
  const pack = enclosingPack(join(parent, name));
  if (pack !== null) throw insidePack(given, pack);
  if (output !== null) requireNotHere(output, cwd);
  try {
    return stageFolder({ parent, name }, { sync });
  } catch (error) {
    throw cannotWrite(given, error);
  }
}

function stagingOf({ output, cwd }: Place): { readonly parent: string; readonly name: string } {
  if (output === null) return { parent: join(cwd, DEFAULT_PARENT), name: DEFAULT_PARENT };
  return { parent: dirname(output.path), name: basename(output.path) };
}

/** Beside the folder that nobody may write over, before none is proposed. */
const MOST_NAMES = 100;

/** A shell whose folder was replaced would be in one that is no more. */
function requireNotHere({ given, path, instead }: PackTarget, cwd: string): void {
  const here = realPath(cwd);
  if (realPath(path) !== here) return;
  const beside = Array.from({ length: MOST_NAMES }, (_, at) => `${here}-${at + 1}`).find(isFree);
  throw outputIsHere(given, beside === undefined ? 'ls -la ..' : (instead?.(relative(cwd, beside)) ?? 'ls -la ..'));
}

export function cannotWrite(given: string, error: unknown): unknown {
  return errorCode(error) === undefined ? error : unwritable(given, osText(error));
}

/** What the system says, in its words; whether a disk is full is looked at by another command. */
export function unwritable(given: string, text: string): Refusal {
  const next = FULL.some((full) => text.startsWith(full)) ? `df -h ${shellPath(parentOf(given))}` : undefined;
  return cannotAccess(`Cannot write output: ${given}: ${text}`, given, text, next);
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'].map((code) => osText(Object.assign(new Error(code), { code })));
