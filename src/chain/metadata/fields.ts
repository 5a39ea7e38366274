/**
 * The metadata of a tool, unvalidated; `requireMetadata` (metadata.ts) validates it.
 *
 *     __version__ = "1.0.0"        { version: '1.0.0', toolType: undefined, executorId: undefined }
 */
import type { JsonValue } from '#core/json/value';

export interface Metadata {
  /** Undefined if the tool does not declare it; the same for the other fields. */
  readonly version: JsonValue | undefined;
  readonly toolType: JsonValue | undefined;
  readonly executorId: JsonValue | undefined;
  readonly config?: JsonValue;
  readonly envConfig?: JsonValue;
}

export type Field = keyof Metadata;

/** The values that were read; a missing field has no entry. */
export type Fields = ReadonlyMap<Field, JsonValue>;

/** The names of the fields in programs (K8). */
export const PROGRAM_NAMES: ReadonlyMap<string, Field> = new Map([
  ['__version__', 'version'],
  ['__tool_type__', 'toolType'],
  ['__executor_id__', 'executorId'],
  ['CONFIG', 'config'],
  ['ENV_CONFIG', 'envConfig'],
]);

/** The names of the fields in documents and comment headers. */
export const DOCUMENT_NAMES: ReadonlyMap<string, Field> = new Map([
  ['version', 'version'],
  ['tool_type', 'toolType'],
  ['executor_id', 'executorId'],
  ['config', 'config'],
  ['env_config', 'envConfig'],
]);

export function metadataOf(fields: Fields): Metadata {
  const [config, envConfig] = [fields.get('config'), fields.get('envConfig')];
  return {
    version: fields.get('version'),
    toolType: fields.get('toolType'),
    executorId: fields.get('executorId'),
    ...(config === undefined ? {} : { config }),
    ...(envConfig === undefined ? {} : { envConfig }),
  };
}
