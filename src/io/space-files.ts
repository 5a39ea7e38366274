/**
 * The files of one space, found by the name of their tool: one listing for each folder, whatever is asked of it, and nothing that lies
 * outside the space once links are followed (K4).
 *
 *     const files = openSpaceFiles('/home/u/.ai/tools', ['.py', '.yaml']);
 *     files.named('web/scraper')      [{ name: 'web/scraper.py', extension: '.py' }]
 */
import { join } from 'node:path';
import { compareUtf8 } from '#core/order';
import { withSeparator } from './below-folder.ts';
import { type DirectoryEntry, type EntryKind, readDirectoryIfThere } from './directory.ts';
import { readRegularFile } from './read-regular.ts';
import { exactRealPath } from './real-path.ts';
import { readShortFile } from './short-file.ts';

export interface SpaceFile {
  /** Below the folder, with its extension. */
  readonly name: string;
  /** With its dot. */
  readonly extension: string;
  /** Absolute, links not yet followed. */
  readonly path: string;
  readonly kind: EntryKind;
}

/** A link led out of the space. */
export class OutsideSpace extends Error {
  override readonly name = 'OutsideSpace';
}

export interface SpaceFiles {
  /** All files of that name, whatever their extension, in byte order. */
  named(id: string): readonly SpaceFile[];
  /** Throws the system's error, or `OutsideSpace`. */
  read(path: string): Uint8Array;
  /** The same for a file as it was listed: one that is no link needs no second look at where it lies. */
  readListed(file: SpaceFile): Uint8Array;
  /** Every tool below the folder, in byte order. */
  ids(): readonly string[];
}

/** No tool is longer. */
const LONGEST = 1 << 26;
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
  };
}

interface FolderListing {
  /** By the name without its extension. */
  readonly files: ReadonlyMap<string, readonly SpaceFile[]>;
  readonly folders: readonly string[];
}

interface Asked {
  readonly folder: string;
  /** Empty, or ending with `/`. */
  readonly below: string;
  readonly known: ReadonlySet<string>;
}

function group(entries: readonly DirectoryEntry[], { folder, below, known }: Asked): FolderListing {
  const files = new Map<string, SpaceFile[]>();
  const folders: string[] = [];
  const start = withSeparator(join(folder, below));
  for (const { name, kind, rawName } of entries) {
    if (rawName !== null) continue;
    if (kind === 'directory') folders.push(name);
    const dot = name.lastIndexOf('.');
    const extension = dot < 0 ? '' : name.slice(dot);
    if (kind === 'directory' || dot <= 0 || !known.has(extension)) continue;
    const stem = name.slice(0, dot);
    const file = { name: below + name, extension, path: start + name, kind };
    const others = files.get(stem);
    if (others === undefined) files.set(stem, [file]);
    else others.push(file);
  }
  return { files, folders };
}

/** No link is followed, no pipe waited for. Throws the system's error. */
export function readRegular(path: string): Uint8Array {
  return readRegularFile(path, { most: LONGEST, follow: false });
}
