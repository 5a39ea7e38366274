/**
 * What the name of a file states about it, by its last extension, or by the last two if the last is that of compressed data.
 *
 *     statedBy('tape.csv')        .csv: a CSV
 *     statedBy('tape.csv.gz')     .csv.gz: gzip that contains a CSV
 *     statedBy('notes.txt')       .txt: any text
 *     statedBy('dump.bin')        nothing
 */
import { type Kind, kindOf, kindsWith } from './kinds.ts';

export interface Stated {
  /** As it is written, with its dot: `.CSV.gz`. */
  readonly extension: string;
  readonly isStated: (kind: Kind) => boolean;
  /** The kinds that it names; empty for `.txt`, which any text may have. */
  readonly kinds: readonly Kind[];
  /** What must be inside; null if the name does not say so. */
  readonly inside: Stated | null;
}

/** Names of compressed data: the extension before them states what is inside. */
const PACKED: ReadonlySet<string> = new Set(['gz', 'gzip', 'bz2', 'xz', 'zst', 'zstd', 'lz4', 'z', 'lz', 'sz', 'snappy']);
const ABBREVIATED: Readonly<Record<string, string>> = {
  tgz: 'tar',
  tbz: 'tar',
  tbz2: 'tar',
  txz: 'tar',
  tzst: 'tar',
  taz: 'tar',
  svgz: 'svg',
};
const ANY_TEXT: ReadonlySet<string> = new Set(['txt', 'text', 'log', 'lst', 'prn']);
/** Texts of their own kinds, which are not distinguished. */
const CODE: ReadonlySet<string> = new Set(
  'ini toml cfg conf properties sql css js mjs cjs ts py r sh bat ps1 tex c h cpp java go rs'.split(' '),
);
/** Any bytes may have these names. */
const ANYTHING: ReadonlySet<string> = new Set(['dat', 'bin']);

/** Null for a name that states nothing that is known here. */
export function statedBy(name: string): Stated | null {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  if (dot <= 0) return null;
  const last = base.slice(dot + 1).toLowerCase();
  const before = PACKED.has(last) ? statedBy(base.slice(0, dot)) : null;
  const stated = statedByExtension(base.slice(dot), last);
  if (stated === null || before === null) return stated;
  return { ...stated, extension: `${before.extension}${stated.extension}`, inside: before };
}

function statedByExtension(extension: string, last: string): Stated | null {
  if (ANYTHING.has(last)) return null;
  if (ANY_TEXT.has(last) || CODE.has(last)) {
    const isStated = ({ family, id }: Kind): boolean => family === 'text' || id === 'empty';
    return { extension, isStated, kinds: CODE.has(last) ? [kindOf('text')] : [], inside: null };
  }
  const kinds = kindsWith(last);
  if (kinds.length === 0) return null;
  const isArchive = last === 'zip';
  const mayBeEmpty = kinds.some(({ id }) => MAY_BE_EMPTY.has(id));
  const inner = ABBREVIATED[last];
  return {
    extension,
    isStated: (kind) => kinds.includes(kind) || (isArchive && kind.family === 'zip') || (mayBeEmpty && kind.id === 'empty'),
    kinds,
    inside: inner === undefined ? null : statedByExtension(`.${inner}`, inner),
  };
}

/** An empty text is a text of these kinds; an empty JSON is none. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['csv', 'jsonl', 'markdown', 'yaml', 'text']);

/** Whether the name leaves open what kind of text it is. */
export function isOpen(stated: Stated | null): boolean {
  return stated === null || stated.kinds.every(({ family }) => family !== 'text');
}

/** The kind that a text has by its name, if its content does not show another: `.md` is Markdown. */
export function textKindBy(stated: Stated | null): Kind {
  return stated?.kinds.find(({ id }) => id === 'markdown' || id === 'yaml') ?? kindOf('text');
}
