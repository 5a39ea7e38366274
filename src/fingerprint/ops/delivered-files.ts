/**
 * Reads the files of a scan for `struct-check`: their names and roots, and whether they were skipped.
 *
 *     const { files, toolVersions } = readDelivered(source);
 */
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { upstreamRefusal } from '#core/upstream-refusal';
import { badStructInput } from '#stream/fingerprint-refusals';
import { readRecords } from '#stream/ops/record-queue';
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
  const record = parseObject(bytes, line);
  const { version, relative_path, root, tool_versions, _skipped } = record;
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

function parseObject(bytes: Uint8Array, line: number): JsonObject {
  if (bytes.length === 0) throw badStructInput({ line, error: 'line is empty; expected one JSON value per line' });
  let value: JsonValue;
  try {
    value = parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) throw badStructInput({ line, error: error.message });
    throw error;
  }
  if (!isJsonObject(value)) throw badStructInput({ line, error: 'record must be a JSON object' });
  const refusal = upstreamRefusal(value);
  if (refusal !== null) throw refusal === 'without a code' ? badStructInput({ line, error: `upstream refusal ${refusal}` }) : refusal;
  return value;
}
