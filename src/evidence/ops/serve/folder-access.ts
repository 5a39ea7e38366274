/** How the documents of a served folder are read again, each time from the folder that is open. */
import { posix } from 'node:path';
import { Refusal } from '#core/refusal';
import { SEALS_SUFFIX } from '#core/seals-name';
import { closing, type PinnedFolder, pathOfOpen } from '#disk/read/pinned-folder';
import { readDirectory } from '#disk/walk/directory';
import { openPlace } from '#pack/ops/place';
import { type OpenPack } from '#pack/ops/read-members';
import { readManifest } from '#pack/read';
import { COLLECTIONS, isBundleFileName, SNAPSHOT_FILE } from '#replay/bundle';
import { heapLimit } from '#threads/heap-limit';
import type { KindName, PassedOver } from '../../verdict.ts';
import { SIGNATURE_SUFFIXES } from '../foreign/beside.ts';
import { type Access, MAX_OPENED, type PackAccess, type ServedFile, type ServedFiles } from './source.ts';

/** What lies beside a document under its name, and is judged with it. */
const BESIDE = ['', SEALS_SUFFIX, '.tsr', ...SIGNATURE_SUFFIXES];
const MAX_FILES = 10_000;

/** A file below the root, with the path that it has in the page. */
export interface Wanted {
  /** The path of its folder below the root. */
  readonly below: string;
  readonly name: string;
  readonly inPage: string;
  /** True if the file may be absent. */
  readonly isOptional?: boolean;
  /** Why the file is left out in any case. */
  readonly reason?: string;
}

/** Opens the regular files, as long as they are not too long together. All others are named in `leftOut`. */
export function servedFiles(root: PinnedFolder, wanted: Iterable<Wanted>): ServedFiles {
  const files: ServedFile[] = [];
  const leftOut: PassedOver[] = [];
  let rest = MAX_OPENED;
  for (const { below, name, inPage, isOptional = false, reason } of wanted) {
    const size = reason ?? sizeOf(root, below, name);
    if (isOptional && size === ABSENT) continue;
    if (typeof size === 'string') leftOut.push({ path: inPage, reason: size });
    else if (size > rest || files.length === MAX_FILES) leftOut.push({ path: inPage, reason: 'too much for a browser' });
    else {
      rest -= size;
      files.push({ path: inPage, size, open: () => root.within(below, (folder) => folder.file(name)) });
    }
  }
  return { files, leftOut, close: () => {} };
}

const ABSENT = 'not there';

function sizeOf(root: PinnedFolder, below: string, name: string): number | string {
  try {
    const found = root.within(below, (folder) => folder.look(name));
    if (found === null) return ABSENT;
    return found.isFile() ? found.size : 'not a regular file';
  } catch {
    return 'cannot be read';
  }
}

interface DocumentPlace {
  readonly below: string;
  readonly name: string;
  readonly kind: KindName;
}

/** A document in a file of its own, with its signatures. */
export function documentAccess(root: PinnedFolder, { below, name, kind }: DocumentPlace): Access {
  const path = joined(below, name);
  return {
    files: async () =>
      servedFiles(
        root,
        BESIDE.map((suffix) => ({ below, name: name + suffix, inPage: name + suffix, isOptional: suffix !== '' })),
      ),
    document: async (use) =>
      root.within(below, (folder) => closing(folder.file(name), (file) => use(pathOfOpen(file, posix.join(folder.path, name))))),
    ...(kind === 'pack-archive' ? { pack: archiveAccess(root, { below, name, path }) } : {}),
  };
}

function archiveAccess(root: PinnedFolder, { below, name, path }: { below: string; name: string; path: string }): PackAccess {
  const opened = <T>(use: (pack: OpenPack) => T): T =>
    root.within(below, (folder) =>
      closing(folder.file(name), (file) => {
        if (file.size > MAX_OPENED)
          throw new Refusal('E_IO', `${path} has ${file.size} bytes, too many to be compared here: use pack diff`, { path });
        return use({ given: path, place: openPlace(path, pathOfOpen(file, posix.join(folder.path, name)), MAX_OPENED, 'sha256') });
      }),
    );
  return packAccess(path, opened);
}

/** `opened` keeps the pack open while it is used. */
export function packAccess(path: string, opened: <T>(use: (pack: OpenPack) => T) => T): PackAccess {
  return {
    manifest: async () => opened(({ place }) => readManifest(place.manifestBytes(), path, heapLimit)),
    within: (_, use) => opened(use),
  };
}

/** A snapshot bundle: the files of a bundle, as its folder has them. */
export function bundleAccess(root: PinnedFolder, below: string): Access {
  const name = nameInPage(below);
  return {
    async files() {
      const inCollections = COLLECTIONS.flatMap((collection) => {
        const inner = joined(below, collection);
        const found = entriesOf(root, inner).filter((each) => isBundleFileName(each));
        return found.map((each) => ({ below: inner, name: each, inPage: `${name}/${collection}/${each}` }));
      });
      return servedFiles(root, [{ below, name: SNAPSHOT_FILE, inPage: `${name}/${SNAPSHOT_FILE}` }, ...inCollections]);
    },
  };
}

function entriesOf(root: PinnedFolder, below: string): readonly string[] {
  try {
    return root.within(below, ({ path }) => readDirectory(path).map((entry) => entry.name));
  } catch {
    return [];
  }
}

/** A signed file or model may be of any length. */
export function unopened(path: string): Access {
  return {
    files: async () => ({
      files: [],
      leftOut: [{ path, reason: 'only its signatures are evidence: use custody verify' }],
      close: () => {},
    }),
  };
}

/** Paths below the root; `.` and an empty path are the folder itself. */
export function joined(below: string, inner: string): string {
  return [below, inner].filter((part) => part !== '' && part !== '.').join('/');
}

/** The last name of the path, because a delivery is searched beside a document. */
export function nameInPage(path: string): string {
  return posix.basename(path) || 'evidence';
}
