/**
 * Puts the text of each `schema_file` beside its name, so that it is part of the definition: of its version, and of what is sent to a thread. The
 * file is beside the definition, and is trusted as the definition is.
 */
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { decodeUtf8 } from '#core/bytes/utf8';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import type { Fault } from '../define/faults.ts';
import { SCHEMA_FILE } from '../json-schema/assert-schema.ts';

const MAX_LENGTH = 1 << 20;

export interface WithSchemaFiles {
  readonly value: JsonValue;
  readonly faults: readonly Fault[];
}

export function withSchemaFiles(value: JsonValue, folder: string): WithSchemaFiles {
  const faults: Fault[] = [];
  const assertions = isJsonObject(value) ? value['assertions'] : undefined;
  if (!isJsonObject(value) || !Array.isArray(assertions)) return { value, faults };
  const read = (assertions as readonly JsonValue[]).map((entry, i) => {
    const given = isJsonObject(entry) ? entry['json_schema'] : undefined;
    const name = isJsonObject(given) ? given['schema_file'] : undefined;
    if (!isJsonObject(entry) || !isJsonObject(given) || typeof name !== 'string' || !SCHEMA_FILE.test(name)) return entry;
    const path = ['assertions', i, 'json_schema', 'schema_file'];
    const { schema, message } = given['schema'] === undefined ? textOf(join(folder, name)) : BOTH;
    if (message !== undefined) faults.push({ path, message });
    return { ...entry, json_schema: { ...given, schema } } satisfies JsonObject;
  });
  return { value: { ...value, assertions: read }, faults };
}

/** A mistake in the text of a file is reported where the file is named. */
export function atSchemaFile({ path, message }: Fault, given: JsonValue): Fault {
  const [assertions, index, kind, field] = path;
  if (assertions !== 'assertions' || kind !== 'json_schema' || field !== 'schema') return { path, message };
  const entry = ((given as JsonObject)['assertions'] as readonly JsonObject[])[index as number]?.['json_schema'];
  const isOwn = isJsonObject(entry) && entry['schema'] !== undefined;
  return isOwn ? { path, message } : { path: [...path.slice(0, 3), 'schema_file'], message };
}

interface Read {
  /** True in place of a schema that could not be read. */
  readonly schema: string | true;
  readonly message?: string;
}

const BOTH: Read = { schema: true, message: 'expected schema or schema_file, found both' };

/** Links are followed, as for the definition. */
function textOf(path: string): Read {
  try {
    const bytes = readRegularFile(path, { maxBytes: MAX_LENGTH, follow: true });
    return isUtf8(bytes) ? { schema: decodeUtf8(bytes) } : { schema: true, message: 'expected UTF-8, found other bytes' };
  } catch (error) {
    return { schema: true, message: `cannot be read: ${osText(error)}` };
  }
}
