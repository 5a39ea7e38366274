/**
 * The place of a pack: a folder, or an archive that is never unpacked. The caller first asks for the manifest and then runs one survey,
 * which reports everything in the pack.
 *
 *     const place = openPlace('december.tar.zst', '/data/december.tar.zst');
 *     const manifest = readManifest(place.manifestBytes(), 'december.tar.zst');
 *     place.survey({ members: readableMembers(manifest), needsContent, onContent, … });
 */
import { statSync } from 'node:fs';
import type { Algorithm } from '#core/ports';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { badPack, cannotAccess } from '../refusals.ts';
import { openArchive } from './archive/archive.ts';
import { openFolder } from './folder/folder.ts';
import type { PackPlace } from './survey.ts';

/**
 * `given` is the path as it was typed, `path` is absolute. `maxSize` limits the uncompressed size of an archive, in bytes; `algorithm` is that
 * of the hash in `input`.
 */
export function openPlace(given: string, path: string, maxSize?: number, algorithm: Algorithm = 'blake3'): PackPlace {
  try {
    return statSync(path).isDirectory() ? openFolder(given, path, algorithm) : openArchive(given, path, maxSize, algorithm);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const text = osText(error);
    if (isMissing(error)) throw badPack(given, `Cannot read pack: ${given}: ${text}`);
    throw cannotAccess(`Cannot read pack: ${given}: ${text}`, given, text);
  }
}
