import { describe, expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { arrangeMembers } from './create.ts';

const of = (...paths: string[]) => paths.map((path, index) => ({ path, source: `in${index}/${path}` }));

function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('arrangeMembers', () => {
  it('sorts by the bytes of the paths, whatever the order of the inputs', () => {
    const sorted = ['a', 'b/c', 'b0', '\u{e000}', '\u{10000}'];
    expect(arrangeMembers(of(...sorted.toReversed())).map(({ path }) => path)).toEqual(sorted);
  });

  it('refuses two inputs for one path, and names all of them', () => {
    const { code, message, detail } = refusalOf(() => arrangeMembers(of('a', 'b', 'a', 'a')));
    expect([code, message]).toEqual(['E_DUPLICATE', 'Resolved member path collision']);
    expect(detail).toEqual({ path: 'a', sources: ['in0/a', 'in2/a', 'in3/a'] });
  });

  it('refuses a file beside a folder of its name, at any depth', () => {
    expect(refusalOf(() => arrangeMembers(of('a/b', 'a')))).toMatchObject({ code: 'E_DUPLICATE', detail: { path: 'a' } });
    expect(refusalOf(() => arrangeMembers(of('x/a/b/c', 'x/a', 'x/a!')))).toMatchObject({
      code: 'E_DUPLICATE',
      detail: { path: 'x/a', sources: ['in1/x/a', 'in0/x/a/b/c'] },
    });
  });

  it.each(['manifest.json', 'manifest.json/a'])('refuses %s, which the manifest needs', (path) => {
    const { message, detail } = refusalOf(() => arrangeMembers(of(path)));
    expect(message).toBe('Reserved member path collision');
    expect(detail).toEqual({ path: 'manifest.json', sources: [`in0/${path}`] });
  });

  it('takes a manifest.json that lies deeper, and names that only resemble each other', () => {
    expect(arrangeMembers(of('x/manifest.json', 'manifest.json5', 'a', 'ab/c', 'A'))).toHaveLength(5);
  });
});
