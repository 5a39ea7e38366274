/** A definition in its file, whose mistakes are told with their lines and columns. */
import { basename } from 'node:path';
import { compileLinear } from '#codecs/regex';
import { newHasher } from '#hashing/hashers';
import { type Definition, readDefinition } from '../define/definition.ts';
import type { BlockedDefinition } from './definitions.ts';
import { readPlacedYaml } from './yaml-mistakes.ts';

export type DefinitionFile =
  | { readonly kind: 'definition'; readonly definition: Definition }
  | Extract<BlockedDefinition, { readonly kind: 'broken' }>;

/** `path` as it is shown. */
export function readDefinitionFile(path: string, absolute: string, { isInstalled }: { readonly isInstalled: boolean }): DefinitionFile {
  const yaml = readPlacedYaml(absolute);
  if (yaml.kind === 'mistake') return { kind: 'broken', path, id: null, mistakes: [yaml.mistake], isUnread: yaml.isUnread };
  const read = readDefinition(yaml.value, { file: basename(path), isInstalled }, { compile: compileLinear, newHasher });
  if (read.kind === 'definition') return read;
  return { kind: 'broken', path, id: read.id, mistakes: yaml.placed(read.faults), isUnread: false };
}
