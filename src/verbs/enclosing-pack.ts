/**
 * The pack that a place lies in: a folder above it that holds a manifest of `pack.v0`. What comes to lie there is one file too many, and the
 * pack does not verify any more.
 *
 *     enclosingPack('/data/dec/reports/new')   /data/dec, where that is a pack
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JsonError } from '#core/json/cursor';
import { readOutline } from '#core/json/outline';
import { isJsonObject } from '#core/json/value';
import { CAREFULLY } from '#io/carefully';
import { descriptorSource } from '#io/descriptor';
import { errorCode } from '#io/os-error';
import { realPath } from '#io/real-path';
import { MANIFEST_NAME, PACK_VERSION } from '#pack/document';

/** The outermost one, free of links; null where there is none. */
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

/** By the version alone: a pack that was damaged is to be left alone, too. */
function isPack(folder: string): boolean {
  try {
    const fd = openSync(join(folder, MANIFEST_NAME), CAREFULLY);
    try {
      if (!fstatSync(fd).isFile()) return false;
      const outline = readOutline(descriptorSource(fd));
      return isJsonObject(outline) && outline['version'] === PACK_VERSION;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === undefined && !(error instanceof JsonError)) throw error;
    return false;
  }
}
