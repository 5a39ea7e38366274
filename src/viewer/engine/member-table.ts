/**
 * The members of evidence as columns of bytes, which are handed over to the page and not copied: a million strings would stop it for a second.
 *
 *     const table = memberTable(members, verdict);
 *     postMessage(table, transferOf(table));
 */
import { ByteWriter } from '#core/bytes/writer';
import type { EvidenceMember } from '#evidence/contract';
import type { Verdict } from '#evidence/verdict';
import { cellsOf } from './member-cells.ts';
import { FAILED, type MemberState, type MemberTable, NOT_CHECKED, type TextColumn, VERIFIED } from './members.ts';

type Judged = Pick<Verdict, 'coverage' | 'findings' | 'notChecked'>;

const SKIPS = new Set(['IO_ERROR', 'NOT_CHECKED']);

/** In the order of the evidence. */
export function memberTable(members: Iterable<EvidenceMember>, verdict: Judged | null): MemberTable {
  const named = namedStates(verdict);
  const [names, sizes]: [string[], number[]] = [[], []];
  const [paths, digests] = [newColumn(), newColumn()];
  for (const { path, size, digest } of members) {
    names.push(path);
    paths.add(path);
    digests.add(digest ?? '');
    sizes.push(size === null ? -1 : Number(size));
  }
  const states = statesOf(names, named, verdict?.coverage.verified ?? 0);
  return {
    count: names.length,
    paths: paths.column(),
    sizes: Float64Array.from(sizes),
    digests: digests.column(),
    states: Uint8Array.from(states),
    cells: cellsOf({ paths: names, sizes, states }),
  };
}

export function transferOf({ paths, sizes, digests, states }: MemberTable): ArrayBuffer[] {
  return [paths.bytes, paths.ends, sizes, digests.bytes, digests.ends, states].map(({ buffer }) => buffer as ArrayBuffer);
}

/** Of the members that a verdict says something about. */
function namedStates(verdict: Judged | null): ReadonlyMap<string, MemberState> {
  const named = new Map<string, MemberState>();
  if (verdict === null) return named;
  for (const { what } of verdict.notChecked) named.set(what, NOT_CHECKED);
  for (const { path, code } of verdict.findings) if (path !== null) named.set(path, SKIPS.has(code) ? NOT_CHECKED : FAILED);
  return named;
}

/** The others are verified if they are as many as the verdict says. Otherwise nothing says which, and none of them is shown as verified. */
function statesOf(paths: readonly string[], named: ReadonlyMap<string, MemberState>, verified: number): readonly MemberState[] {
  const others = paths.reduce((count, path) => count + (named.has(path) ? 0 : 1), 0);
  const usual = others === verified ? VERIFIED : NOT_CHECKED;
  return paths.map((path) => named.get(path) ?? usual);
}

/** Nearly all texts are ASCII, for which `ByteWriter` needs no encoder. */
function newColumn(): { add(text: string): void; column(): TextColumn } {
  const texts = new ByteWriter(1 << 16);
  const ends: number[] = [];
  return {
    add(text) {
      texts.text(text);
      ends.push(texts.length);
    },
    column: () => ({ bytes: texts.bytes.slice(0, texts.length), ends: Float64Array.from(ends) }),
  };
}
