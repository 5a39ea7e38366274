/**
 * The folder of a stack (S8): every `profile.yaml` below `profiles`, every `module.yaml` below `modules`, corridors in the folders of their
 * modules, lawpacks by jurisdiction and domain. Every path stays inside the root, and every file is read once.
 *
 *     const tree = openTree('/srv/stack', 'stack');
 *     tree.file({ what: 'patch', path: 'overlays/core.patch', folder: 'zones/one', by: 'zones/one/zone.yaml overlays[0].patches[0]' })
 */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { JsonError, parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { parseRelPath, type RelPath, UnsafePath } from '#core/path/rel-path';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { listThere } from '#disk/path/list-there';
import { realPath } from '#disk/path/real-path';
import { openConfined, ThroughLink } from '#disk/read/confined';
import { walk } from '#disk/walk/walk';
import { sha256Hex } from '#hashing/hashers';
import type { ReadDocument, ReadFile, Shaped } from '../../inputs/facts.ts';
import { type BadDocument, cannotAccess, missingInput, unsafePath } from '../../refusals.ts';

export interface StackTree {
  /** Absolute path, with links resolved. */
  readonly root: string;
  /** A path below the root as shown to the user, so that a command with it works when pasted. */
  show(place: string): string;
  /** Throws `E_UNSAFE_PATH`, `E_MISSING_INPUT` or `E_IO`. */
  file(asked: RequestedFile): ReadFile;
  /** The absolute paths of the files that were read. */
  filesRead(): readonly string[];
  /** The paths of every file of that name below a folder, in byte order; empty if there is no such folder. */
  named(folder: string, name: string): readonly RelPath[];
  /** True if something exists there, or may exist: an unreadable entry is reported when it is read. */
  has(place: RelPath): boolean;
  /** Throws `E_UNSAFE_PATH` if the path is a link, or passes through one. */
  requireNoLink(place: RelPath, by: string): void;
}

/** A file that is named in a document. */
export interface RequestedFile {
  /** The kind of file in words: `patch`, `trust anchors`. */
  readonly what: string;
  /** The path as written. */
  readonly path: string;
  /** The folder that it is relative to, below the root; empty for the root. */
  readonly folder: string;
  /** The file and the field that name it. */
  readonly by: string;
}

/** For files that the layout determines, which no document names. */
export const LAYOUT = 'the layout of the tree';

/** `shown` is the root as typed or found. */
export function openTree(root: string, shown: string): StackTree {
  const confined = open(root, shown);
  const read = new Map<string, ReadFile>();
  const show = (place: string): string => shownBelow(shown, place);
  return {
    root: confined.path,
    show,
    file({ what, path, folder, by }) {
      const place = placeOf(path, folder, by);
      const known = read.get(place);
      if (known !== undefined) return known.path === path ? known : { ...known, path };
      try {
        const bytes = confined.read(place);
        const file = { path, place, sha256: sha256Hex(bytes), bytes };
        read.set(place, file);
        return file;
      } catch (error) {
        if (error instanceof ThroughLink) throw unsafePath(path, 'leads through a link', by);
        if (isMissing(error)) throw missingInput(what, show(place), by, listThere(join(confined.path, place), show(place)));
        throw cannotAccess(`cannot read ${what} ${show(place)}`, show(place), osText(error));
      }
    },
    filesRead: () => [...read.keys()].map((place) => join(confined.path, place)),
    named: (folder, name) => namedBelow(confined.path, folder, name, show),
    has: (place) => isThere(join(confined.path, place)),
    requireNoLink(place, by) {
      const path = join(confined.path, place);
      if (realPath(path) !== path || isLink(path)) throw unsafePath(place, 'leads through a link', by);
    },
  };
}

/** How a document is parsed, and the refusal if it cannot be. */
export interface DocumentFormat {
  readonly parse: (bytes: Uint8Array) => JsonValue;
  readonly bad: BadDocument;
}

export const yamlOf = (bad: BadDocument): DocumentFormat => ({ parse: parseYaml, bad });
export const jsonOf = (bad: BadDocument): DocumentFormat => ({ parse: (bytes) => parseJson(bytes), bad });

/** Throws the refusal of the format if the text cannot be parsed. */
export function readDocument(tree: StackTree, file: ReadFile, { parse, bad }: DocumentFormat): ReadDocument {
  try {
    return { ...file, value: parse(file.bytes) };
  } catch (error) {
    if (error instanceof YamlError || error instanceof JsonError) throw bad(tree.show(file.place), [{ at: '', message: error.message }]);
    throw error;
  }
}

/** Returns the value that the reader made; throws `bad` with its faults. */
export function requireShaped<T>(tree: StackTree, file: ReadFile, shaped: Shaped<T>, bad: BadDocument): T {
  if (shaped.ok) return shaped.value;
  throw bad(tree.show(file.place), shaped.faults);
}

/** The nearest folder above a file that contains `modules`; null if there is none. */
export function rootAbove(file: string): string | null {
  const folder = dirname(file);
  if (isThere(join(folder, 'modules'))) return folder;
  return folder === dirname(folder) ? null : rootAbove(folder);
}

function open(root: string, shown: string): ReturnType<typeof openConfined> {
  try {
    return openConfined(root);
  } catch (error) {
    throw cannotAccess(`cannot read root ${shown}`, shown, osText(error));
  }
}

/** `folder` is relative to the root, empty or `.` for the root itself. Throws `E_UNSAFE_PATH`. */
export function placeOf(path: string, folder: string, by: string): RelPath {
  try {
    const safe = parseRelPath(path);
    return folder === '' || folder === '.' ? safe : parseRelPath(`${folder}/${safe}`);
  } catch (error) {
    if (error instanceof UnsafePath) throw unsafePath(path, REASONS[error.reason], by);
    throw error;
  }
}

const REASONS: Readonly<Record<UnsafePath['reason'], string>> = {
  empty: 'is empty',
  nul: 'contains NUL',
  absolute: 'is absolute',
  drive: 'starts with a drive letter',
  traversal: 'leads upwards',
  segment: 'has an empty or "." segment',
};

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** True also for a broken link. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function namedBelow(root: string, folder: string, name: string, show: (place: string) => string): readonly RelPath[] {
  const found: RelPath[] = [];
  try {
    for (const entry of walk(join(root, folder), { follow: false })) {
      const place = `${folder}/${entry.relativePath}`;
      // A folder that cannot be listed might contain a duplicate.
      if (entry.kind === 'skip' && entry.why === 'unreadable') throw cannotAccess(`cannot read ${show(place)}`, show(place), entry.message);
      if (place.endsWith(`/${name}`)) found.push(place as RelPath);
    }
  } catch (error) {
    if (isMissing(error)) return [];
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read ${show(folder)}`, show(folder), osText(error));
  }
  return found;
}
