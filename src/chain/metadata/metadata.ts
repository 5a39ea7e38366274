/**
 * Reads the metadata of a tool from its content, by the rules of its language (K8), and validates it.
 *
 *     readMetadata('.py', '__version__ = "1.0.0"\n', parse)     { version: '1.0.0', toolType: undefined, executorId: undefined }
 *     requireMetadata(…)                                        MetadataError: executor_id: expected text, found nothing …
 */

import { Float, isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { isToolVersion } from '../id.ts';
import { MetadataError } from './error.ts';
import { type CommentMarks, commentOf, type Extension, isExtension } from './extensions.ts';
import { DOCUMENT_NAMES, type Field, type Fields, type Metadata, metadataOf } from './fields.ts';
import { readHeader } from './header.ts';
import { readJavaScript } from './javascript.ts';
import { readPython } from './python.ts';

export { MetadataError } from './error.ts';
export type { Metadata } from './fields.ts';

/** The parsers of documents; the message of an error they throw describes the fault. */
export interface DocumentParsers {
  yaml(text: string): JsonValue;
  json(text: string): JsonValue;
}

/** `text` has no signature line. Throws `MetadataError`. */
export function readMetadata(extension: string, text: string, parse: DocumentParsers): Metadata {
  if (!isExtension(extension)) throw new MetadataError(`expected a tool file, found the extension ${formatSpine(extension)}`);
  return metadataOf(readFields(extension, text, parse));
}

function readFields(extension: Extension, text: string, parse: DocumentParsers): Fields {
  switch (extension) {
    case '.py':
      return readPython(text);
    case '.yaml':
    case '.yml':
      return readDocument(() => parse.yaml(text));
    case '.json':
      return readDocument(() => parse.json(text));
    case '.js':
    case '.mjs':
    case '.cjs':
      return readJavaScript(text, false);
    case '.ts':
      return readJavaScript(text, true);
    case '.sh':
    case '.toml':
    case '.md':
      return readHeader(text, commentOf(extension) as CommentMarks);
  }
}

function readDocument(parse: () => JsonValue): Fields {
  const document = parsed(parse);
  if (!isJsonObject(document)) throw new MetadataError(`expected a mapping, found ${shown(document)}`);
  const fields = new Map<Field, JsonValue>();
  for (const [key, field] of DOCUMENT_NAMES) {
    const value = Object.hasOwn(document, key) ? document[key] : undefined;
    if (value !== undefined) fields.set(field, value);
  }
  return fields;
}

function parsed(parse: () => JsonValue): JsonValue {
  try {
    return parse();
  } catch (error) {
    throw error instanceof Error ? new MetadataError(error.message, { cause: error }) : error;
  }
}

export interface ToolMetadata {
  readonly version: string;
  readonly toolType: string | null;
  readonly executorId: string | null;
}

/** Throws `MetadataError` if a tool with this metadata could not be locked or run. */
export function requireMetadata({ version, toolType, executorId }: Metadata): ToolMetadata {
  if (typeof version !== 'string') throw new MetadataError(`version: expected text, found ${shown(version)}`);
  if (!isToolVersion(version)) throw new MetadataError(`version: expected letters, digits and . _ + -, found ${shown(version)}`);
  if (toolType !== undefined && typeof toolType !== 'string') throw new MetadataError(`tool_type: expected text, found ${shown(toolType)}`);
  const isPrimitive = toolType === 'primitive';
  if (typeof executorId !== 'string' && !(isPrimitive && (executorId === undefined || executorId === null)))
    throw new MetadataError(`executor_id: expected text${isPrimitive ? '' : ' unless tool_type is primitive'}, found ${shown(executorId)}`);
  return { version, toolType: toolType ?? null, executorId: executorId ?? null };
}

const MAX_SHOWN = 60;

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (isJsonObject(value)) return 'a mapping';
  if (typeof value === 'object' && value !== null && !(value instanceof Float)) return 'a list';
  const text = Array.from(formatSpine(typeof value === 'string' ? value.toWellFormed() : value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).join('')}…` : text.join('');
}
