/**
 * A path inside an artefact (C4): relative, with `/` between segments, and without anything that could lead outside. No file is opened
 * through a path that was not parsed here.
 *
 *     parseRelPath('reports/2025.csv')    ok
 *     parseRelPath('a/..\\b')             UnsafePath: traversal
 */
export type RelPath = string & { readonly __brand: 'RelPath' };

export type UnsafeReason = 'empty' | 'nul' | 'absolute' | 'drive' | 'traversal' | 'segment';

export class UnsafePath extends Error {
  override readonly name = 'UnsafePath';
  readonly reason: UnsafeReason;
  constructor(reason: UnsafeReason, path: string) {
    super(`${REASONS[reason]}: ${path}`);
    this.reason = reason;
  }
}

const REASONS: Readonly<Record<UnsafeReason, string>> = {
  empty: 'member path is empty',
  nul: 'member path contains NUL',
  absolute: 'member path is absolute',
  drive: 'member path starts with a drive letter',
  traversal: 'member path contains traversal',
  segment: 'member path has an empty or "." segment',
};

export function parseRelPath(text: string): RelPath {
  const reason = unsafeReason(text);
  if (reason !== null) throw new UnsafePath(reason, text);
  return text as RelPath;
}

export function isRelPath(text: string): text is RelPath {
  return PLAIN.test(text) || unsafeReason(text) === null;
}

/** Safe for certain, and nearly every path is: one pattern instead of four. The number of segments is limited, because so is the engine's stack. */
const PLAIN = /^[^/\\:.\0][^/\\:\0]*(?:\/[^/\\:.\0][^/\\:\0]*){0,99}$/;

const ABSOLUTE = /^(?:[A-Za-z]:)?[/\\]/;
const DRIVE = /^[A-Za-z]:/;
const TRAVERSAL = /(?:^|[/\\])\.\.(?:[/\\]|$)/;
const EMPTY_OR_DOT_SEGMENT = /(?:^|\/)\.?(?:\/|$)/;

/** It runs for every member: patterns, because segments as strings of their own take six times as long. */
function unsafeReason(text: string): UnsafeReason | null {
  if (text === '') return 'empty';
  if (text.includes('\0')) return 'nul';
  if (ABSOLUTE.test(text)) return 'absolute';
  if (DRIVE.test(text)) return 'drive';
  if (TRAVERSAL.test(text)) return 'traversal';
  return EMPTY_OR_DOT_SEGMENT.test(text) ? 'segment' : null;
}

/**
 * Applies the same rule to the bytes of a path that is known to have no backslash and no NUL, without creating a string. It runs for every
 * member of a lock with a million members.
 */
export function isPlainRelPath(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end) return false;
  if (end - start >= 2 && bytes[start + 1] === 0x3a) {
    const letter = (bytes[start] as number) | 0x20;
    if (letter >= 0x61 && letter <= 0x7a) return false;
  }
  let segment = start;
  for (let i = start; i <= end; i++) {
    if (i < end && bytes[i] !== 0x2f) continue;
    const length = i - segment;
    if (length === 0) return false;
    if (length <= 2 && bytes[segment] === 0x2e && bytes[i - 1] === 0x2e) return false;
    segment = i + 1;
  }
  return true;
}
