/**
 * Detects files in a tools folder that are not tools: they declare no version, type or executor, like a README, a schema or an imported module
 * (K9). A file that declares one of them, or cannot be parsed but contains one of these names, is a broken tool.
 *
 *     hasNoMetadata('.md', bytes of '# Our tools\n', parsers)              true
 *     hasNoMetadata('.py', bytes of '__version__ = "1.0.0"\n', parsers)    false
 */
import { NotUtf8, splitSigned } from './integrity.ts';
import { DOCUMENT_NAMES, PROGRAM_NAMES } from './metadata/fields.ts';
import { type DocumentParsers, MetadataError, readMetadata } from './metadata/metadata.ts';

/** Throws `BadSignatureLine`. */
export function hasNoMetadata(extension: string, bytes: Uint8Array, parsers: DocumentParsers): boolean {
  try {
    const { version, toolType, executorId } = readMetadata(extension, splitSigned(extension, bytes).content, parsers);
    return version === undefined && toolType === undefined && executorId === undefined;
  } catch (error) {
    if (error instanceof MetadataError || error instanceof NotUtf8) return !namesField(extension, bytes);
    throw error;
  }
}

const PROGRAMS: ReadonlySet<string> = new Set(['.py', '.js', '.mjs', '.cjs', '.ts']);

function namesField(extension: string, bytes: Uint8Array): boolean {
  const names = PROGRAMS.has(extension) ? PROGRAM_NAMES : DOCUMENT_NAMES;
  return [...names].some(([name, field]) => field !== 'config' && field !== 'envConfig' && contains(bytes, name));
}

/** Searches the bytes, because the names are ASCII and the file may not be UTF-8. */
function contains(bytes: Uint8Array, name: string): boolean {
  const first = name.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < name.length && bytes[at + length] === name.charCodeAt(length)) length++;
    if (length === name.length) return true;
  }
  return false;
}
