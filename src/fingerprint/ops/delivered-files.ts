/**
 * Reads the files of a scan for `struct-check`: their names and roots, and whether they were skipped.
 *
 *     const { files, toolVersions } = readDelivered(source);
 */
import { isJsonObject, type JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { badStructInput } from '#stream/fingerprint-refusals';
import { readRecords } from '#stream/ops/record-queue';
import { parseRecordLine } from '#stream/record-line';
import type { DeliveredFile } from '../structure/struct-check.ts';

interface ScannedFile extends DeliveredFile {
  readonly toolVersions: JsonObject;
  readonly length: number;
}

/** Refuses a line that is not a vacuum.v0 record. If a tool has several versions, the first one is used (L6). */
export function readDelivered(source: ByteSource): { readonly files: readonly DeliveredFile[]; readonly toolVersions: JsonObject } {
  const files: DeliveredFile[] = [];
  let toolVersions: JsonObject = {};
  for (const { root, path, isSkipped, toolVersions: seen } of readRecords(source, { parse: parseScanned, badInput: badStructInput })) {
    files.push({ root, path, isSkipped });
    toolVersions = { ...seen, ...toolVersions };
  }
  return { files, toolVersions };
}

function parseScanned(bytes: Uint8Array, line: number): ScannedFile {
  const { version, relative_path, root, tool_versions, _skipped } = parseRecordLine(bytes, line, badStructInput);
  if (version !== 'vacuum.v0')
    throw badStructInput({ line, error: `expected version vacuum.v0, found ${typeof version === 'string' ? version : 'none'}` });
  if (typeof relative_path !== 'string') throw badStructInput({ line, missing_field: 'relative_path' });
  if (typeof root !== 'string') throw badStructInput({ line, missing_field: 'root' });
  return {
    root,
    path: relative_path,
    isSkipped: _skipped === true,
    toolVersions: isJsonObject(tool_versions) ? tool_versions : {},
    length: bytes.length,
  };
}
