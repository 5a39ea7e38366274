/**
 * Checks the names of a zip archive, one after the other. A name is a path inside an artefact (C4), of a file or, with a slash at its end,
 * of a folder. No name is repeated, and no file is also a folder. Names are UTF-8 and flagged as such, or ASCII: readers decode other names
 * differently.
 */
import type { Entry } from 'yauzl';
import { decodeUtf8 } from '#core/bytes/utf8';
import { isRelPath, type RelPath } from '#core/path/rel-path';

export interface ZipName {
  /** The name as it is shown. */
  readonly text: string;
  /** Null for a folder. */
  readonly path: RelPath | null;
}

export const UTF8_FLAG = 0x800;
/** An extra field with a second name, which some readers prefer. */
const SECOND_NAME = 0x7075;
/** Systems that store the file mode in the attributes: Unix and macOS. */
const WITH_MODE = new Set([3, 19]);
const KIND = 0o170000;
const [NO_KIND, REGULAR, FOLDER] = [0, 0o100000, 0o040000];

export function zipNames(hasBackslashes = false): (entry: Entry) => ZipName {
  const files = new Set<string>();
  const folders = new Set<string>();
  return (entry) => {
    const text = hasBackslashes ? textOf(entry).replaceAll('\\', '/') : textOf(entry);
    const isFolder = text.endsWith('/');
    const path = isFolder ? text.slice(0, -1) : text;
    if (!isRelPath(path) || path.includes('\\')) throw new ZipError('an unsafe name', text);
    requireKind(entry, text, isFolder);
    if (files.has(path) || (!isFolder && folders.has(path))) throw new ZipError('a name twice', text);
    for (const parent of parentsOf(path)) {
      if (files.has(parent)) throw new ZipError('a file below a file', text);
      folders.add(parent);
    }
    (isFolder ? folders : files).add(path);
    return { text, path: isFolder ? null : path };
  };
}

function textOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const shown = fileNameRaw.toString('latin1');
  if (extraFields.some(({ id }) => id === SECOND_NAME)) throw new ZipError('an entry with two names', shown);
  if ((generalPurposeBitFlag & UTF8_FLAG) === 0 && fileNameRaw.some((byte) => byte >= 0x80))
    throw new ZipError('a name that is neither ASCII nor marked as UTF-8', shown);
  try {
    return decodeUtf8(fileNameRaw);
  } catch {
    throw new ZipError('a name that is not UTF-8', shown);
  }
}

function requireKind({ versionMadeBy, externalFileAttributes }: Entry, text: string, isFolder: boolean): void {
  if (!WITH_MODE.has(versionMadeBy >>> 8)) return;
  const kind = (externalFileAttributes >>> 16) & KIND;
  if (kind !== NO_KIND && kind !== (isFolder ? FOLDER : REGULAR))
    throw new ZipError('a link, or another entry that is no plain file', text);
}

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) parents.push(path.slice(0, slash));
  return parents;
}

/** What was found that a zip archive of plain files must not contain, such as `a link`, and the entry where it is known. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly entry: string | null;

  constructor(message: string, entry: string | null = null) {
    super(entry === null ? message : `${message}: ${entry}`);
    this.entry = entry;
  }
}
