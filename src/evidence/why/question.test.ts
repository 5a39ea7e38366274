import { expect, it } from 'vitest';
import { digestsMeant, plainPath, questionOf } from './question.ts';

const HEX = '0123456789abcdef'.repeat(4);

it.each([
  [`sha256:${HEX}`, [`sha256:${HEX}`]],
  [`BLAKE3:${HEX.toUpperCase()}`, [`blake3:${HEX}`]],
  [HEX, [`sha256:${HEX}`, `blake3:${HEX}`]],
])('questionOf(%j) is a digest', (asked, digests) => {
  expect(questionOf(asked)).toEqual({ kind: 'digest', digests });
});

it.each(['a.csv', `./${HEX}`, `./sha256:${HEX}`, `${HEX}0`, HEX.slice(1), 'md5:00', `${HEX}.json`, ` ${HEX}`])(
  'questionOf(%j) is a path',
  (asked) => {
    expect(questionOf(asked)).toEqual({ kind: 'path' });
  },
);

it.each(['', 'sha256:', `sha256:${HEX.slice(1)}`, `blake3:${HEX}0`, `sha256:${HEX.replace('f', 'g')}`])(
  'questionOf(%j) is neither',
  (asked) => {
    expect(questionOf(asked)).toMatch(/^expected /);
  },
);

it('digestsMeant() knows bare digits, and nothing that is no digest', () => {
  expect([digestsMeant(HEX), digestsMeant(`sha256:${HEX}`), digestsMeant('dec')]).toEqual([
    [`sha256:${HEX}`, `blake3:${HEX}`],
    [`sha256:${HEX}`],
    [],
  ]);
});

it('plainPath() removes what does not change a path', () => {
  expect(['././a/b//', './/a', '/', 'a', '../a'].map(plainPath)).toEqual(['a/b', 'a', '/', 'a', '../a']);
});
