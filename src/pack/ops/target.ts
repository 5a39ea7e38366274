/**
 * The folder in which a complete pack appears: the named folder, or `pack/<pack_id>`, or `pack/sha256-<hex>` if the file system allows no
 * colon in names (P8). An existing entry that is not an empty folder is refused and not changed (P3).
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
import type { ReferencedFile } from '../references.ts';
import { cannotAccess, insidePack, outputExists, outputIsHere, outputTaken } from '../refusals.ts';
import { enclosingPack } from './enclosing-pack.ts';
import type { CarriedSeals } from './seals/beside.ts';

/** A folder: the path as it was typed, and the absolute path. */
export interface PackTarget {
  readonly given: string;
  readonly path: string;
  /** Returns the same command with another folder, for a refusal to suggest. */
  readonly instead?: (folder: string) => string;
}

/** A pack that is in a folder now, unpacked from an archive or pulled from a store. */
export interface PackInFolder {
  readonly packId: Digest;
  /** The folder as it was typed, or the default folder. */
  readonly folder: string;
  readonly memberCount: number;
  /** The size of all members together. */
  readonly bytes: number;
  /** Files that are not in the pack, but in a store. */
  readonly references: readonly ReferencedFile[];
  /** The seals that lie beside the folder now. */
  readonly seals: CarriedSeals;
}

export interface TargetQuestion {
  /** Null means the default folder. */
  readonly output: PackTarget | null;
  readonly packId: Digest;
  readonly cwd: string;
}

export const DEFAULT_PARENT = 'pack';
const NOT_EMPTY = new Set(['ENOTEMPTY', 'EEXIST']);

/** In the order in which they are tried. */
export function targetsOf({ output, packId, cwd }: TargetQuestion): readonly PackTarget[] {
  if (output !== null) return [output];
  return [packId, packId.replace(':', '-')].map((name) => {
    const given = `${DEFAULT_PARENT}/${name}`;
    return { given, path: joinPath(cwd, given) };
  });
}

/** Refuses before anything is read or fetched. */
export function requireFreeTarget(question: TargetQuestion): void {
  for (const target of targetsOf(question)) requireFree(target);
}

export function requireFree({ given, path }: PackTarget): void {
  try {
    // An empty path means no folder. It must not become the current folder.
    if (path === '') throw Object.assign(new Error(), { code: 'ENOTDIR' });
    if (!lstatSync(path).isDirectory()) throw outputTaken(given);
    if (readdirSync(path).length > 0) throw outputExists(given);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EINVAL') throw cannotWrite(given, error);
  }
}

/**
 * Returns the folder, as it was typed or the default, after it was renamed into place. `before` is called with the target just before that,
 * and returns how to undo what it did.
 */
export function commitPack(staged: StagedFolder, question: TargetQuestion, before?: (target: PackTarget) => () => void): string {
  const targets = targetsOf(question);
  for (const target of targets) {
    const { given, path } = target;
    try {
      commitOrUndo(staged, path, before?.(target));
      return given;
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (NOT_EMPTY.has(code)) throw outputExists(given);
      if (code === 'ENOTDIR') throw outputTaken(given);
      // The file system does not allow the name; exFAT behind FUSE reports this as "not found".
      if ((code !== 'EINVAL' && code !== 'ENOENT') || given === targets.at(-1)?.given) throw cannotWrite(given, error);
    }
  }
  throw new Error('a pack without a target');
}

function commitOrUndo(staged: StagedFolder, path: string, undo: (() => void) | undefined): void {
  try {
    staged.commit(path);
  } catch (error) {
    undo?.();
    throw error;
  }
}

type Place = Pick<TargetQuestion, 'output' | 'cwd'>;

/** Removes what killed runs left beside this target, because it may be in a folder that is about to be sealed. */
export function cleanTarget(question: Place): void {
  const { parent, name } = stagingOf(question);
  if (name !== '') removeStale(parent);
}

/** Refuses a target that would damage existing data. Nothing is created in that case. */
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

/** The number of names beside the current folder that are tried for a suggestion. */
const MAX_NAMES = 100;

/** If the current folder of a shell were replaced, the shell would be in a folder that no longer exists. */
function requireNotHere({ given, path, instead }: PackTarget, cwd: string): void {
  const here = realPath(cwd);
  if (realPath(path) !== here) return;
  const beside = Array.from({ length: MAX_NAMES }, (_, at) => `${here}-${at + 1}`).find(isFree);
  throw outputIsHere(given, beside === undefined ? 'ls -la ..' : (instead?.(relative(cwd, beside)) ?? 'ls -la ..'));
}

export function cannotWrite(given: string, error: unknown): unknown {
  return errorCode(error) === undefined ? error : unwritable(given, osText(error));
}

/** `text` is the text of the system error. If the disk is full, the next command shows the free space. */
export function unwritable(given: string, text: string): Refusal {
  const next = FULL.some((full) => text.startsWith(full)) ? `df -h ${shellPath(parentOf(given))}` : undefined;
  return cannotAccess(`Cannot write output: ${given}: ${text}`, given, text, next);
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'].map((code) => osText(Object.assign(new Error(code), { code })));
