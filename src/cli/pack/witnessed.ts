/** What the ledger says of a pack, as soon as it is known: where it was looked for, and which one it is, sound or not. */
import { statSync } from 'node:fs';
import { isSha256Digest } from '#core/digest';
import { errorCode } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { MANIFEST_NAME } from '#pack/document';
import type { Invocation, WitnessInput } from '../command.ts';

/** Before anything is read: the path is the one that it has in the record of a run that went on. */
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

/** Of a command that takes folders alone. */
export function manifestInput(given: string): WitnessInput {
  return { path: shownBelow(given, MANIFEST_NAME), hash: null, bytes: null };
}

/** What a manifest calls its pack_id may be anything; only what may be one is recorded. */
export function recordPackId({ record }: Invocation, packId: string, field: 'pack_id' | 'a_pack_id' | 'b_pack_id' = 'pack_id'): void {
  if (isSha256Digest(packId)) record.params = { ...record.params, [field]: packId };
}
