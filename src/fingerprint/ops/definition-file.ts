/** Reads a definition file, with the lines and columns of its mistakes, and the trust list. */
import { basename, dirname } from 'node:path';
import { compileLinear } from '#codecs/regex';
import { encodeUtf8 } from '#core/bytes/utf8';
import { joinPath } from '#disk/path/join-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { newHasher } from '#hashing/hashers';
import { type Definition, readDefinition } from '../define/definition.ts';
import { parseTrustLine, readTrust } from '../define/trust.ts';
import type { BlockedDefinition, DefinitionPlaces } from './definitions.ts';
import { atSchemaFile, withSchemaFiles } from './schema-files.ts';
import { type LocatedYaml, parseLocatedYaml, readLocatedYaml, type WrittenKeys } from './yaml-mistakes.ts';

export type DefinitionFile =
  | { readonly kind: 'definition'; readonly definition: Definition }
  | Extract<BlockedDefinition, { readonly kind: 'broken' }>;

/**
 * The keys whose values are compared with the text of cells: an unquoted `4.750` means these five characters. The numbers of bounds keep all
 * their digits.
 */
const AS_WRITTEN: WrittenKeys = {
  texts: new Set(['value', 'one_of']),
  numbers: new Set(['min', 'max', 'equals']),
  kept: new Set(['schema']),
};

/** `path` is the path as shown to the user. */
export function readDefinitionFile(path: string, absolute: string, { isInstalled }: { readonly isInstalled: boolean }): DefinitionFile {
  return definitionIn(readLocatedYaml(absolute), path, { isInstalled, folder: dirname(absolute) });
}

/** The same for a definition that was written by this run and is not yet in a file. It names no other file. */
export function readDefinitionText(text: string, path: string): DefinitionFile {
  return definitionIn(parseLocatedYaml(encodeUtf8(text)), path, { isInstalled: false, folder: '.' });
}

interface Origin {
  readonly isInstalled: boolean;
  /** The folder of the files that it names. */
  readonly folder: string;
}

function definitionIn(yaml: LocatedYaml, path: string, { isInstalled, folder }: Origin): DefinitionFile {
  if (yaml.kind === 'mistake') return { kind: 'broken', path, id: null, mistakes: [yaml.mistake], isUnread: yaml.isUnread };
  const { value: given, faults: lost } = yaml.asWritten(AS_WRITTEN);
  const { value, faults: unread } = withSchemaFiles(given, folder);
  const faults = [...lost, ...unread];
  const read = readDefinition(value, { file: basename(path), isInstalled }, { compile: compileLinear, newHasher });
  if (read.kind === 'definition' && faults.length === 0) return read;
  const [id, others] =
    read.kind === 'definition' ? [read.definition.id, []] : [read.id, read.faults.map((fault) => atSchemaFile(fault, given))];
  return { kind: 'broken', path, id, mistakes: yaml.locate([...faults, ...others]), isUnread: false };
}

/**
 * Reads the trust list: `FINGERPRINT_TRUST` if it is set, otherwise the lists of the user and of the current folder together. A list that cannot
 * be read trusts nothing, and is reported as a warning.
 */
export function trustList({ env, cwd, home }: Omit<DefinitionPlaces, 'given'>, warnings: string[]): readonly string[] {
  const stated = env['FINGERPRINT_TRUST'];
  if (stated !== undefined && stated.trim() !== '') return parseTrustLine(stated);
  const files = new Set([home, cwd].map((folder) => joinPath(cwd, `${folder}/.fingerprint/trust.yaml`)));
  return [...files].flatMap((file) => {
    if (statIfThere(file) === undefined) return [];
    const yaml = readLocatedYaml(file);
    const read = yaml.kind === 'mistake' ? null : readTrust(yaml.value);
    if (read?.kind === 'trust') return read.trusted;
    const mistakes = yaml.kind === 'mistake' ? [yaml.mistake] : yaml.locate(read?.faults ?? []);
    warnings.push(...mistakes.map(({ line, column, message }) => `${file}:${line ?? 1}:${column ?? 1}: ${message}`));
    return [];
  });
}
