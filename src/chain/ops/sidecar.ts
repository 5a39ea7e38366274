/** The signature of a tool whose language has no comments: `<file>.sig` beside it, below the same space. */

import { errorCode } from '#disk/os-error';
import { parseSidecar, type SignatureLine } from '../signature-line.ts';
import type { SpaceFiles } from './space-files.ts';

export function sidecarOf(file: string): string {
  return `${file}.sig`;
}

/** Null where there is none. Throws `BadSignatureLine`, and whatever reading throws. */
export function readSidecar(path: string, files: Pick<SpaceFiles, 'read'>): SignatureLine | null {
  try {
    return parseSidecar(files.read(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
