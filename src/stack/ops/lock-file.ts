/**
 * Reads a stack.lock file, JSON or YAML, strictly.
 *
 *     readLockFile(source, 'zones/one/stack.lock')     { bytes, document, lock }
 */

import { parseYaml, YamlError } from '#codecs/yaml/read';
import { readWhole } from '#core/bytes/source';
import { JsonError, parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import type { StackLock } from '../document.ts';
import { parseStackLock } from '../read.ts';
import { badLock, cannotAccess } from '../refusals.ts';

export interface LockFile {
  readonly bytes: Uint8Array;
  /** The document as written, with unknown fields. */
  readonly document: JsonObject;
  readonly lock: StackLock;
}

const MAX_LENGTH = 1 << 26;
const BRACE = 0x7b;

/** `shown` is the path as shown to the user. Throws `E_BAD_LOCK`, or the system's error. */
export function readLockFile(source: ByteSource, shown: string): LockFile {
  const bytes = readWhole(source, MAX_LENGTH);
  if (bytes === null) throw badLock(shown, [{ at: '', message: `longer than ${MAX_LENGTH} bytes` }]);
  return parseLockFile(bytes, shown);
}

/** Returns null if there is none. Throws `E_BAD_LOCK` or `E_IO`. */
export function readLockFileIfThere(path: string, shown: string): LockFile | null {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw cannotAccess(`cannot read stack lock ${shown}`, shown, osText(error));
  }
  return parseLockFile(bytes, shown);
}

export function parseLockFile(bytes: Uint8Array, shown: string): LockFile {
  try {
    const document = bytes[0] === BRACE ? parseJson(bytes) : parseYaml(bytes);
    const parsed = parseStackLock(document);
    if (!parsed.ok) throw badLock(shown, parsed.faults);
    return { bytes, document: document as JsonObject, lock: parsed.value };
  } catch (error) {
    if (error instanceof JsonError || error instanceof YamlError) throw badLock(shown, [{ at: '', message: error.message }]);
    throw error;
  }
}
