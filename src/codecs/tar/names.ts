/**
 * Checks the names of an archive, each before its bytes are read (C4): a name is safe and not repeated, and no path is both a file and a
 * folder. A leading `./`, which `tar` writes, is removed.
 *
 *     const names = tarNames(); names.file('./a/b'); names.file('a')    the second throws TarError
 *
 * Attacker-controlled: thousands of names with thousands of levels compress to a few kibibytes. The names are stored as a tree of segments,
 * so that a name costs no more than its length, and their number is limited.
 */
import { parseRelPath, type RelPath, UnsafePath } from '#core/path/rel-path';
import { TarError } from './layout.ts';

export interface TarNames {
  file(name: string): RelPath;
  folder(name: string): void;
}

export interface NameLimits {
  /** Each file has an entry of at least 512 bytes. */
  readonly files: number;
  /** A single file may bring thousands of folders. */
  readonly folders: number;
  /** The total length of all segments, with each counted once. */
  readonly characters: number;
}

const LIMITS: NameLimits = { files: 1 << 22, folders: 1 << 20, characters: 1 << 28 };
/** No system opens a longer path. */
const MAX_NAME_LENGTH = 4096;
const FILE = -1;
const ROOT = 0;

export function tarNames(limits: NameLimits = LIMITS): TarNames {
  /** The key is the number of the parent folder and the name; the value is the number of a folder, or `FILE`. */
  const found = new Map<string, number>();
  let folders = 0;
  let files = 0;
  let characters = 0;

  function add(key: string, name: string, kind: 'file' | 'folder'): number {
    if (kind === 'file' && ++files > limits.files) throw new TarError(`more than ${limits.files} files`, name);
    if (kind === 'folder' && ++folders > limits.folders) throw new TarError(`more than ${limits.folders} folders`, name);
    characters += key.length;
    if (characters > limits.characters) throw new TarError(`names of more than ${limits.characters} characters in all`, name);
    const number = kind === 'file' ? FILE : folders;
    found.set(key, number);
    return number;
  }

  function enter(segments: readonly string[], name: string): number {
    return segments.reduce((parent, segment) => {
      const key = `${parent}/${segment}`;
      const number = found.get(key) ?? add(key, name, 'folder');
      if (number === FILE) throw new TarError('a file and a folder of the same name', name);
      return number;
    }, ROOT);
  }

  return {
    file(name) {
      const path = safe(name.replace(/^\.\//, ''), name);
      const segments = path.split('/');
      const last = segments.pop() as string;
      const key = `${enter(segments, name)}/${last}`;
      const before = found.get(key);
      if (before === FILE) throw new TarError('a name that was there before', name);
      if (before !== undefined) throw new TarError('a file and a folder of the same name', name);
      add(key, name, 'file');
      return path;
    },
    folder(name) {
      if (name === '.' || name === './') return;
      enter(safe(name.replace(/^\.\//, '').replace(/\/$/, ''), name).split('/'), name);
    },
  };
}

function safe(path: string, name: string): RelPath {
  if (name.length > MAX_NAME_LENGTH) throw new TarError('a name that is too long', `${name.slice(0, 100)}…`);
  try {
    return parseRelPath(path);
  } catch (error) {
    if (!(error instanceof UnsafePath)) throw error;
    throw new TarError(`an unsafe name (${error.reason})`, name);
  }
}
