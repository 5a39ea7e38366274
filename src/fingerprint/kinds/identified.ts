/**
 * What was found out about a file: its kind, what confirmed it, what is inside, and whether its name agrees.
 *
 *     verdictOf({ name: 'tape.csv', identified: an HTML page, … })      'MISMATCH'
 */
import type { Facts } from './facts.ts';
import { type Kind, kindOf } from './kinds.ts';
import { type Stated, statedBy } from './names.ts';

export interface Identified {
  readonly kind: Kind;
  /** Signatures and the form of the text are `bytes`. A text that only its name calls Markdown or YAML is identified by its `name`. */
  readonly identifiedBy: 'bytes' | 'parsing' | 'name';
  readonly facts: Facts;
  /** Why it is not a sound file of its kind. */
  readonly damage: string | null;
  /** What was not looked at, and why. */
  readonly note: string | null;
  /** What is in compressed data. */
  readonly contains: Identified | null;
  /** True if the limits ended the reading of compressed data. */
  readonly isLimited: boolean;
  /** True if it is unknown and may be a text in another encoding. */
  readonly mayBeText: boolean;
}

export interface IdentifiedFile {
  /** As it was given. */
  readonly name: string;
  readonly size: number;
  readonly identified: Identified;
}

export type FileVerdict = 'IDENTIFIED' | 'MISMATCH' | 'DAMAGED' | 'UNKNOWN';

export function identified(id: string, more: Partial<Omit<Identified, 'kind'>> = {}): Identified {
  return {
    kind: kindOf(id),
    identifiedBy: 'bytes',
    facts: {},
    damage: null,
    note: null,
    contains: null,
    isLimited: false,
    mayBeText: false,
    ...more,
  };
}

export function verdictOf(file: IdentifiedFile): FileVerdict {
  const layers = layersOf(file.identified);
  if (layers.some(({ damage }) => damage !== null)) return 'DAMAGED';
  if (mismatchOf(file) !== null) return 'MISMATCH';
  return layers.some(({ kind, isLimited }) => kind.id === 'unknown' || isLimited) ? 'UNKNOWN' : 'IDENTIFIED';
}

function layersOf({ contains, ...layer }: Identified): readonly Omit<Identified, 'contains'>[] {
  return contains === null ? [layer] : [layer, ...layersOf(contains)];
}

export interface Mismatch {
  /** As in the name: `.csv.gz`. */
  readonly extension: string;
  /** The kinds that the name states. */
  readonly expected: readonly Kind[];
  readonly found: Kind;
  readonly isInside: boolean;
}

/** Null if the name agrees, states nothing, or cannot be judged. */
export function mismatchOf({ name, identified: outer }: IdentifiedFile): Mismatch | null {
  const stated = statedBy(name);
  if (stated === null) return null;
  if (!agrees(stated, outer)) return differing(stated, stated, outer.kind, false);
  const { inside } = stated;
  if (inside === null || outer.contains === null || agrees(inside, outer.contains)) return null;
  return differing(stated, inside, outer.contains.kind, true);
}

function agrees(stated: Stated, { kind, damage, mayBeText }: Identified): boolean {
  if (stated.isStated(kind)) return true;
  // Of an archive without a readable directory nobody knows what it was.
  if (kind.id === 'zip' && damage !== null) return stated.kinds.some(({ family }) => family === 'zip');
  return mayBeText && (stated.kinds.length === 0 || stated.kinds.some(({ family }) => family === 'text'));
}

function differing(stated: Stated, part: Stated, found: Kind, isInside: boolean): Mismatch {
  return { extension: stated.extension, expected: part.kinds.length === 0 ? [kindOf('text')] : part.kinds, found, isInside };
}
