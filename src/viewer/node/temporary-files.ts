/** The folder for temporary files in a browser: it is in memory, and the only one in which a page can write. */
import { systemError } from './errors.ts';
import { addFile, type FolderNode, newFolder, type TreeNode } from './given-files.ts';

/** No file can have this name. */
export const TEMPORARY_FOLDER = '/\0temporary';

export const temporary: FolderNode = newFolder();

class MemoryFile {
  readonly lastModified = 0;
  #bytes = new Uint8Array();

  get size(): number {
    return this.#bytes.length;
  }

  reader() {
    return (position: number, into: Uint8Array): number => {
      const bytes = this.#bytes.subarray(position, position + into.length);
      into.set(bytes);
      return bytes.length;
    };
  }

  append(bytes: Uint8Array): void {
    const longer = new Uint8Array(this.#bytes.length + bytes.length);
    longer.set(this.#bytes);
    longer.set(bytes, this.#bytes.length);
    this.#bytes = longer;
  }
}

export function isTemporary(path: string): boolean {
  return path.startsWith(`${TEMPORARY_FOLDER}/`);
}

export function mkdtempSync(prefix: string): string {
  if (!isTemporary(prefix)) throw systemError('EROFS', 'mkdtemp', prefix);
  const path = `${prefix}${temporary.entries.size + 1}`;
  temporary.entries.set(path.slice(TEMPORARY_FOLDER.length + 1), newFolder());
  return path;
}

export function createTemporary(path: string): void {
  addFile(temporary, path.slice(TEMPORARY_FOLDER.length), new MemoryFile());
}

/** At the end: no caller writes anywhere else. */
export function appendTo(node: TreeNode, bytes: Uint8Array): number {
  const file = node.kind === 'file' ? node.file : null;
  if (!(file instanceof MemoryFile)) throw systemError('EROFS', 'write');
  file.append(bytes);
  return bytes.length;
}

export function removeTemporary(path: string): void {
  if (!isTemporary(path)) throw systemError('EROFS', 'rm', path);
  const names = path.slice(TEMPORARY_FOLDER.length + 1).split('/');
  let folder = temporary;
  for (const name of names.slice(0, -1)) {
    const next = folder.entries.get(name);
    if (next?.kind !== 'folder') return;
    folder = next;
  }
  folder.entries.delete(names.at(-1) as string);
}
