/**
 * The files of one space, found by the id of their tool. Each folder is listed once, and no file outside the space is read, even through links
 * (K4).
 *
 *     const files = openSpaceFiles('/home/u/.ai/tools', ['.py', '.yaml']);
 *     files.named('web/scraper')      [{ name: 'web/scraper.py', extension: '.py' }]
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { errorCode } from '#disk/os-error';
import { withSeparator } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { readRegularFile, readShortFile } from '#disk/read/regular-file';
import { type DirectoryEntry, type EntryKind, readDirectoryIfThere } from '#disk/walk/directory';
import { parseSidecar, type SignatureLine } from '../signature-line.ts';

export interface SpaceFile {
  /** The path relative to the folder, with its extension. */
  readonly name: string;
  /** The extension with its dot. */
  readonly extension: string;
  /** Absolute path, with links not resolved. */
  readonly path: string;
  readonly kind: EntryKind;
}

/** Thrown if a link leads out of the space. */
export class OutsideSpace extends Error {
  override readonly name = 'OutsideSpace';
}

export interface SpaceFiles {
  /** Returns all files of that id, with any extension, in byte order. */
  named(id: string): readonly SpaceFile[];
  /** Throws the system's error, or `OutsideSpace`. */
  read(path: string): Uint8Array;
  /** The same for a file of the listing: one that is not a link needs no second check of its path. */
  readListed(file: SpaceFile): Uint8Array;
  /** Every tool below the folder, in byte order. */
  ids(): readonly string[];
  /** What `ids` leaves out although it could contain tools. */
  leftOut(): LeftOut;
}

/** Paths as shown to the user. */
export interface LeftOut {
  /** Links to folders are not followed, because they could form a loop. */
  readonly linkedFolders: readonly string[];
  /** Folders, and files with one of the extensions, whose names are not UTF-8. */
  readonly unnameable: readonly string[];
}

/** The size limit of a tool file. */
const MAX_LENGTH = 1 << 26;
const NONE: readonly SpaceFile[] = [];

export function openSpaceFiles(folder: string, extensions: readonly string[]): SpaceFiles {
  const known = new Set(extensions);
  const listed = new Map<string, FolderListing>();
  const places = new Map<string, string>();

  const list = (below: string): FolderListing => {
    const found = listed.get(below) ?? group(readDirectoryIfThere(join(folder, below)), { folder, below, known });
    listed.set(below, found);
    return found;
  };
  const idsBelow = (below: string): readonly string[] => {
    const { files, folders } = list(below);
    return [...[...files.keys()].map((stem) => below + stem), ...folders.flatMap((name) => idsBelow(`${below}${name}/`))];
  };
  const leftOutBelow = (below: string): LeftOut => {
    const { links, unnameable, folders } = list(below);
    const inner = folders.map((name) => leftOutBelow(`${below}${name}/`));
    return {
      linkedFolders: [...links.filter(leadsToFolder), ...inner.flatMap((each) => each.linkedFolders)],
      unnameable: [...unnameable, ...inner.flatMap((each) => each.unnameable)],
    };
  };
  const realFolder = (below: string): string => {
    const place = places.get(below) ?? withSeparator(exactRealPath(join(folder, below)));
    places.set(below, place);
    return place;
  };
  const requireInside = (place: string): string => {
    if (!place.startsWith(realFolder(''))) throw new OutsideSpace(place);
    return place;
  };
  const read = (path: string): Uint8Array => readRegular(requireInside(exactRealPath(path)));
  return {
    named(id) {
      const slash = id.lastIndexOf('/');
      return list(id.slice(0, slash + 1)).files.get(id.slice(slash + 1)) ?? NONE;
    },
    read,
    readListed({ kind, path, name }) {
      if (kind === 'link') return read(path);
      const slash = name.lastIndexOf('/') + 1;
      const place = requireInside(realFolder(name.slice(0, slash)) + name.slice(slash));
      return (kind === 'file' ? readShortFile(place) : null) ?? readRegular(place);
    },
    ids: () => [...idsBelow('')].sort(compareUtf8),
    leftOut: () => leftOutBelow(''),
  };
}

/** A broken link counts as a folder, because its target may be a folder later. */
function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return true;
  }
}

interface FolderListing {
  /** Files by their name without the extension. */
  readonly files: ReadonlyMap<string, readonly SpaceFile[]>;
  readonly folders: readonly string[];
  /** Links whose names are not those of tools. */
  readonly links: readonly string[];
  readonly unnameable: readonly string[];
}

interface Asked {
  readonly folder: string;
  /** Empty, or ends with `/`. */
  readonly below: string;
  readonly known: ReadonlySet<string>;
}

function group(entries: readonly DirectoryEntry[], { folder, below, known }: Asked): FolderListing {
  const files = new Map<string, SpaceFile[]>();
  const folders: string[] = [];
  const links: string[] = [];
  const unnameable: string[] = [];
  const start = withSeparator(join(folder, below));
  for (const { name, kind, rawName } of entries) {
    const dot = name.lastIndexOf('.');
    const extension = dot < 0 ? '' : name.slice(dot);
    const isTool = kind !== 'directory' && dot > 0 && known.has(extension);
    if (rawName !== null) {
      if (isTool || kind === 'directory') unnameable.push(start + name);
      continue;
    }
    if (kind === 'directory') folders.push(name);
    if (kind === 'link' && !isTool) links.push(start + name);
    if (!isTool) continue;
    const stem = name.slice(0, dot);
    const file = { name: below + name, extension, path: start + name, kind };
    const others = files.get(stem);
    if (others === undefined) files.set(stem, [file]);
    else others.push(file);
  }
  return { files, folders, links, unnameable };
}

/** Follows no link and does not wait for a pipe. Throws the system's error. */
export function readRegular(path: string): Uint8Array {
  return readRegularFile(path, { maxBytes: MAX_LENGTH, follow: false });
}

/** The signature file of a tool in a language without comments: `<file>.sig`, in the same folder of the same space. */
export function sidecarOf(file: string): string {
  return `${file}.sig`;
}

/** Returns null if there is none. Throws `BadSignatureLine`, and errors of reading. */
export function readSidecar(path: string, files: Pick<SpaceFiles, 'read'>): SignatureLine | null {
  try {
    return parseSidecar(files.read(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
