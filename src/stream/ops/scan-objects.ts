/**
 * Scans the objects below a URL as `scan-files.ts` scans the files below a folder: the same records, in the same order, under the same
 * rules.
 *
 *     await scanObjects(tree, { filter, follow: true, version: '0.1.0' }, (line) => …);
 */
import type { ListedObject, ObjectTree } from '#store/tree/tree';
import { keepsPath, type PathFilter, prunesDirectory } from '../filter.ts';
import { entryPath, objectSkip } from '../object.ts';
import { formatScanned, formatSkipped } from '../vacuum.ts';
import type { Warning } from '../warnings.ts';
import type { Scanning } from './scan-files.ts';
import { type ScanOptions, scanScope } from './scan-root.ts';

export interface ObjectEntry {
  readonly relativePath: string;
  readonly object: ListedObject;
  /** The reason why it is no file; null for a file. */
  readonly skip: Warning | null;
}

/** The entries that the rules keep, page by page. */
export async function* objectEntries(
  tree: ObjectTree,
  { filter, keeps, range }: Pick<ScanOptions, 'filter' | 'keeps' | 'range'>,
): AsyncGenerator<readonly ObjectEntry[], void, undefined> {
  const isKept = keeperOf(filter);
  for await (const page of tree.list(range)) {
    yield page.flatMap((object) => {
      const entry = entryOf(object);
      return keeps?.(entry.relativePath) !== false && isKept(entry.relativePath) ? [entry] : [];
    });
  }
}

function entryOf(object: ListedObject): ObjectEntry {
  const nameHex = object.nameBytes === null ? null : hexOf(object.nameBytes);
  return { relativePath: entryPath(object.name), object, skip: objectSkip({ ...object, nameHex }, hexOf) };
}

function hexOf(name: string | Uint8Array): string {
  return Buffer.from(name as string).toString('hex');
}

/** A pattern that excludes a folder excludes all below it, as a walk does. */
export function keeperOf(filter: PathFilter): (path: string) => boolean {
  if (filter.include.length + filter.exclude.length === 0) return () => true;
  let last = { folder: '', isPruned: false };
  return (path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder !== last.folder)
      last = { folder, isPruned: folder !== '' && foldersOf(folder).some((each) => prunesDirectory(filter, each)) };
    return !last.isPruned && keepsPath(filter, path);
  };
}

function foldersOf(folder: string): readonly string[] {
  const segments = folder.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

export async function scanObjects(tree: ObjectTree, options: Scanning, onLine: (line: string) => void): Promise<void> {
  const by = { semver: options.version, scope: scanScope(options), shard: options.shard };
  const root = tree.url;
  for await (const page of objectEntries(tree, options)) {
    for (const { relativePath, object, skip } of page) {
      const place = { path: `${root}/${object.name.toWellFormed()}`, relativePath, root };
      if (skip !== null) {
        options.onSkip?.(place.path, skip);
        onLine(formatSkipped({ ...place, warning: skip }, by));
      } else {
        const { size, modified, etag } = object;
        onLine(formatScanned({ ...place, size, mtime: modified === null ? NO_TIME : BigInt(modified) * 1_000_000n, etag }, by));
      }
    }
  }
}

/** Formats as null: no year of RFC 3339. */
const NO_TIME = 1n << 80n;
