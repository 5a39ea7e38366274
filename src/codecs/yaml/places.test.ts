import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { yamlPlaces } from './places.ts';

const placeOf = yamlPlaces(encodeUtf8('a: 1\nb:\n  - c: 2\n    é: x\n  - { d: 3, e: 4 }\n'));

it.each([
  [['a'], 1, 1],
  [['b'], 2, 1],
  [['b', 0], 3, 5],
  [['b', 0, 'c'], 3, 5],
  [['b', 0, 'é'], 4, 5],
  [['b', 1, 'e'], 5, 13],
  [[], 1, 1],
])('yamlPlaces(%j) is where its key or item stands', (path, line, column) => expect(placeOf(path)).toEqual({ line, column }));

it.each([
  [['nothing'], 1, 1],
  [['b', 7], 2, 1],
  [['b', 0, 'nothing'], 3, 5],
  [['a', 'deeper'], 1, 1],
])('yamlPlaces(%j), which is not there, is the nearest thing above', (path, line, column) =>
  expect(placeOf(path)).toEqual({ line, column }),
);

it('yamlPlaces of an empty text is its beginning', () => expect(yamlPlaces(encodeUtf8(''))(['a'])).toEqual({ line: 1, column: 1 }));
