import { expect, it } from 'vitest';
import { parseChallenges } from './challenge.ts';

const parse = (header: string) => parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);

it.each<[string, unknown]>([
  ['', []],
  ['Basic', [['basic', {}]]],
  ['Basic realm="a, b"', [['basic', { realm: 'a, b' }]]],
  [
    'Negotiate, Basic realm=x',
    [
      ['negotiate', {}],
      ['basic', { realm: 'x' }],
    ],
  ],
  [
    'Bearer realm="https://a/t",service="r",scope="repository:x:pull,push"',
    [['bearer', { realm: 'https://a/t', service: 'r', scope: 'repository:x:pull,push' }]],
  ],
  ['bearer Realm = "a" , SCOPE="b"', [['bearer', { realm: 'a', scope: 'b' }]]],
  ['Bearer realm="a\\"b\\\\c"', [['bearer', { realm: 'a"b\\c' }]]],
  [
    'Bearer realm="a", Basic realm="b"',
    [
      ['bearer', { realm: 'a' }],
      ['basic', { realm: 'b' }],
    ],
  ],
  ['Bearer realm=https://a/t,service=r', [['bearer', { realm: 'https://a/t', service: 'r' }]]],
  ['Bearer realm="never closed', [['bearer', {}]]],
  ['="x"', []],
  [', ,', []],
  ['realm="without scheme"', []],
])('parseChallenges() reads %j', (header, challenges) => expect(parse(header)).toEqual(challenges));

it('parseChallenges() ends on long hostile input', () => {
  expect(parse(`Bearer ${'a="'.repeat(20_000)}`)).toHaveLength(1);
  expect(parse(`${','.repeat(50_000)}Basic`)).toHaveLength(1);
  expect(parse(`Bearer realm="${'\\'.repeat(50_001)}`).length).toBeLessThan(3);
});
