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

type Judged = Pick<Verdict, 'coverage' | 'findings'>;

const SKIPS = new Set(['IO_ERROR', 'NOT_CHECKED']);

/** In the order of the evidence. */
export function memberTable(members: Iterable<EvidenceMember>, verdict: Judged | null): MemberTable {
  const stateOf = statesBy(verdict);
  const [names, sizes, states]: [string[], number[], MemberState[]] = [[], [], []];
  const [paths, digests] = [newColumn(), newColumn()];
  for (const { path, size, digest } of members) {
    names.push(path);
    paths.add(path);
    digests.add(digest ?? '');
    sizes.push(size === null ? -1 : Number(size));
    states.push(stateOf(path));
  }
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

/**
 * A member without a finding is verified, if every member that was not has one. If some were not read and no finding says which, none of them
 * is shown as verified.
 */
function statesBy(verdict: Judged | null): (path: string) => MemberState {
  if (verdict === null) return () => NOT_CHECKED;
  const { verified, skipped, not_selected: left } = verdict.coverage;
  const found = new Map<string, MemberState>();
  for (const { path, code } of verdict.findings) if (path !== null) found.set(path, SKIPS.has(code) ? NOT_CHECKED : FAILED);
  const named = [...found.values()].filter((state) => state === NOT_CHECKED).length;
  const usual = verified > 0 && skipped + left <= named ? VERIFIED : NOT_CHECKED;
  return (path) => found.get(path) ?? usual;
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
