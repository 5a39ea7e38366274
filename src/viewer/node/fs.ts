/**
 * `node:fs` in a browser: the same calls over the files that were given to the page. It can only read, except for temporary files; what would
 * write elsewhere is an error as on a read-only disk. The program itself is not changed for the page, so its verdicts are the same.
 */
import { Buffer } from 'buffer';
import { systemError } from './errors.ts';
import { constants, Status } from './file-status.ts';
import { type FolderNode, type GivenFile, newFolder, type TreeNode } from './given-files.ts';
import { appendTo, createTemporary, isTemporary, removeTemporary, TEMPORARY_FOLDER, temporary } from './temporary-files.ts';

export { mkdtempSync } from './temporary-files.ts';

export { constants };

let root: FolderNode = newFolder();
let trusted: FolderNode = newFolder();
const open = new Map<number, Opened>();
let lastDescriptor = 2;

/** Where the files are that a person trusts. No file can have this name, and no path leads out of it. */
export const TRUSTED_FOLDER = '/\0trusted';

/** What the page can see from now on. */
export function mount(tree: FolderNode, trustedTree: FolderNode = newFolder()): void {
  root = tree;
  trusted = trustedTree;
  open.clear();
}

interface Opened {
  readonly node: TreeNode;
  /** Null for a folder. */
  readonly read: ReturnType<GivenFile['reader']> | null;
}

let onRead: (bytes: number) => void = () => {};

/** `watcher` receives the number of bytes of each read. */
export function watchReads(watcher: (bytes: number) => void): void {
  onRead = watcher;
}

interface StatOptions {
  readonly bigint?: boolean;
  readonly throwIfNoEntry?: boolean;
}

export function statSync(path: string, { bigint = false, throwIfNoEntry = true }: StatOptions = {}): Status | undefined {
  try {
    return new Status(nodeAt(path, 'stat'), bigint);
  } catch (error) {
    if (!throwIfNoEntry && (error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const lstatSync = statSync;

export function fstatSync(fd: number, { bigint = false }: StatOptions = {}): Status {
  return new Status(opened(fd, 'fstat').node, bigint);
}

export function existsSync(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function accessSync(path: string): void {
  nodeAt(path, 'access');
}

export function openSync(path: string, flags: number | string = 0): number {
  if (typeof flags === 'string' ? flags !== 'r' : (flags & 3) !== 0) {
    if (!isTemporary(path)) throw systemError('EROFS', 'open', path);
    createTemporary(path);
  }
  const node = nodeAt(path, 'open');
  open.set(++lastDescriptor, { node, read: node.kind === 'file' ? node.file.reader() : null });
  return lastDescriptor;
}

export function closeSync(fd: number): void {
  opened(fd, 'close');
  open.delete(fd);
}

/** With a null position it reads from the start: the callers read at most once that way. */
export function readSync(fd: number, into: Uint8Array, offset: number, length: number, position: number | bigint | null): number {
  return readOpened(opened(fd, 'read'), into.subarray(offset, offset + length), Number(position ?? 0));
}

function readOpened({ node, read }: Opened, into: Uint8Array, position: number): number {
  if (node.kind === 'folder' || read === null) throw systemError('EISDIR', 'read');
  if (position >= node.file.size || into.length === 0) return 0;
  let count: number;
  try {
    count = read(position, into);
  } catch {
    throw systemError('EIO', 'read');
  }
  onRead(count);
  return count;
}

export function readFileSync(path: string, encoding?: string | { encoding?: string }): unknown {
  const node = nodeAt(path, 'open');
  if (node.kind === 'folder') throw systemError('EISDIR', 'read', path);
  const bytes = Buffer.alloc(node.file.size);
  const text = typeof encoding === 'string' ? encoding : encoding?.encoding;
  const read = bytes.subarray(0, readOpened({ node, read: node.file.reader() }, bytes, 0));
  return text === undefined ? read : read.toString(text as 'utf8');
}

interface ListOptions {
  readonly withFileTypes?: boolean;
  readonly encoding?: string;
}

export function readdirSync(path: string, { withFileTypes = false, encoding = 'utf8' }: ListOptions = {}): unknown[] {
  const named = (name: string): unknown => (encoding === 'buffer' ? Buffer.from(name) : name);
  return [...folderAt(path, 'scandir').entries].map(([name, node]) =>
    withFileTypes ? Object.assign(new Status(node, false), { name: named(name), parentPath: path }) : named(name),
  );
}

export function opendirSync(path: string): { readSync(): { readonly name: string } | null; closeSync(): void } {
  const names = folderAt(path, 'opendir').entries.keys();
  return {
    readSync() {
      const { done, value } = names.next();
      return done === true ? null : { name: value };
    },
    closeSync() {},
  };
}

/** Without links the real path is the path itself. */
export function realpathSync(path: string, encoding?: string): unknown {
  nodeAt(path, 'realpath');
  const { start } = treeOf(path);
  const real = `${start}/${namesOf(path).join('/')}`;
  return encoding === 'buffer' ? Buffer.from(real) : real;
}
realpathSync.native = realpathSync;

export function readlinkSync(path: string): never {
  nodeAt(path, 'readlink');
  throw systemError('EINVAL', 'readlink', path);
}

/** An unknown kind of file system: nothing is known of it. */
export function statfsSync(): { readonly type: number; readonly bavail: number; readonly bsize: number } {
  return { type: 0, bavail: 0, bsize: 4096 };
}

export function writeSync(fd: number, bytes: Uint8Array, offset = 0, length = bytes.length - offset): number {
  return appendTo(opened(fd, 'write').node, bytes.subarray(offset, offset + length));
}

export { removeTemporary as rmSync, removeTemporary as unlinkSync };

function readOnly(path: unknown): never {
  throw systemError('EROFS', 'open', typeof path === 'string' ? path : undefined);
}

export {
  readOnly as chmodSync,
  readOnly as copyFileSync,
  readOnly as fchmodSync,
  readOnly as fsyncSync,
  readOnly as ftruncateSync,
  readOnly as linkSync,
  readOnly as mkdirSync,
  readOnly as renameSync,
  readOnly as rmdirSync,
  readOnly as symlinkSync,
  readOnly as truncateSync,
  readOnly as utimesSync,
  readOnly as writeFileSync,
};

/** The tree in which a path is; no path leads from one to another. */
function treeOf(path: string): { readonly tree: FolderNode; readonly start: string } {
  if (path.startsWith(`${TRUSTED_FOLDER}/`)) return { tree: trusted, start: TRUSTED_FOLDER };
  return isTemporary(path) ? { tree: temporary, start: TEMPORARY_FOLDER } : { tree: root, start: '' };
}

function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.slice(treeOf(path).start.length).split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names;
}

function nodeAt(path: string, call: string): TreeNode {
  let node: TreeNode = treeOf(path).tree;
  for (const name of namesOf(path)) {
    if (node.kind === 'file') throw systemError('ENOTDIR', call, path);
    const next: TreeNode | undefined = node.entries.get(name);
    if (next === undefined) throw systemError('ENOENT', call, path);
    node = next;
  }
  if (node.kind === 'file' && path.endsWith('/')) throw systemError('ENOTDIR', call, path);
  return node;
}

function folderAt(path: string, call: string): FolderNode {
  const node = nodeAt(path, call);
  if (node.kind === 'file') throw systemError('ENOTDIR', call, path);
  return node;
}

function opened(fd: number, call: string): Opened {
  const found = open.get(fd);
  if (found === undefined) throw systemError('EBADF', call);
  return found;
}
