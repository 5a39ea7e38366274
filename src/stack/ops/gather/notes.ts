/**
 * Records what is found while the facts of a stack are gathered: each pinned file with its current digest, and each problem. A lock is created
 * only if there is no problem; `stack verify` reports all of them.
 *
 *     pinnedFile(gathering, pinOf('modules', 'org.example.reg.aml', 'manifest_sha256'), asked)     null, and a problem, where that is refused
 */

import { isRelPath } from '#core/path/rel-path';
import { Refusal } from '#core/refusal';
import { unusedKeys } from '../../credential/known-keys.ts';
import type { FieldShape } from '../../inputs/closed-fields.ts';
import type { ReadDocument, ReadFile } from '../../inputs/facts.ts';
import type { UnusedKey } from '../../verify/report.ts';
import { type DocumentFormat, type RequestedFile, readDocument, type StackTree } from './tree.ts';

export type StackSection = 'zone' | 'profile' | 'modules' | 'lawpacks' | 'overlays' | 'corridors';

/** A field of the lock that contains the digest of a file. */
export interface PinPlace {
  readonly section: StackSection;
  /** `module_id`, `<jurisdiction>:<domain>` or `corridor_id`. */
  readonly id: string;
  readonly field: string;
  /** The index in a field that is a list. */
  readonly index: number | null;
}

export interface FoundPin extends PinPlace {
  /** The path relative to the root; as written if it is not a valid path. */
  readonly place: string;
  /** Null if the file cannot be read. */
  readonly sha256: string | null;
}

/** `field` is that of the pin it concerns, or null. */
export type ProblemPlace = Omit<PinPlace, 'field'> & { readonly field: string | null };

export interface Problem extends ProblemPlace {
  readonly refusal: Refusal;
}

export interface Gathering {
  readonly tree: StackTree;
  readonly pins: FoundPin[];
  readonly problems: Problem[];
  readonly warnings: string[];
  /** Unknown keys in the files that were read. */
  readonly unusedKeys: UnusedKey[];
}

export function openGathering(tree: StackTree): Gathering {
  return { tree, pins: [], problems: [], warnings: [], unusedKeys: [] };
}

/** Records keys of a document that nothing reads. */
export function noteUnused({ tree, unusedKeys: noted, warnings }: Gathering, { place, value }: ReadDocument, shape: FieldShape): void {
  const keys = unusedKeys(value, shape);
  if (keys.length === 0) return;
  noted.push(...keys.map((key) => ({ file: place, key })));
  warnings.push(`unused in ${tree.show(place)}: ${keys.join(', ')}`);
}

export function pinOf(section: StackSection, id: string, field: string, index: number | null = null): PinPlace {
  return { section, id, field, index };
}

/** Reads the file of a pin and records its digest; returns null if it cannot be read, which is recorded too. */
export function pinnedFile(gathering: Gathering, pin: PinPlace, asked: RequestedFile): ReadFile | null {
  const file = attempt(gathering, pin, () => gathering.tree.file(asked));
  gathering.pins.push({ ...pin, place: file?.place ?? writtenPlace(asked), sha256: file?.sha256 ?? null });
  return file;
}

/** Resolves a path, if it is one that may be followed. */
function writtenPlace({ path, folder }: RequestedFile): string {
  return isRelPath(path) && folder !== '' ? `${folder}/${path}` : path;
}

/** The same for a document: one that cannot be parsed still has a digest. */
export function pinnedDocument(gathering: Gathering, pin: PinPlace, asked: RequestedFile, format: DocumentFormat): ReadDocument | null {
  const file = pinnedFile(gathering, pin, asked);
  return file === null ? null : attempt(gathering, pin, () => readDocument(gathering.tree, file, format));
}

/** Returns the result of `act`, or null after recording a problem. */
export function attempt<T>({ problems }: Gathering, { section, id, field, index }: ProblemPlace, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push({ section, id, field, index, refusal: error });
    return null;
  }
}

/** Throws the first problem; the others are listed with it. */
export function requireNoProblem({ problems }: Pick<Gathering, 'problems'>): void {
  const [first, ...others] = problems.map(({ refusal }) => refusal);
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const { code, message, detail, nextCommand } = first;
  throw new Refusal(
    code,
    message,
    { ...detail, others: others.map((other) => ({ code: other.code, message: other.message })) },
    nextCommand,
  );
}
