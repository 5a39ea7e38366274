/** The columns of members, their order, the search in them, and the areas of the map. */
import { describe, expect, it } from 'vitest';
import { findingsOf, NO_COVERAGE } from '#evidence/verdict';
import { placed } from '../page/views/member-areas.ts';
import { arranged, containing, type Order, textAt } from '../page/views/member-rows.ts';
import { memberTable } from './member-table.ts';
import { FAILED, NOT_CHECKED, VERIFIED } from './members.ts';

const finding = (path: string, code: string) => ({ code, path, wanted: null, found: null, message: '', next_command: null });
const members = (paths: readonly string[]) => paths.map((path, index) => ({ path, size: (index * 7919) % 100_003, digest: null }));
const judged = (
  verified: number,
  more: object = {},
  findings: readonly ReturnType<typeof finding>[] = [],
  unchecked: readonly string[] = [],
) => ({
  coverage: { ...NO_COVERAGE, verified, ...more },
  findings: findingsOf(findings),
  notChecked: unchecked.map((what) => ({ what, reason: '' })),
});

describe('memberTable', () => {
  it('shows a member as verified only if every one that was not has a finding', () => {
    const states = (verdict: ReturnType<typeof judged> | null) => [...memberTable(members(['a', 'b', 'c']), verdict).states];
    expect(states(judged(3))).toEqual([VERIFIED, VERIFIED, VERIFIED]);
    expect(states(judged(1, { failed: 1, skipped: 1 }, [finding('a', 'HASH_MISMATCH'), finding('b', 'IO_ERROR')]))).toEqual([
      FAILED,
      NOT_CHECKED,
      VERIFIED,
    ]);
    expect(states(judged(2, { skipped: 1 }))).toEqual([NOT_CHECKED, NOT_CHECKED, NOT_CHECKED]);
    expect(states(judged(0, { skipped: 3 }))).toEqual([NOT_CHECKED, NOT_CHECKED, NOT_CHECKED]);
    // What is not checked may be a member, or anything else.
    expect(states(judged(2, { not_selected: 1 }, [], ['b', 'extra files']))).toEqual([VERIFIED, NOT_CHECKED, VERIFIED]);
    expect(states(judged(2, { failed: 1 }))).toEqual([NOT_CHECKED, NOT_CHECKED, NOT_CHECKED]);
    expect(states(null)).toEqual([NOT_CHECKED, NOT_CHECKED, NOT_CHECKED]);
  });

  it('keeps paths of any letters', () => {
    const paths = ['é/ñ', '', '\u202egnp.exe', '日本語'.repeat(100_000), 'z'];
    const table = memberTable(members(paths), null);
    expect(paths.map((_, index) => textAt(table.paths, index))).toEqual(paths);
  });

  it('has areas for all members, however many and deep, and the worst state of each', () => {
    const flat = memberTable(
      members(Array.from({ length: 5000 }, (_, n) => `f${n}`)),
      judged(4999, { failed: 1 }, [finding('f0', 'MISSING')]),
    );
    expect([flat.cells.length, flat.cells.reduce((sum, cell) => sum + cell.members, 0)]).toEqual([300, 5000]);
    expect(flat.cells.filter(({ state }) => state === FAILED).map(({ name }) => name)).toEqual(['4701 others']);
    const deep = memberTable(members(Array.from({ length: 400 }, (_, n) => `${'d/'.repeat(400)}${n}`)), judged(400));
    expect(deep.cells.map(({ members: count }) => count)).toEqual([400]);
    const areas = placed(flat.cells, { x: 0, y: 0, width: 960, height: 420 });
    expect(areas.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(960 * 420, 3);
  });
});

describe('arranged', () => {
  const paths = Array.from({ length: 3000 }, (_, n) => `part-${n % 7}/file ${n}${n % 50 === 0 ? 'é' : ''}.csv`);
  const table = memberTable(
    members(paths).map((member, index) => ({ ...member, size: index % 100 === 0 ? null : member.size * (index % 3 === 0 ? 2 ** 21 : 1) })),
    judged(2998, { failed: 2 }, [finding(paths[7] as string, 'MISSING'), finding(paths[2000] as string, 'MISSING')]),
  );
  const compare: Record<Order, (a: number, b: number) => number> = {
    path: (a, b) => a - b,
    size: (a, b) => (table.sizes[b] as number) - (table.sizes[a] as number) || a - b,
    state: (a, b) => Number(table.states[b] === FAILED) - Number(table.states[a] === FAILED) || a - b,
  };

  it.each(['path', 'size', 'state'] as const)('sorts by %s as comparisons do, whatever is searched', (order) => {
    for (const text of ['', '99', 'é', '.csvpart', 'part-3/', 'file 2999.csv', 'x'.repeat(9000)]) {
      const expected = [...paths.keys()].filter((index) => paths[index]?.includes(text)).sort(compare[order]);
      expect([text, ...arranged(table, text, order)]).toEqual([text, ...expected]);
    }
  });

  it('finds no text that lies in two paths, and every text that begins within another match', () => {
    const found = (names: readonly string[], text: string) => [...containing(memberTable(members(names), null).paths, text)];
    expect(found(['ab', 'c', 'abc', ''], 'bc')).toEqual([0, 0, 1, 0]);
    expect(found(['aab', 'aaab', 'aa'], 'aab')).toEqual([1, 1, 0]);
  });
});
