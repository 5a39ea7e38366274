/**
 * A content-addressed store in folders: `<root>/<type>/<digest>`, optionally with an extension. Roots are searched in order, and new artifacts go
 * into the first one. Nothing is judged here: the caller must check the digest of what is found.
 *
 *     const store = openArtifactStore([{ path: '/srv/stack/dist/artifacts', shown: 'dist/artifacts' }]);
 *     store.find('blob', 'd6e1b186…')     ['dist/artifacts/blob/d6e1b186….txt']
 *
 * Its paths are as shown to the user, below a root as typed.
 */
import { join, sep } from 'node:path';
import { shownBelow } from '#disk/path/below';
import { statIfThere } from '#disk/path/stat-if-there';
import { readRegularFile } from '#disk/read/regular-file';
import { type DirectoryEntry, readDirectoryIfThere } from '#disk/walk/directory';
import { makeFolders } from '#disk/write/make-folders';
import { writeWhole } from '#disk/write/whole-file';

export interface StoredName {
  readonly type: string;
  readonly digest: string;
  readonly path: string;
}

export interface StoreRoot {
  /** Absolute path. */
  readonly path: string;
  /** The root as typed. */
  readonly shown: string;
}

export interface ArtifactStore {
  /** The roots as shown to the user. */
  readonly roots: readonly string[];
  /** Every entry with that digest as its name, regular file or not. Throws the system's error, like every method that lists. */
  find(type: string, digest: string): readonly string[];
  /** Throws the system's error; only a regular file is opened. */
  read(path: string): Uint8Array;
  /** Every entry in the store with a digest as its name, in byte order of type and name for each root. */
  list(): readonly StoredName[];
  /** The roots that are not folders. */
  absent(): readonly string[];
  /** Entries in the store without such a name. */
  strangers(): readonly string[];
  /** Returns the path of the new file. Throws the system's error. */
  add(artifact: NewArtifact, options: { readonly sync: boolean }): string;
}

export interface NewArtifact {
  readonly type: string;
  readonly digest: string;
  /** The extension with its dot, or empty. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const MAX_LENGTH = 1 << 28;
const TYPE = /^[a-z0-9][a-z0-9-]{0,63}$/;
const NAME = /^([0-9a-f]{64})(?:\..+)?$/;

interface Folder {
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly others: readonly string[];
}

export function openArtifactStore(roots: readonly [StoreRoot, ...StoreRoot[]]): ArtifactStore {
  const known = new Map<string, Folder>();
  const folder = ({ path, shown }: StoreRoot, type: string): Folder => {
    const place = join(path, type);
    const found = known.get(place) ?? group(shownBelow(shown, type), readDirectoryIfThere(place));
    known.set(place, found);
    return found;
  };
  const types = ({ path }: StoreRoot): readonly DirectoryEntry[] => readDirectoryIfThere(path).filter(({ name }) => !name.startsWith('.'));
  const placeOf = (shownPath: string): string => {
    for (const { path, shown } of roots) {
      const start = shownBelow(shown, '_').slice(0, -1);
      const below = shownPath.slice(start.length);
      if (shownPath.startsWith(start) && below.split(sep).length === 2) return join(path, below);
    }
    throw new Error(`expected a path below a root, found ${shownPath}`);
  };
  return {
    roots: roots.map(({ shown }) => shown),
    find: (type, digest) => roots.flatMap((root) => folder(root, type).named.get(digest) ?? []),
    read: (path) => readRegularFile(placeOf(path), { maxBytes: MAX_LENGTH, follow: false }),
    list: () => roots.flatMap((root) => types(root).flatMap(({ name }) => (TYPE.test(name) ? namesIn(name, folder(root, name)) : []))),
    absent: () => roots.filter(({ path }) => statIfThere(path)?.isDirectory() !== true).map(({ shown }) => shown),
    strangers: () =>
      roots.flatMap((root) =>
        types(root).flatMap(({ name, kind }) =>
          TYPE.test(name) && kind === 'directory' ? folder(root, name).others : [shownBelow(root.shown, name)],
        ),
      ),
    add({ type, digest, extension, bytes }, { sync }) {
      const [{ path, shown }] = roots;
      const parent = join(path, type);
      makeFolders(parent);
      writeWhole(join(parent, `${digest}${extension}`), bytes, { sync });
      known.delete(parent);
      return shownBelow(shown, type, `${digest}${extension}`);
    },
  };
}

function namesIn(type: string, { named }: Folder): readonly StoredName[] {
  return [...named].flatMap(([digest, paths]) => paths.map((path) => ({ type, digest, path })));
}

/** Hidden names are ignored: they are staging, or do not belong to the store. */
function group(folder: string, entries: readonly DirectoryEntry[]): Folder {
  const named = new Map<string, string[]>();
  const others: string[] = [];
  for (const { name } of entries) {
    if (name.startsWith('.')) continue;
    const digest = NAME.exec(name)?.[1];
    const path = join(folder, name);
    if (digest === undefined) others.push(path);
    else if (named.has(digest)) named.get(digest)?.push(path);
    else named.set(digest, [path]);
  }
  return { named, others };
}
