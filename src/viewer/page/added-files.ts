/**
 * What is judged after more files were given: they are added to those before, so that a delivery can be given in parts. A folder is given as a
 * whole, so another one of the same name takes its place: what it lacks must not come from the first one.
 *
 *     addedFiles(given, chosenFiles(list))      { files, twice: [], isAlone: true }
 */
import type { PageFile } from '../engine/messages.ts';

export interface Added {
  readonly files: readonly PageFile[];
  /** Paths that several of the new files have; only the last of each can be judged. */
  readonly twice: readonly string[];
  /** Nothing of what was given before is left. */
  readonly isAlone: boolean;
}

export function addedFiles(given: readonly PageFile[], more: readonly PageFile[]): Added {
  const folders = new Set(more.map(({ path }) => topOf(path)));
  const files = new Map(given.filter(({ path }) => !folders.has(topOf(path))).map((each) => [each.path, each]));
  const isAlone = files.size === 0;
  const fresh = new Set<string>();
  const twice = new Set<string>();
  for (const each of more) {
    if (fresh.has(each.path)) twice.add(each.path);
    fresh.add(each.path);
    files.set(each.path, each);
  }
  return { files: [...files.values()], twice: [...twice], isAlone };
}

/** The folder that was given, or the file. */
function topOf(path: string): string {
  const end = path.indexOf('/');
  return end < 0 ? path : path.slice(0, end);
}
