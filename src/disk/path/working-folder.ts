/**
 * The working folder of this process. Its path may contain bytes that are not UTF-8; Node replaces them by another character, and that may
 * be the name of another folder (M2): then it is refused.
 */
import { isUtf8 } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import { Refusal } from '#core/refusal';

/** A removed folder has no path; on Linux `/proc` still has it, and on other systems nothing exists under this name. */
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

/** Where the bytes are not available, the text is not trusted; only Linux has paths that are not UTF-8 and shows their bytes here. */
function isExact(): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return isUtf8(readlinkSync(REMOVED, 'buffer'));
  } catch {
    return false;
  }
}
