/**
 * Whether a file among the tools is none: it says no version, type or executor of itself, as a README, a schema or a module that others import
 * (K9). What says one of them, or cannot be read and has the name of one somewhere in it, is a tool that is broken.
 *
 *     saysNothing('.md', bytes of '# Our tools\n', parsers)              true
 *     saysNothing('.py', bytes of '__version__ = "1.0.0"\n', parsers)    false
 */
import { NotUtf8, splitSigned } from './integrity.ts';
import { DOCUMENT_NAMES, PROGRAM_NAMES } from './metadata/fields.ts';
import { type DocumentParsers, MetadataError, readMetadata } from './metadata/metadata.ts';

/** Throws `BadSignatureLine`. */
export function saysNothing(extension: string, bytes: Uint8Array, parsers: DocumentParsers): boolean {
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
  return [...names].some(([name, field]) => field !== 'config' && field !== 'envConfig' && holds(bytes, name));
}

/** Names are ASCII, and bytes that are not UTF-8 are no obstacle. */
function holds(bytes: Uint8Array, name: string): boolean {
  const first = name.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < name.length && bytes[at + length] === name.charCodeAt(length)) length++;
    if (length === name.length) return true;
  }
  return false;
}
