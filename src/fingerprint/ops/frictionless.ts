/** Reads a Frictionless Table Schema or a definition from a file, and turns one into the other. */
import { compileLinear } from '#codecs/regex';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, JsonTooLarge, parseJson } from '#core/json/read';
import type { JsonObject, JsonValue } from '#core/json/value';
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { badDefinition, badSchema, unreadableFile } from '#stream/fingerprint-refusals';
import { type Exported, exportSchema } from '../frictionless/export.ts';
import { type Imported, type ImportOptions, importSchema } from '../frictionless/import.ts';
import { BadSchema } from '../frictionless/resource.ts';
import { readDefinitionFile, readDefinitionText } from './definition-file.ts';

const MAX_LENGTH = 1 << 20;

interface GivenFile {
  /** The name as shown to the user. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

export function importSchemaFile({ name, path }: GivenFile, options: Omit<ImportOptions, 'compile'>): Imported {
  try {
    const imported = importSchema(readSchema(name, path), { ...options, compile: compileLinear });
    const read = readDefinitionText(imported.text, name);
    if (read.kind === 'broken') throw new BadSchema(`its definition cannot be used: ${read.mistakes[0]?.message ?? ''}`);
    return imported;
  } catch (error) {
    throw error instanceof BadSchema || error instanceof JsonError || error instanceof JsonTooLarge
      ? badSchema(name, error.message)
      : error;
  }
}

function readSchema(name: string, path: string): JsonValue {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    throw unreadableFile(name, osText(error));
  }
  return parseJson(bytes);
}

export function exportDefinitionFile({ name, path }: GivenFile, { withDialect }: { readonly withDialect: boolean }): Exported {
  const read = readDefinitionFile(name, path, { isInstalled: false });
  if (read.kind === 'broken' && read.isUnread) throw unreadableFile(name, read.mistakes[0]?.message ?? '');
  if (read.kind === 'broken') throw badDefinition(name, read.id, read.mistakes);
  const { format, canonical } = read.definition;
  if (!['csv', 'xlsx', 'parquet'].includes(format))
    throw badSchema(name, `a Table Schema is for csv, xlsx and parquet, and the definition is for ${format}`);
  return exportSchema(parseJson(encodeUtf8(canonical)) as JsonObject, { withDialect });
}
