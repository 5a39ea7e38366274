/**
 * The seals of a document, in a file beside it: `dec.lock.json.seals.jsonl` for a file, `december.seals.jsonl` for the folder `december`. A
 * line is an envelope. Lines are added under a lock, and the file is replaced whole, so that nothing is lost when many sign at once.
 *
 *     changeSeals('/data/dec.lock.json.seals.jsonl', (lines) => [...lines, line], { sync: true })
 */
import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { SEALS_SUFFIX } from '#core/seals-name';
import { lockBeside } from '#disk/lock/lock-beside';
import { UnusableFile } from '#disk/os-error';
import { isTaken } from '#disk/path/is-taken';
import { exactRealPath } from '#disk/path/real-path';
import { readRegularFile } from '#disk/read/regular-file';
import { writeWhole } from '#disk/write/whole-file';

/** More than any document has; the file is attacker-controlled. */
const MAX_BYTES = 1 << 26;
const WAIT_MS = 60_000;

/** Where the seals of a file or folder lie. The path `.` has the name of its folder. */
export function sealsPathOf(path: string): string {
  const plain = path.replace(/(?<=.)\/+$/, '');
  const name = basename(plain);
  const named = name === '' || name === '.' || name === '..' ? exactRealPath(plain) : plain;
  return join(dirname(named), `${basename(named)}${SEALS_SUFFIX}`);
}

/** The same for the name that the user gave. */
export function shownSealsOf(given: string): string {
  return /(?:^|\/)\.{0,2}\/*$/.test(given) ? basename(sealsPathOf(given)) : `${given.replace(/(?<=.)\/+$/, '')}${SEALS_SUFFIX}`;
}

/** Null if there is no such file. Throws the system's error or `UnusableFile`. */
export function readSeals(path: string): Uint8Array | null {
  return isTaken(path) ? readRegularFile(path, { maxBytes: MAX_BYTES, follow: true }) : null;
}

/** The lines as text; none if there is no such file. Throws the system's error or `UnusableFile`. */
export function readSealLines(path: string): readonly string[] {
  return linesIn(readSeals(path));
}

/**
 * The folder may come from others, and a link in it may lead to any file of this user: lines are added to a file only at its own name. Throws
 * the system's error, `UnusableFile`, or one that says that another process holds the lock.
 */
export function changeSeals(
  path: string,
  change: (lines: readonly string[]) => readonly string[],
  { sync }: { readonly sync: boolean },
): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw new UnusableFile('Is a link, not followed');
  const lock = lockBeside(path, WAIT_MS);
  try {
    const before = readSealLines(path);
    const after = change(before);
    const text = after.map((line) => `${line}\n`).join('');
    const bytes = encodeUtf8(text);
    if (bytes.length > MAX_BYTES) throw new UnusableFile(`longer than ${MAX_BYTES} bytes`);
    writeWhole(path, bytes, { sync });
  } finally {
    lock.release();
  }
}

function linesIn(bytes: Uint8Array | null): readonly string[] {
  if (bytes === null || bytes.length === 0) return [];
  const text = utf8Of(bytes);
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function utf8Of(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new UnusableFile('Not UTF-8');
  }
}
