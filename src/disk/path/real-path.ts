/**
 * A path with its links resolved. A real path that is not UTF-8 has no text form: the text that Node gives may name another file (M2), so
 * it is an error, `EILSEQ`.
 *
 *     exactRealPath('/data/way')       /data/elsewhere, where way is a link to elsewhere
 *     realPath('/data/way/none/yet')   /data/elsewhere/none/yet: the existing part is resolved
 *     isInside('/data/elsewhere', '/data/way/manifest.json')   true
 */
import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '../os-error.ts';
import { isBelow } from './below.ts';

/** Throws the system's error. */
export function exactRealPath(path: string): string {
  const real = realpathSync.native(path);
  // The character may be part of the path, or replace bytes that are not UTF-8; only the bytes show which.
  if (real.includes('\u{fffd}') && !isUtf8(realpathSync.native(path, 'buffer'))) throw notUtf8(path);
  return real;
}

/** Refuses a path whose real form is not UTF-8. */
export function realPath(path: string): string {
  try {
    return exactRealPath(path);
  } catch (error) {
    if (isNotUtf8(error)) throw new Refusal('E_IO', `cannot use ${path}: the path behind it is not UTF-8`, { path, error: osText(error) });
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Whether `path` is this file or folder, or is below it, with all links resolved. Both are absolute; an empty path is nowhere. */
export function isInside(place: string, path: string): boolean {
  if (place === '' || path === '') return false;
  const [around, inner] = [realPath(place), realPath(path)];
  return around === inner || isBelow(around, inner);
}

export function isNotUtf8(error: unknown): boolean {
  return errorCode(error) === 'EILSEQ';
}

function notUtf8(path: string): Error {
  return Object.assign(new Error(`EILSEQ: the real path is not UTF-8, realpath '${path}'`), {
    code: 'EILSEQ',
    errno: -constants.errno.EILSEQ,
    syscall: 'realpath',
    path,
  });
}
