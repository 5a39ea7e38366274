/**
 * The objects of a store in the words of records: which of them are files of a tree, and why the others are not.
 *
 *     objectSkip({ name: 'dir/', nameBytes: null, size: 0, archived: null })   E_NAME  Not a file: the marker of a folder
 *     objectOf(record)                                                         { root: 's3://evidence/2025', name: 'a.csv', … }
 */
import { isRelPath } from '#core/path/rel-path';
import type { HashInput } from './hash.ts';
import { entryWarning, type Warning } from './warnings.ts';

/** The part of a listed object that decides. `nameBytes` is the hex of a name that is not UTF-8. */
export interface NamedObject {
  readonly name: string;
  readonly nameHex: string | null;
  readonly size: number;
  readonly archived: string | null;
}

/** Null for an object that can be a file. */
export function objectSkip({ name, nameHex, size, archived }: NamedObject, hexOf: (name: string) => string): Warning | null {
  const badName = (message: string): Warning => entryWarning({ code: 'E_NAME', message, detail: { name_hex: nameHex ?? hexOf(name) } });
  if (nameHex !== null) return badName('Name is not UTF-8');
  if (name === '' || name.endsWith('/'))
    return badName(size === 0 ? 'Not a file: the marker of a folder' : 'Not a file: its name ends with a slash');
  if (!isRelPath(name)) return badName('Name is not safe in a relative path');
  if (archived === null) return null;
  const error = `it is archived (${archived})`;
  return entryWarning({ code: 'E_IO', message: `Cannot read object: ${error}`, detail: { error } });
}

/** The path of an entry: an object with the name of the root itself has none of its own. */
export function entryPath(name: string): string {
  return name === '' ? '.' : name.toWellFormed();
}

/** Whether this names the objects of a store, and no folder. */
export function isObjectRoot(root: string): boolean {
  return /^s3:\/\//i.test(root);
}

/** Whether two such URLs, as they were typed, name the same objects. */
export function isSameObjectRoot(one: string, other: string): boolean {
  return plainRoot(one) === plainRoot(other);
}

function plainRoot(url: string): string {
  return url.replace(/^s3:/i, 's3:').replace(/\/$/, '');
}

export interface RecordedObject {
  readonly root: string;
  readonly name: string;
  readonly size: number;
  readonly etag: string | null;
}

/** Null for the record of a file. Only what `vacuum` writes of an object is one: its path is that of the root and its name below it. */
export function objectOf({ record, path, name, size }: HashInput): RecordedObject | null {
  if (!isObjectRoot(path)) return null;
  const [root, etag] =
    record.kind === 'plain' ? [record.plain.root.slice(1, -1), null] : [record.fields['root'], record.fields['etag'] ?? null];
  if (typeof root !== 'string' || path !== `${root}/${name}` || !isRelPath(name)) return null;
  if (typeof size !== 'number' || (etag !== null && typeof etag !== 'string')) return null;
  return { root, name, size, etag };
}
