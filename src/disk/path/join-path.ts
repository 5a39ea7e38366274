/**
 * Makes a given path absolute with the meaning that the system gives it (M2), and without `.` and `..`, so that code that shortens it later
 * cannot change that meaning.
 *
 *     joinPath('/here', 'data/./a.csv')        /here/data/a.csv
 *     joinPath('/here', 'current/../data')     /here/releases/data, where current is a link to releases/7
 *     joinPath('/here', 'way/')                /here/elsewhere, where way is a link to elsewhere: with the slash the folder is meant
 */
import { lstatSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '../os-error.ts';
import { withSeparator } from './below.ts';
import { exactRealPath } from './real-path.ts';

/** An empty segment, `.` or `..`, also at the end. */
const HAS_DOT_SEGMENT = /\/\.{0,2}(?:\/|$)/;
const LAST_PARENT = /^.*\/\.\.(?=\/|$)/s;

/**
 * An empty path stays empty: it is not the folder. Refuses a path that does not exist before its last `..`, and text that cannot be a path.
 */
export function joinPath(folder: string, given: string): string {
  try {
    return tryJoinPath(folder, given);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new Refusal('E_IO', `cannot use path ${given.toWellFormed()}: ${osText(error)}`, {
      path: given.toWellFormed(),
      error: osText(error),
    });
  }
}

/** The same, but throws the system's error. */
export function tryJoinPath(folder: string, given: string): string {
  if (given === '') return '';
  // A lone surrogate would be written as another character.
  if (!given.isWellFormed()) throw Object.assign(new Error('not UTF-8'), { code: 'EILSEQ' });
  const path = isAbsolute(given) ? given : withSeparator(folder) + given;
  return HAS_DOT_SEGMENT.test(path) ? resolveDots(path) : path;
}

function resolveDots(path: string): string {
  const [head = ''] = LAST_PARENT.exec(path) ?? [];
  const names = path
    .slice(head.length)
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  const start = head === '' ? '/' : folderAt(head);
  const joined = names.length === 0 ? start : withSeparator(start) + names.join('/');
  return names.length > 0 && /\/\.?$/.test(path) ? withTrailingSlash(joined) : joined;
}

/** `stat` comes first, because `realpath` may shorten `file/..` without looking at the file. */
function folderAt(path: string): string {
  statSync(path);
  return exactRealPath(path);
}

/**
 * With a slash at its end, a link is followed, and a file is an error. A missing path keeps the slash: only a folder can be created there.
 */
function withTrailingSlash(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `${path}/`;
  return found.isDirectory() ? path : folderAt(`${path}/`);
}
