/**
 * A path as somebody gave it, made absolute with the meaning that the system gives it (M2), and free of `.` and `..`, so that nobody who
 * shortens it later can change that meaning.
 *
 *     joinPath('/here', 'data/./a.csv')        /here/data/a.csv
 *     joinPath('/here', 'current/../data')     /here/releases/data, where current is a link to releases/7
 *     joinPath('/here', 'way/')                /here/elsewhere, where way is a link to elsewhere: with the slash the folder is meant
 */
import { lstatSync, statSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '../os-error.ts';
import { withSeparator } from './below.ts';
import { exactRealPath } from './real-path.ts';

/** An empty segment, `.` or `..`, also at the end. */
const IS_ROUNDABOUT = /\/\.{0,2}(?:\/|$)/;
const LAST_PARENT = /^.*\/\.\.(?=\/|$)/s;

/** No path is no file, not the folder that it would be joined to. Refuses what leads nowhere before the last `..`, or text that is no path. */
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
  // Half a character would be written as another one.
  if (!given.isWellFormed()) throw Object.assign(new Error('not UTF-8'), { code: 'EILSEQ' });
  // Windows itself shortens a path by its letters.
  if (sep !== '/') return resolve(folder, given);
  const path = isAbsolute(given) ? given : withSeparator(folder) + given;
  return IS_ROUNDABOUT.test(path) ? straighten(path) : path;
}

function straighten(path: string): string {
  const [head = ''] = LAST_PARENT.exec(path) ?? [];
  const names = path
    .slice(head.length)
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  const start = head === '' ? '/' : folderAt(head);
  const joined = names.length === 0 ? start : withSeparator(start) + names.join('/');
  return names.length > 0 && /\/\.?$/.test(path) ? behindSlash(joined) : joined;
}

/** Asked of the system first, because `realpath` may shorten `file/..` without a look at the file. */
function folderAt(path: string): string {
  statSync(path);
  return exactRealPath(path);
}

/** With a slash at its end a link is followed, and a file is none. What is not there keeps the slash: it can only become a folder. */
function behindSlash(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `${path}/`;
  return found.isDirectory() ? path : folderAt(`${path}/`);
}
