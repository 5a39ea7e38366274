/**
 * A content-addressed store in folders: `<root>/<type>/<digest>`, with or without something behind a dot. Roots are searched in order, and
 * what is added goes into the first. Nothing is judged here: what is found under a digest is read, not believed.
 *
 *     const store = openArtifactStore([{ path: '/srv/stack/dist/artifacts', shown: 'dist/artifacts' }]);
 *     store.find('blob', 'd6e1b186…')     ['dist/artifacts/blob/d6e1b186….txt']
 *
 * Its paths are those that are shown, below a root as it was typed.
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
  /** Absolute. */
  readonly path: string;
  /** As it was typed. */
  readonly shown: string;
}

export interface ArtifactStore {
  /** As they are shown. */
  readonly roots: readonly string[];
  /** Whatever bears that digest as its name, regular file or not. Throws the system's error, as all that lists. */
  find(type: string, digest: string): readonly string[];
  /** Throws the system's error; nothing but a regular file is opened. */
  read(path: string): Uint8Array;
  /** Everything in the store that bears a digest as its name, in byte order of type and name for each root. */
  list(): readonly StoredName[];
  /** The roots that are no folders. */
  absent(): readonly string[];
  /** What lies in the store and bears no such name. */
  strangers(): readonly string[];
  /** The path it has now. Throws the system's error. */
  add(artifact: NewArtifact, options: { readonly sync: boolean }): string;
}

export interface NewArtifact {
  readonly type: string;
  readonly digest: string;
  /** With its dot, or empty. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const LONGEST = 1 << 28;
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
    read: (path) => readRegularFile(placeOf(path), { most: LONGEST, follow: false }),
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

/** Hidden names are those of staging, or none of the store's. */
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
