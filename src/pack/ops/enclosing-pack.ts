/**
 * Finds the pack that a path is in: a folder above it with a `pack.v0` manifest. A new file in that folder would be an extra member, and
 * the pack would no longer verify.
 *
 *     enclosingPack('/data/dec/reports/new')   /data/dec, if that is a pack
 */

import { dirname, join } from 'node:path';
import { Cursor, JsonError } from '#core/json/cursor';
import { JsonTooLarge } from '#core/json/limits';
import { readOutline } from '#core/json/outline';
import { readString } from '#core/json/read';
import { skipSpace } from '#core/json/token';
import { isJsonObject } from '#core/json/value';
import { errorCode } from '#disk/os-error';
import { realPath } from '#disk/path/real-path';
import { readPart } from '#disk/read/part';
import { type RegularFile, withRegularFile } from '#disk/read/regular-file';
import { MANIFEST_NAME, MAX_MANIFEST_LENGTH, PACK_VERSION } from '../document.ts';

/** Returns the real path of the outermost pack, or null if there is none. */
export function enclosingPack(path: string): string | null {
  let pack: string | null = null;
  let folder = dirname(realPath(path));
  for (;;) {
    if (isPack(folder)) pack = folder;
    const parent = dirname(folder);
    if (parent === folder) return pack;
    folder = parent;
  }
}

/** Only the version counts: a damaged pack must not be changed either. */
function isPack(folder: string): boolean {
  try {
    return withRegularFile(join(folder, MANIFEST_NAME), { follow: false }, (file) =>
      file.size > MAX_MANIFEST_LENGTH ? beginsAsManifest(file) : isPackManifest(file),
    );
  } catch (error) {
    if (errorCode(error) === undefined && !(error instanceof JsonError)) throw error;
    return false;
  }
}

function isPackManifest(file: RegularFile): boolean {
  try {
    const outline = readOutline(file.read().source);
    return isJsonObject(outline) && outline['version'] === PACK_VERSION;
  } catch (error) {
    if (error instanceof JsonTooLarge) return beginsAsManifest(file);
    throw error;
  }
}

/** Long enough for any first field of a manifest. */
const BEGINNING = 1 << 16;

/**
 * A manifest that is too large to read is an unrelated file, unless its first field is a field of a manifest. Then it may be a pack, and
 * counts as one.
 */
function beginsAsManifest({ fd }: RegularFile): boolean {
  const bytes = readPart(fd, 0, BEGINNING);
  const c = new Cursor(bytes, 0, bytes.length);
  skipSpace(c);
  if (bytes[c.pos] !== BRACE) return false;
  c.pos++;
  skipSpace(c);
  return bytes[c.pos] === QUOTE && FIELDS.has(readString(c));
}

const BRACE = 0x7b;
const QUOTE = 0x22;
const FIELDS: ReadonlySet<string> = new Set(['created', 'member_count', 'members', 'note', 'pack_id', 'tool_version', 'version']);
