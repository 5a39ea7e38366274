import { expect, it } from 'vitest';
import { parseConstraint, satisfies } from './constraint.ts';

it.each([
  ['0.2.0', '>=0.1.0,<0.3.0', true],
  ['0.1.0', '>=0.1.0,<0.3.0', true],
  ['0.3.0', '>=0.1.0,<0.3.0', false],
  ['0.0.9', '>=0.1.0,<0.3.0', false],
  ['0.10.0', '>0.9.0', true],
  ['0.9.0', '>0.9.0', false],
  ['1.0.0', '<=1.0.0', true],
  ['1.0.1', '<=1.0.0', false],
  ['1.0.0', '==1.0.0', true],
  ['1.0.0', '= 1.0.0', true],
  ['1.0.1', '=1.0.0', false],
  ['1.0.0', '1.0.0', true],
  ['1.2.3', '>=1.2', true],
  ['1.2.3', ' >= 1 , < 2 ', true],
  ['0.2.0-rc1', '>=0.2.0', true],
  ['0.2.0', '>=0.2.0-rc1', true],
  ['0.2.0+build', '==0.2.0', true],
  ['0.2.0', '', true],
])('meets() %s with %j is %s', (version, constraint, expected) => expect(satisfies(version, constraint)).toBe(expected));

it.each(['~0.1', '^1.0.0', '>=', '>=a', '>=0.1.0,', ',', '>=0.1.0 <0.3.0', '!=1.0.0', '>=1.0.0.0', '=>1.0.0', '>=-1.0.0'])(
  'parseConstraint() takes %j for none',
  (text) => expect(parseConstraint(text)).toBeNull(),
);
