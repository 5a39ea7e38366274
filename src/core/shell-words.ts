/** Words and commands for a POSIX shell, as refusals suggest them: `ls -la 'my data'`. */
import { parentOf } from './path/parent-of.ts';

/** Quotes a word for a POSIX shell: unquoted if that is safe, otherwise in single quotes. */
export function shellQuote(text: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text) && !text.startsWith('-')) return text;
  return singleQuote(text);
}

/** Quotes a path so that no program takes it for an option. */
export function shellPath(path: string): string {
  return shellQuote(path.startsWith('-') ? `./${path}` : path);
}

/** Always uses single quotes, and `'"'"'` for a quote inside. */
export function singleQuote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/**
 * The command that lists the folder of a path that could not be used. Unlike a listing of the path itself, it also works if the path does
 * not exist.
 *
 *     listParentCommand('data/dec.lock.json')   ls -la data
 *     listParentCommand('dec.lock.json')        ls -la .
 *     listParentCommand('https://x.org/d')      null: a URL is not on the disk
 */
export function listParentCommand(path: string): string | null {
  return isUrl(path) ? null : `ls -la ${shellPath(parentOf(path))}`;
}

/** The command that shows the first bytes of an unexpected file. A device is not read: it may be endless, or block for ever. */
export function headCommand(path: string): string {
  return `${/^\/(dev|proc|sys)\//.test(path) ? 'ls -ld' : 'head -c 200'} ${shellPath(path)}`;
}

/** Only the beginning of the text is checked. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
}
