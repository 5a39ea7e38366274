/**
 * What a tool says of itself, as it stands there: whether a value is fit is judged by `requireMetadata` (metadata.ts).
 *
 *     __version__ = "1.0.0"        { version: '1.0.0', toolType: undefined, executorId: undefined }
 */
import type { JsonValue } from '#core/json/value';

export interface Metadata {
  /** Undefined where the tool does not say it; so with the others. */
  readonly version: JsonValue | undefined;
  readonly toolType: JsonValue | undefined;
  readonly executorId: JsonValue | undefined;
  readonly config?: JsonValue;
  readonly envConfig?: JsonValue;
}

export type Field = keyof Metadata;

/** What was read of each field; one that was not is not in it. */
export type Fields = ReadonlyMap<Field, JsonValue>;

/** The names that programs give them (K8). */
export const PROGRAM_NAMES: ReadonlyMap<string, Field> = new Map([
  ['__version__', 'version'],
  ['__tool_type__', 'toolType'],
  ['__executor_id__', 'executorId'],
  ['CONFIG', 'config'],
  ['ENV_CONFIG', 'envConfig'],
]);

/** The names that documents and comment headers give them. */
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
