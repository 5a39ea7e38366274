/**
 * The files of a folder that was dropped or chosen, with their paths below it.
 *
 * There are two ways to a dropped folder. Chromium refuses the older one, entries, to a page that was opened from a disk; other browsers do not
 * have the newer one, handles. Where both fail, the page says that the folder can be chosen. By a handle Chromium does not give all files of a
 * folder: it hides some because of their names, and does not say so.
 */
import type { PageFile } from '../engine/messages.ts';

export function chosenFiles(list: FileList | null): readonly PageFile[] {
  return Array.from(list ?? [], (file) => ({ path: chosenPath(file), file }));
}

/** A browser writes each `\` of a path as `/`, and gives only the name of the file as it is. */
function chosenPath({ webkitRelativePath: path, name }: Pick<File, 'webkitRelativePath' | 'name'>): string {
  return path.slice(0, -name.length) + name;
}

export const HIDDEN_NAMES =
  'Of a folder that is dropped on a page from a disk, a browser hides files by their names: Thumbs.db, desktop.ini, ~$a.docx, a.lnk, a.url, names with spaces or dots at an end, or with one of < > : " | ? *, and others. They are not looked at, and a member of such a name is said to be missing. Choose the folder instead.';

type Handle = FileHandle | FolderHandle;

interface FileHandle {
  readonly kind: 'file';
  readonly name: string;
  getFile(): Promise<File>;
}

interface FolderHandle {
  readonly kind: 'directory';
  readonly name: string;
  values(): AsyncIterable<Handle>;
}

interface Item extends Omit<DataTransferItem, 'getAsFileSystemHandle'> {
  getAsFileSystemHandle?(): Promise<Handle | null>;
}

export interface Dropped {
  readonly files: readonly PageFile[];
  readonly hidesNames: boolean;
}

/** Tries both ways at once: after the event neither can be used any more. */
export async function droppedFiles(items: DataTransferItemList): Promise<Dropped> {
  const isFromDisk = location.protocol === 'file:';
  const asked = (Array.from(items) as readonly Item[])
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ handle: isFromDisk ? item.getAsFileSystemHandle?.().catch(() => null) : null, entry: item.webkitGetAsEntry() }));
  const files: PageFile[] = [];
  let hidesNames = false;
  for (const { handle, entry } of asked) {
    const found = (await handle) ?? null;
    hidesNames ||= found?.kind === 'directory';
    if (found !== null) await collectHandle(found, '', files);
    else if (entry !== null) await collectEntry(entry, files);
  }
  return { files, hidesNames };
}

async function collectHandle(handle: Handle, folder: string, files: PageFile[]): Promise<void> {
  const path = `${folder}${handle.name}`;
  if (handle.kind === 'file') files.push({ path, file: await handle.getFile() });
  else for await (const each of handle.values()) await collectHandle(each, `${path}/`, files);
}

async function collectEntry(entry: FileSystemEntry, files: PageFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ path: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // The reader gives a hundred entries for each call, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const each of entries) await collectEntry(each, files);
  }
}
