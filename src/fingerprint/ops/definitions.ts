/**
 * The available definitions: those named on the command line, then the installed ones, not recursive and in byte order of their names. Each is
 * usable, or blocked with a reason. A file named on the command line is trusted; one found in a folder must be on the trust list.
 *
 *     const definitions = findDefinitions({ env, cwd, home, given: ['rules/tape.fp.yaml'] });
 *     definitions.usable, definitions.blocked, definitions.warnings
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { joinPath } from '#disk/path/join-path';
import { type LocatedMistake, unreadableFile } from '#stream/fingerprint-refusals';
import type { Definition } from '../define/definition.ts';
import { isTrusted } from '../define/trust.ts';
import { isDefinitionName } from '../definition-name.ts';

export interface DefinitionPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Files and folders named on the command line. */
  readonly given: readonly string[];
}

export interface AvailableDefinitions {
  readonly usable: readonly UsableDefinition[];
  readonly blocked: readonly BlockedDefinition[];
  /** The paths named on the command line. */
  readonly given: readonly string[];
  /** Warnings about trust lists that cannot be read. */
  readonly warnings: readonly string[];
}

export interface UsableDefinition {
  /** The path as given, or absolute. */
  readonly path: string;
  readonly definition: Definition;
}

export type BlockedDefinition =
  | { readonly kind: 'untrusted'; readonly path: string; readonly id: string }
  /** Also for unreadable files; `id` is the id in the definition, if it has one. */
  | {
      readonly kind: 'broken';
      readonly path: string;
      readonly id: string | null;
      readonly mistakes: readonly LocatedMistake[];
      readonly isUnread: boolean;
    };

interface Origin {
  readonly path: string;
  readonly isInstalled: boolean;
}

/** Refuses a path from the command line that does not exist. The reader of definitions is loaded only if there are definitions. */
export async function findDefinitions(places: DefinitionPlaces): Promise<AvailableDefinitions> {
  const origins = [...places.given.flatMap((path) => givenFiles(path, places.cwd)), ...installedFiles(places)];
  if (origins.length === 0) return { usable: [], blocked: [], given: places.given, warnings: [] };
  const { readDefinitionFile, trustList } = await import('./definition-file.ts');
  const warnings: string[] = [];
  const trusted = origins.some(({ isInstalled }) => isInstalled) ? trustList(places, warnings) : [];
  const usable: UsableDefinition[] = [];
  const blocked: BlockedDefinition[] = [];
  for (const { path, isInstalled } of origins) {
    const read = readDefinitionFile(path, joinPath(places.cwd, path), { isInstalled });
    if (read.kind === 'broken') blocked.push(read);
    else if (isInstalled && !isTrusted(read.definition.source, trusted)) blocked.push({ kind: 'untrusted', path, id: read.definition.id });
    else usable.push({ path, definition: read.definition });
  }
  return { usable, blocked, given: places.given, warnings };
}

function givenFiles(path: string, cwd: string): readonly Origin[] {
  try {
    const absolute = joinPath(cwd, path);
    if (!statSync(absolute).isDirectory()) return [{ path, isInstalled: false }];
    return filesIn(absolute).map((name) => ({ path: shownBelow(path, name), isInstalled: true }));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(path, osText(error));
  }
}

/** A missing folder means that no definitions are installed. */
function installedFiles({ env, cwd, home }: DefinitionPlaces): readonly Origin[] {
  const stated = env['FINGERPRINT_DEFINITIONS'];
  const folder = stated === undefined || stated.trim() === '' ? joinPath(cwd, `${home}/.fingerprint/definitions`) : joinPath(cwd, stated);
  try {
    return filesIn(folder).map((name) => ({ path: join(folder, name), isInstalled: true }));
  } catch (error) {
    if (isMissing(error)) return [];
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(folder, osText(error));
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter(isDefinitionName).sort(compareUtf8);
}
