/**
 * Looks into a folder that a walk skipped because of its name, by the bytes of that name.
 *
 *     holdsOnlyFolders(rawPathOf(skip))     true: only folders below it, no file or anything else
 */
import { type Dirent, readdirSync } from 'node:fs';
import type { SkipEntry } from './skipped-entry.ts';

const SLASH = Buffer.from('/');

/** The path of an entry with a bad name, as bytes, because text may not represent it. */
export function rawPathOf({ path, detail: { name_hex: hex } }: SkipEntry): Buffer {
  const name = Buffer.from(typeof hex === 'string' ? hex : '', 'hex');
  return Buffer.concat([Buffer.from(path.slice(0, path.lastIndexOf('/') + 1)), name]);
}

/** Throws the system's error. */
export function holdsOnlyFolders(folder: Buffer): boolean {
  const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }) as unknown as readonly Dirent<Buffer>[];
  return entries.every((entry) => entry.isDirectory() && holdsOnlyFolders(Buffer.concat([folder, SLASH, entry.name])));
}
