/**
 * The folder that this process works in. Its path may hold bytes that are not UTF-8; Node puts another character in their place, and that may be
 * the name of another folder (M2): then it is refused.
 */
import { isUtf8 } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import { Refusal } from '#core/refusal';

/** One that was removed has no path; `/proc` still knows it, and elsewhere nothing is found under that name. */
const REMOVED = '/proc/self/cwd';

export function workingFolder(): string {
  let path: string;
  try {
    path = process.cwd();
  } catch {
    return REMOVED;
  }
  if (path.includes('\u{fffd}') && !isExact()) {
    const message = `the path of the working folder is not UTF-8: ${path}; run this in another folder`;
    throw new Refusal('E_IO', message, { path, error: 'Name is not UTF-8' });
  }
  return path;
}

/** Where the bytes cannot be had, the text is not believed; only Linux has paths that are not UTF-8 and tells them here. */
function isExact(): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return isUtf8(readlinkSync(REMOVED, 'buffer'));
  } catch {
    return false;
  }
}
