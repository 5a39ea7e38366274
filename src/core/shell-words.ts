/** Words and commands for a POSIX shell, as a refusal proposes them: `ls -la 'my data'`. */
import { parentOf } from './path/parent-of.ts';

/** A word as a POSIX shell reads it back: bare where that is safe, else in single quotes. */
export function shellQuote(text: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text) && !text.startsWith('-')) return text;
  return singleQuote(text);
}

/** A path as a word that no program takes for a flag. */
export function shellPath(path: string): string {
  return shellQuote(path.startsWith('-') ? `./${path}` : path);
}

/** Always in single quotes, `'"'"'` for a quote inside. */
export function singleQuote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/**
 * The command that shows what lies beside a path that could not be used; unlike a look at the path itself it succeeds where there is none.
 *
 *     listParent('data/dec.lock.json')   ls -la data
 *     listParent('dec.lock.json')        ls -la .
 *     listParent('https://x.org/d')      null: nothing of it lies on the disk
 */
export function listParent(path: string): string | null {
  return isUrl(path) ? null : `ls -la ${shellPath(parentOf(path))}`;
}

/** The first bytes of a file that is not what it should be. A device is not read: it may have no end, or wait for ever. */
export function lookAt(path: string): string {
  return `${/^\/(dev|proc|sys)\//.test(path) ? 'ls -ld' : 'head -c 200'} ${shellPath(path)}`;
}

/** By its beginning. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
}
