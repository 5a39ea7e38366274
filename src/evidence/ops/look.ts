/**
 * Looks at a path as far as recognition needs: the first bytes of a regular file, or the listing of a folder. Nothing else is opened: no
 * pipe, no device, and in a search no link.
 *
 *     look('/data/dec.lock.json', 'dec.lock.json')     { kind: 'lock', … }
 */
import { join } from 'node:path';
import { readStart, withRegularFile } from '#disk/read/regular-file';
import type { DirectoryEntry } from '#disk/walk/directory';
import { MANIFEST_NAME } from '#pack/document';
import { MODEL_SIGNATURE } from '#sign/oms/files';
import { firstKeys } from '../first-keys.ts';
import { type Glimpse, HEAD_BYTES, type Head, type Recognised, recognise } from '../kinds.ts';

/** `isGiven`: the user named the file, so that links are followed, and any tar archive is taken for that of a pack. Throws the system's error. */
export async function lookAtFile(path: string, name: string, { isGiven }: { readonly isGiven: boolean }): Promise<Recognised> {
  const head = isGiven ? givenHead(path) : listedHead(path);
  const entry = await firstEntry(path, head, isGiven);
  return recognise({ name, file: head, ...(entry === null ? {} : { firstEntry: () => entry }) });
}

export function lookAtFolder(path: string, name: string, entries: readonly DirectoryEntry[]): Recognised {
  const files = new Set(entries.flatMap(({ name: entry, kind }) => (kind === 'file' ? [entry] : [])));
  const folder: Glimpse['folder'] = {
    names: new Set(entries.map(({ name: entry }) => entry)),
    head: (entry) => (files.has(entry) ? headOrNothing(join(path, entry)) : NOTHING),
  };
  return recognise({ name, folder });
}

/** Whether a folder has a bundle of OpenSSF Model Signing over its files. */
export function hasModelSignature(path: string, entries: readonly DirectoryEntry[]): boolean {
  if (!entries.some(({ name, kind }) => name === MODEL_SIGNATURE && kind === 'file')) return false;
  return firstKeys(headOrNothing(join(path, MODEL_SIGNATURE)).bytes)?.keys.has('verificationMaterial') === true;
}

/** What is there and cannot be looked at is recognised by its name; its own reader says why. */
const NOTHING: Head = { bytes: new Uint8Array(0), isCut: false };

function headOrNothing(path: string): Head {
  try {
    return listedHead(path);
  } catch {
    return NOTHING;
  }
}

const scratch = new Uint8Array(HEAD_BYTES + 1);

function listedHead(path: string): Head {
  return headOf(readStart(path, scratch));
}

function givenHead(path: string): Head {
  return withRegularFile(path, { follow: true }, (file) => headOf(file.read().source.read(scratch)));
}

function headOf(length: number): Head {
  const count = Math.min(length, HEAD_BYTES);
  return { bytes: scratch.slice(0, count), isCut: length > HEAD_BYTES };
}

const TAR_MAGIC = 257;

async function firstEntry(path: string, { bytes }: Head, isGiven: boolean): Promise<string | null> {
  const isTar = latin(bytes.subarray(TAR_MAGIC, TAR_MAGIC + 5)) === 'ustar';
  const isPacked = /^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/.test(latin(bytes.subarray(0, 4)));
  if (!isTar && !isPacked) return null;
  if (isGiven) return MANIFEST_NAME;
  return isTar ? latin(bytes.subarray(0, 100)).replace(/\0[^]*$/, '') : (await import('./packed-entry.ts')).firstPackedEntry(path);
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
