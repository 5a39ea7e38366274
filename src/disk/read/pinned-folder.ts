/**
 * A folder that stays open: what is read below it is read from that folder, also if its name leads elsewhere by then. Below it no link is
 * followed, at any level, and nobody can exchange a folder for a link between a look and a read: each level is opened from the one above it.
 *
 *     const root = pinFolder('/srv/evidence');
 *     root.within('2025/december', (folder) => folder.file('dec.lock.json'))      its bytes are those below /srv/evidence
 *
 * Linux has a path for an open folder. On other systems the paths are looked at again after a file was opened.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import { CHANGED, UnusableFile } from '../os-error.ts';
import { withSeparator } from '../path/below.ts';
import { exactRealPath } from '../path/real-path.ts';
import { openRegularFile, type RegularFile } from './regular-file.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NONBLOCK;
const isLinux = process.platform === 'linux';

export interface PinnedFolder {
  /** A path that leads to this folder while it is open. */
  readonly path: string;
  /** Device and number: another folder at the same path has another one. */
  readonly identity: string;
  /** A regular file in this folder; the caller closes it. Throws the system's error, `ELOOP` for a link, or `UnusableFile`. */
  file(name: string): RegularFile;
  /** A folder in this folder; the caller closes it. Throws the same, `ENOTDIR` for a link. */
  folder(name: string): PinnedFolder;
  /** Opens the folders of a path below this one, and closes them. An empty path is this folder. */
  within<T>(path: string, use: (folder: PinnedFolder) => T): T;
  /** Null where nothing has that name. */
  look(name: string): Stats | null;
  close(): void;
}

/** Links to the folder itself are followed. Throws the system's error. */
export function pinFolder(path: string): PinnedFolder {
  return pinned(openSync(path, FOLDER_FLAGS), isLinux ? '' : exactRealPath(path));
}

/** The path of an open file, for code that reads by path. */
export function pathOfOpen({ fd }: { readonly fd: number }, otherwise: string): string {
  return isLinux ? `/proc/self/fd/${fd}` : otherwise;
}

/** `named` is the real path, where there is no path for what is open. */
function pinned(fd: number, named: string): PinnedFolder {
  const path = pathOfOpen({ fd }, named);
  let isOpen = true;
  const at = (name: string): string => {
    if (!isOpen) throw closed();
    return withSeparator(path) + plainName(name);
  };
  const folder: PinnedFolder = {
    path,
    identity: identityOf(fstatSync(fd)),
    file(name) {
      const file = openRegularFile(at(name), { follow: false });
      requireNamed(at(name), file.fd);
      return file;
    },
    folder(name) {
      const inner = openSync(at(name), FOLDER_FLAGS | O_NOFOLLOW);
      requireNamed(at(name), inner);
      return pinned(inner, at(name));
    },
    within(below, use) {
      if (!isOpen) throw closed();
      return below === '' ? use(folder) : closing(lastOf(folder, below.split('/')), use);
    },
    look: (name) => lstatSync(at(name), { throwIfNoEntry: false }) ?? null,
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
  return folder;
}

/** The number of a closed folder may be that of another one by now. */
function closed(): Error {
  return new UnusableFile('the folder is closed');
}

/** At most two folders are open at a time, however deep the path is. */
function lastOf(from: PinnedFolder, names: readonly string[]): PinnedFolder {
  return names.reduce((above, name) => (above === from ? above.folder(name) : closing(above, () => above.folder(name))), from);
}

/** Closes it at the end; of a promise, when it is settled. */
export function closing<C extends { close(): void }, T>(opened: C, use: (opened: C) => T): T {
  let isLater = false;
  try {
    const value = use(opened);
    if (!(value instanceof Promise)) return value;
    isLater = true;
    return value.finally(() => opened.close()) as T;
  } finally {
    if (!isLater) opened.close();
  }
}

/** Without a path for what is open, the path must still lead to it, through no link. */
function requireNamed(path: string, fd: number): void {
  if (isLinux) return;
  const isSame = exactRealPath(path) === path && identityOf(lstatSync(path)) === identityOf(fstatSync(fd));
  if (isSame) return;
  closeSync(fd);
  throw new UnusableFile(CHANGED);
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function plainName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) throw new UnusableFile('not the name of a file');
  return name;
}
