import { describe, expect, it } from 'vitest';
import { about } from './about.ts';
import { type Shown, type Stated, type StatedMember, shownFrom } from './show.ts';
import { type ShowStyle, showLines } from './show-text.ts';
import type { KindName } from './verdict.ts';

const member = (path: string, size: number | bigint | null = 1, type?: string): StatedMember => ({
  path,
  digest: null,
  size,
  ...(type === undefined ? {} : { type }),
});

function shown(members: Iterable<StatedMember>, said: Partial<Stated['about']> = {}, kind: KindName = 'lock'): Shown {
  return shownFrom({ kind, path: 'x' }, { id: null, digest: null, members, about: about(said) });
}

describe('shownFrom()', () => {
  it('groups by the first folder and by the extension, the largest first', () => {
    const { members } = shown([
      member('a/b/c.CSV', 5),
      member('a/d.csv', 1),
      member('e.tar.gz', 9),
      member('a/.hidden', 1),
      member('README', 0),
    ]);
    expect(members.by_folder).toEqual([
      { name: '.', members: 2, bytes: 9 },
      { name: 'a', members: 3, bytes: 7 },
    ]);
    expect(members.by_type).toEqual([
      { name: 'gz', members: 1, bytes: 9 },
      { name: 'csv', members: 2, bytes: 6 },
      { name: 'no extension', members: 2, bytes: 1 },
    ]);
    expect(members.largest.map(({ path }) => path)).toEqual(['e.tar.gz', 'a/b/c.CSV', 'a/d.csv', 'a/.hidden', 'README']);
  });

  it('prefers the type that is stated, and has no folders where members are no files', () => {
    const { members } = shown([member('line 1', 5, 'lock'), member('line 2', 5, 'pack')], {}, 'ledger');
    expect([members.by_folder, members.largest, members.by_type.map(({ name }) => name)]).toEqual([[], [], ['lock', 'pack']]);
  });

  it('adds sizes beyond what a double holds', () => {
    const { members } = shown([member('a', 2n ** 64n - 1n), member('b', 1), member('c', null)]);
    expect([members.bytes, members.without_size]).toEqual([2n ** 64n, 1]);
    expect(shown([member('a', Number.MAX_SAFE_INTEGER), member('b', 2)]).members.bytes).toBe(2n ** 53n + 1n);
  });

  it('knows no bytes where no member has a size', () => {
    expect(shown([member('a', null)]).members).toMatchObject({ bytes: null, without_size: 1, largest: [] });
  });

  it('keeps the ten largest in order, the first of equal ones', () => {
    const sizes = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9];
    const { largest } = shown(sizes.map((size, index) => member(`f${index}`, size))).members;
    expect(largest.map(({ size }) => size)).toEqual([9, 9, 8, 6, 5, 5, 5, 4, 3, 3]);
    expect(largest.slice(0, 2).map(({ path }) => path)).toEqual(['f5', 'f12']);
  });

  it('keeps at most 10,000 groups, and one for the rest', () => {
    function* members(): Generator<StatedMember> {
      for (let index = 0; index < 10_005; index++) yield member(`folder ${index}/a.csv`);
    }
    const groups = shown(members()).members.by_folder;
    expect([groups.length, groups.at(-1)]).toEqual([10_001, { name: null, members: 5, bytes: 5 }]);
  });
});

const PLAIN: ShowStyle = {
  show: (text) => text.replaceAll('\n', '\\n'),
  bold: (text) => text,
  dim: (text) => text,
  columns: null,
  isWhole: false,
};

describe('showLines()', () => {
  const many = shown(
    Array.from({ length: 40 }, (_, index) => member(`folder ${index}/a.t${index}`, index)),
    { note: 'two\nlines', details: [{ title: 'profiles', items: [{ name: 'p', value: 'q' }] }] },
  );

  it('fills 24 lines, gives each list its first rows, and counts the rest', () => {
    const lines = showLines(many, PLAIN);
    expect(lines).toHaveLength(24);
    for (const title of ['profiles', 'by folder', 'by type', 'largest']) expect(lines[lines.indexOf(`  ${title}`) + 1]).toMatch(/^ {4}\S/);
    const all = showLines(many, { ...PLAIN, isWhole: true });
    expect(lines.at(-2)).toBe(`… ${all.length - 1 - (lines.length - 2)} more lines; --all shows them`);
  });

  it('ends with what it has not done', () => {
    for (const isWhole of [false, true])
      expect(showLines(many, { ...PLAIN, isWhole }).at(-1)).toBe('nothing was verified; custody verify does');
  });

  it('leaves out the middle of lines that are wider than the terminal', () => {
    const wide = shown([member(`${'x'.repeat(300)}/end.csv`)], { note: 'y'.repeat(300) });
    const lines = showLines(wide, { ...PLAIN, columns: 60 });
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.find((line) => line.includes('end.csv'))).toMatch(/^ {4}x+…x+\/end\.csv {2}1 B$/);
  });

  it('escapes what the document says', () => expect(showLines(many, PLAIN).join('\n')).toContain('two\\nlines'));

  it('names what the members of the kind are', () => {
    const lines = showLines(shown([member('line 1', 2, 'lock')], {}, 'ledger'), PLAIN);
    expect(lines).toContain('  lines         1, 2 B');
  });
});
