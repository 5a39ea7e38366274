/** What the ledger records about a pack, as soon as it is known: its path, and its id, whether it is valid or not. */
import { statSync } from 'node:fs';
import { isSha256Digest } from '#core/digest';
import { errorCode } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { MANIFEST_NAME } from '#pack/document';
import type { Invocation, WitnessInput } from '../command.ts';

/** Called before anything is read: a refused run records the same path as a successful one. */
export function packInput(invocation: Invocation, given: string): WitnessInput {
  return isFolder(invocation.resolve(given)) ? manifestInput(given) : { path: given, hash: null, bytes: null };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** For a command that accepts only folders. */
export function manifestInput(given: string): WitnessInput {
  return { path: shownBelow(given, MANIFEST_NAME), hash: null, bytes: null };
}

/** The `pack_id` in a manifest may be any text; it is recorded only if it has the form of a digest. */
export function recordPackId({ record }: Invocation, packId: string, field: 'pack_id' | 'a_pack_id' | 'b_pack_id' = 'pack_id'): void {
  if (isSha256Digest(packId)) record.params = { ...record.params, [field]: packId };
}
