import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tests/helpers/trials.ts';
import { compareVersions } from './version-order.ts';

test.each([
  ['0.9.0', '1.0.0'],
  ['1', '2'],
  ['1.9.0', '1.10.0'],
  ['1.2', '1.2.1'],
  ['9', '10'],
  ['99999999999999999998', '99999999999999999999'],
  ['1.0.0-alpha', '1.0.0-alpha.1'],
  ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
  ['1.0.0-alpha.beta', '1.0.0-beta'],
  ['1.0.0-beta.2', '1.0.0-beta.11'],
  ['1.0.0-rc.1', '1.0.0'],
  ['2.0.0-rc9', '2.0.0-rc10'],
  ['2.0.0rc1', '2.0.0'],
  ['2.0.0', '2.0.1.dev3'],
  ['1.0.1', '1.0.1a'],
  ['1.0.0', '1.0.0+1'],
  ['1.0.0+9', '1.0.0+10'],
  ['1.0.0+10', '1.0.0+b'],
  ['v1.9', 'v1.10'],
  ['v1', '2'],
  ['2026-9-1', '2026-10-1'],
  ['20260101', '20260102'],
  ['r9', 'r10'],
  ['1.0', '1.0.0'],
  ['1', '01'],
])('compareVersions() %s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
});

test('compareVersions() is a total order: antisymmetric and transitive', () => {
  const version = fc.stringMatching(/^[0-9v][0-9a-c.+-]{0,6}$/);
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      expect(compareVersions(a, b) === 0).toBe(a === b);
      if (compareVersions(a, b) < 0 && compareVersions(b, c) < 0) expect(compareVersions(a, c)).toBeLessThan(0);
    }),
    runs(5000),
  );
});
