/**
 * An entry that could not become a file, with the reason in the words of its record. They contain only paths below the root: the same tree
 * gives the same record in every location (M5).
 *
 *     notRegular({ relativePath: 'p', path: '/data/p' }, 'named pipe').message   Not a regular file: named pipe
 */
import type { JsonObject } from '#core/json/value';
import { osText } from '../os-error.ts';
import type { EntryKind } from './directory.ts';

export interface SkipEntry {
  readonly kind: 'skip';
  readonly relativePath: string;
  /** The root as given, followed by the path of the entry. */
  readonly path: string;
  readonly code: 'E_IO' | 'E_NAME';
  readonly why: 'unreadable' | 'loop' | 'visited' | 'unmeasured' | 'not regular' | 'bad name';
  readonly message: string;
  readonly detail: JsonObject;
  /** The kind of an entry whose name cannot be a path. */
  readonly named?: EntryKind;
  /** The skip stands for everything below this folder. */
  readonly isFolder?: true;
}

type Place = Pick<SkipEntry, 'relativePath' | 'path'>;

/** A broken link, or a directory that cannot be listed. */
export function unreadable(place: Place, error: unknown): SkipEntry {
  return because(place, 'unreadable', 'Cannot read directory entry', `IO error for operation on ${place.relativePath}: ${osText(error)}`);
}

/** `ancestor` is below the root too, or the root itself. */
export function loop(place: Place, ancestor: string): SkipEntry {
  return because(
    place,
    'loop',
    'Cannot read directory entry',
    `File system loop found: ${place.relativePath} points to an ancestor ${ancestor}`,
  );
}

/** A folder that two paths lead to; `way` is the other path, also below the root. */
export function visited(place: Place, way: string): SkipEntry {
  return { ...because(place, 'visited', 'Not listed again', `already visited through ${way}`), isFolder: true };
}

/** A file whose size and time the system does not report. */
export function unmeasured(place: Place, error: unknown): SkipEntry {
  return because(place, 'unmeasured', 'Cannot read file metadata', osText(error));
}

export function notRegular(place: Place, kind: EntryKind | 'link, not followed'): SkipEntry {
  return because(place, 'not regular', 'Not a regular file', kind);
}

/** V5; `name` is the last component as the system has it. */
export function badName(place: Place, name: Uint8Array, message: string, named: EntryKind): SkipEntry {
  const detail = { name_hex: Buffer.from(name).toString('hex') };
  return { kind: 'skip', ...place, code: 'E_NAME', why: 'bad name', message, detail, named };
}

function because(place: Place, why: SkipEntry['why'], message: string, error: string): SkipEntry {
  return { kind: 'skip', ...place, code: 'E_IO', why, message: `${message}: ${error}`, detail: { error } };
}
