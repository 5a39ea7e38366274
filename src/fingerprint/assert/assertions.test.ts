import { describe, expect, it } from 'vitest';
import { ASSERTIONS, assertionKind } from './assertions.ts';

describe('ASSERTIONS', () => {
  it('lists all forty-three assertions', () => {
    expect(new Set(ASSERTIONS.map(({ name }) => name)).size).toBe(43);
    expect(ASSERTIONS).toHaveLength(43);
  });

  it.each(ASSERTIONS.map((kind) => [kind.name, kind] as const))('%s has formats, fields and a sentence', (name, kind) => {
    expect(kind.formats.length).toBeGreaterThan(0);
    expect(Object.keys(kind.fields).length).toBeGreaterThan(0);
    expect(kind.doc).toMatch(/^[A-Z].*\.$/);
    expect(assertionKind(name)).toBe(kind);
    if (kind.bare !== null) expect(Object.keys(kind.fields)).toEqual([kind.bare]);
  });
});
