import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeThreshold, type PartyInRole, type Threshold } from './threshold.ts';

const signed = (id: string, role: string, counts = true): PartyInRole => ({ id, role, counts });
const ROLES = ['producer', 'reviewer', 'auditor'];

it.each<[string, Threshold['required'], readonly string[], readonly PartyInRole[], boolean]>([
  ['two roles by two', 2, ROLES, [signed('a', 'producer'), signed('b', 'reviewer')], true],
  ['one of them has not signed', 2, ROLES, [signed('a', 'producer'), signed('b', 'reviewer', false)], false],
  ['one who has two roles counts once', 2, ROLES, [signed('a', 'producer'), signed('a', 'reviewer')], false],
  ['two of the same role', 2, ROLES, [signed('a', 'producer'), signed('b', 'producer')], false],
  ['two of the same role, where there is only one', 2, ['producer'], [signed('a', 'producer'), signed('b', 'producer')], true],
  ['a role that is not asked for', 1, ['auditor'], [signed('a', 'producer')], false],
  ['the roles are shared out', 2, ['x', 'y'], [signed('a', 'x'), signed('a', 'y'), signed('b', 'x')], true],
  ['nobody', 1, ROLES, [], false],
])('judgeThreshold(): %s', (_, required, roles, parties, isMet) => {
  expect(judgeThreshold({ required, roles, differ: 'roles' }, parties).isMet).toBe(isMet);
});

it('judgeThreshold() needs different parties only, where that is asked for', () => {
  const parties = [signed('a', 'producer'), signed('b', 'producer')];
  expect(judgeThreshold({ required: 2, roles: ROLES, differ: 'parties' }, parties).isMet).toBe(true);
});

it('judgeThreshold() gives away as many roles as trying all ways does', () => {
  const party = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), role: fc.constantFrom('x', 'y', 'z'), counts: fc.constant(true) });
  fc.assert(
    fc.property(fc.array(party, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (parties, required) => {
      const roles = ['x', 'y', 'z'];
      const best = (left: readonly string[], used: ReadonlySet<string>): number =>
        left.length === 0
          ? 0
          : Math.max(
              best(left.slice(1), used),
              ...parties
                .filter(({ id, role }) => role === left[0] && !used.has(id))
                .map(({ id }) => 1 + best(left.slice(1), new Set([...used, id]))),
            );
      const expected = new Set(parties.map(({ id }) => id)).size >= required && best(roles, new Set()) >= Math.min(required, 3);
      expect(judgeThreshold({ required, roles, differ: 'roles' }, parties).isMet).toBe(expected);
    }),
  );
});
