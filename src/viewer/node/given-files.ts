/**
 * The files that a person has given to the page, as a tree. A browser shows names, sizes, times and bytes of files, and nothing else: no
 * links, no permissions, no special files.
 *
 *     const root = newFolder();
 *     addFile(root, 'delivery/tape/loans.csv', file);
 */
export interface GivenFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** For one opening of the file. What it returns reads at `position`, as much as `into` holds, and throws if the file cannot be read any more. */
  reader(): (position: number, into: Uint8Array) => number;
}

export interface FileNode {
  readonly kind: 'file';
  readonly id: number;
  readonly file: GivenFile;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly id: number;
  readonly entries: Map<string, TreeNode>;
}

export type TreeNode = FileNode | FolderNode;

let lastId = 0;

export function newFolder(): FolderNode {
  return { kind: 'folder', id: ++lastId, entries: new Map() };
}

/** `path` is relative, with `/` between its names. A file of the same path is replaced. */
export function addFile(root: FolderNode, path: string, file: GivenFile): void {
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop();
  if (last === undefined) return;
  let folder = root;
  for (const name of names) {
    let next = folder.entries.get(name);
    if (next?.kind !== 'folder') {
      next = newFolder();
      folder.entries.set(name, next);
    }
    folder = next;
  }
  folder.entries.set(last, { kind: 'file', id: ++lastId, file });
}
