/**
 * Finds a path below a root that differs from the requested one only by Unicode normalisation, as copies between file systems cause it: `é`
 * as one code point, or as `e` and an accent. Names are compared, never changed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The relative path that exists instead, or null. */
export function nfcTwin(root: string, relativePath: string): string | null {
  if (isAscii(relativePath)) return null;
  let found = '';
  for (const segment of relativePath.split('/')) {
    const here = join(found, segment);
    const name = existsSync(join(root, here)) ? segment : twinIn(join(root, found), segment);
    if (name === null) return null;
    found = join(found, name);
  }
  return found === relativePath ? null : found;
}

function twinIn(folder: string, name: string): string | null {
  const wanted = name.normalize('NFC');
  return namesIn(folder).find((other) => other.normalize('NFC') === wanted) ?? null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
