/**
 * Collects the files for a pack (pack.md "Member collection", P3): a file under its own name, the files of a folder under the name of the
 * folder. Anything that is not a regular file, or cannot be read, is refused: a pack never silently leaves out what it was asked to seal.
 *
 *     collectMembers([{ given: 'reports', path: '/data/reports' }], rememberFolders())
 *       [{ path: 'reports/2025/rvl.json', source: 'reports/2025/rvl.json', file: '/data/reports/2025/rvl.json', argument: null }]
 *
 * A staging folder of custody is also refused: it belongs to an unfinished run, or was left by a run that was killed.
 */
import { isUtf8 } from 'node:buffer';
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isRelPath } from '#core/path/rel-path';
import { errorCode, osText } from '#disk/os-error';
import { type EntryKind, kindOf } from '#disk/walk/directory';
import type { SkipEntry } from '#disk/walk/skipped-entry';
import { walk } from '#disk/walk/walk';
import { isStagingName } from '#disk/write/staging-names';
import { arrangeMembers, type Candidate } from '../create.ts';
import { cannotAccess, emptyArtifacts, noArtifacts } from '../refusals.ts';
import type { WalkedFolders } from './folder/unchanged-folders.ts';

/** A file or folder: the path as it was typed, and the absolute path. */
export interface Artifact {
  readonly given: string;
  readonly path: string;
  /** The path that a file has in the pack, if it is not its own name. */
  readonly member?: string;
}

/**
 * A link is refused even if it is typed with a slash at the end, which shells add. A slash after something that is not a folder is an
 * error.
 */
export function artifactAt(given: string, resolve: (path: string) => string): Artifact {
  const whole = resolve(given);
  const name = given.replace(/(?<=[^/])\/+$/, '');
  return { given, path: name === given ? whole : resolve(name) };
}

export interface Collected extends Candidate {
  /** An absolute path. It was a regular file and not a link when it was checked. */
  readonly file: string;
  /** The index of the artifact that is this file itself, or null for a file in a folder. */
  readonly argument: number | null;
}

/** The result is sorted by member path. `folders` records every folder that is walked. */
export function collectMembers(artifacts: readonly Artifact[], folders: WalkedFolders): readonly Collected[] {
  if (artifacts.length === 0) throw noArtifacts();
  const members: Collected[] = [];
  for (const [argument, artifact] of artifacts.entries()) {
    const kind = kindAt(artifact);
    if (kind === 'directory') collectFolder(artifact, members, folders);
    else if (kind === 'file') members.push(collectFile(artifact, argument, folders));
    else throw notRegular(artifact.given, kind);
  }
  if (members.length === 0) throw emptyArtifacts(artifacts.map(({ given }) => given));
  return arrangeMembers(members);
}

function kindAt({ given, path }: Artifact): EntryKind {
  try {
    return kindOf(lstatSync(path));
  } catch (error) {
    throw cannotRead(given, error);
  }
}

function collectFile({ given, path, member }: Artifact, argument: number, folders: WalkedFolders): Collected {
  // The dot makes `lstat` follow a link above the file, as it was typed.
  folders.remember(given, `${dirname(path)}/.`);
  return { path: requireName(given, member ?? basename(path)), source: given, file: path, argument };
}

function collectFolder({ given, path }: Artifact, members: Collected[], folders: WalkedFolders): void {
  folders.remember(given, path);
  const name = folderName(given, path);
  const shown = given.replace(/\/+$/, '');
  const onDirectory = (below: string, folder: string): void => {
    if (isStagingName(basename(below))) throw staging(`${shown}/${below}`);
    folders.remember(`${shown}/${below}`, folder);
  };
  try {
    for (const entry of walk(path, { follow: false, prefix: `${name}/`, onDirectory })) {
      const source = `${shown}/${entry.relativePath}`;
      if (entry.kind === 'skip') throw skipped(source, entry);
      members.push({ path: `${name}/${entry.relativePath}`, source, file: entry.absolutePath, argument: null });
    }
  } catch (error) {
    throw cannotRead(given, error);
  }
}

/** The real name of the folder, also for `.` and `..`. */
export function folderName(given: string, path: string): string {
  try {
    const real = realpathSync.native(path, 'buffer');
    const name = real.subarray(real.lastIndexOf('/') + 1);
    if (!isUtf8(name)) throw badName(given, `Name is not UTF-8: ${name.toString('hex')}`);
    return requireName(given, name.toString());
  } catch (error) {
    throw cannotRead(given, error);
  }
}

function requireName(given: string, name: string): string {
  if (name === '') throw badName(given, 'The root folder has no name');
  if (!isRelPath(name)) throw badName(given, 'Name is not safe in a relative path');
  return name;
}

function skipped(source: string, { why, message, detail, relativePath }: SkipEntry): Error {
  const [error, nameHex] = [detail['error'], detail['name_hex']].map((text) => (typeof text === 'string' ? text : '')) as [string, string];
  if (why === 'bad name') return badName(source, `${message}: ${nameHex}`);
  if (why === 'not regular') return notRegular(source, error === 'link, not followed' ? 'link' : error);
  const text = error.replace(`IO error for operation on ${relativePath}: `, '');
  return cannotAccess(`Cannot read input: ${source}: ${text}`, source, text);
}

export function notRegular(source: string, kind: string): Error {
  const isLink = kind === 'link';
  return cannotAccess(`Non-regular input${isLink ? ' (symlink)' : ''}: ${source}`, source, isLink ? 'symlink' : kind);
}

function staging(source: string): Error {
  const error = "Another run's unfinished work";
  return cannotAccess(`Cannot seal input: ${source}: ${error}`, source, error);
}

function badName(source: string, error: string): Error {
  return cannotAccess(`Cannot seal input: ${source}: ${error}`, source, error);
}

export function cannotRead(source: string, error: unknown): unknown {
  if (errorCode(error) === undefined) return error;
  return cannotAccess(`Cannot read input: ${source}: ${osText(error)}`, source, osText(error));
}
