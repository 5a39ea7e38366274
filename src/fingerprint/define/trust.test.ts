import { describe, expect, it } from 'vitest';
import { isTrusted, parseTrustLine, readTrust } from './trust.ts';

describe('isTrusted()', () => {
  it.each<[string, readonly string[], boolean]>([
    ['installed:a.v1', ['installed:a.v1'], true],
    ['installed:a.v1', ['installed:a.*'], true],
    ['installed:a.v1', ['*'], true],
    ['installed:a.v1', [], false],
    ['installed:a.v1', ['installed:a.v'], false],
    ['installed:a.v1', ['a.v1'], false],
    ['installed:a.v1', ['installed:*.v1'], false],
    ['installed:a.v1', ['INSTALLED:A.V1'], false],
    ['installed:b.v1', ['installed:a.*', 'installed:b.v1'], true],
  ])('%s by %j: %s', (source, trusted, expected) => expect(isTrusted(source, trusted)).toBe(expected));
});

describe('readTrust()', () => {
  it('reads a list', () => expect(readTrust({ trust: ['installed:a.*'] })).toEqual({ kind: 'trust', trusted: ['installed:a.*'] }));

  it('reports faults', () => {
    expect(readTrust([])).toEqual({
      kind: 'faults',
      faults: [{ path: [], message: 'expected a mapping with trust, found an empty list' }],
    });
    expect(readTrust({ trust: ['', 7], deny: [] })).toEqual({
      kind: 'faults',
      faults: [
        { path: ['deny'], message: 'unknown key "deny": expected trust' },
        { path: ['trust', 0], message: 'expected a source such as installed:loan-tape.v1, found ""' },
        { path: ['trust', 1], message: 'expected a source such as installed:loan-tape.v1, found 7' },
      ],
    });
    expect(readTrust({})).toEqual({ kind: 'faults', faults: [{ path: ['trust'], message: 'expected a list of sources, found nothing' }] });
  });
});

describe('parseTrustLine()', () => {
  it('splits at commas and white space', () => expect(parseTrustLine(' a, b,,c\n*')).toEqual(['a', 'b', 'c', '*']));
});
