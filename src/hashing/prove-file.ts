/**
 * Whether a short file is the one that was expected: regular, with the hash that is known beforehand and, where it is a document of a known
 * version, in keeping with its open schema. The bytes are judged that were hashed (C8), and their hash proves them: no stat is needed.
 *
 *     proveFile({ path: '/pack/rvl.report.json', hex: '7c1f…', version: 'rvl.v0' })      2048, its size
 *
 * Anything else is `UNPROVEN`, whatever the reason is, and an empty file too: whoever wants to know asks again, with all questions.
 */
import { hash } from 'node:crypto';
import { readStart } from '#disk/read/regular-file';
import { hasSchema, keepsOpenSchema } from '#pack/ops/member-schemas';
import { countRead } from '#threads/read-meter';

export interface FileProof {
  readonly path: string;
  /** SHA-256. */
  readonly hex: string;
  /** Of a document whose open schema, if there is one of that version, is to be kept; or null. */
  readonly version: string | null;
}

export const UNPROVEN = -1;

const LONGEST = 1 << 20;
/** Used for one file after the other; made by the first. */
let buffer: Uint8Array | undefined;

export function proveFile({ path, hex, version }: FileProof): number {
  buffer ??= new Uint8Array(LONGEST + 1);
  const count = tryRead(path, buffer);
  // An empty read proves nothing: a device may give one too.
  if (count <= 0 || count > LONGEST) return UNPROVEN;
  const bytes = buffer.subarray(0, count);
  if (hash('sha256', bytes, 'hex') !== hex) return UNPROVEN;
  countRead(count);
  return version === null || !hasSchema(version) || keepsOpenSchema(version, bytes) ? count : UNPROVEN;
}

/** Negative where it cannot be read. */
function tryRead(path: string, into: Uint8Array): number {
  try {
    return readStart(path, into);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    return -1;
  }
}
