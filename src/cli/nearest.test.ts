import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const known = ['--dataset-id', '--output', '--only', '--json'];

it.each([
  ['--datset-id', '--dataset-id'],
  ['--dataset-di', '--dataset-id'],
  ['--dataset_id', '--dataset-id'],
  ['--ouput', '--output'],
  ['--jsno', '--json'],
  ['--onyl', '--only'],
  ['--xyz', undefined],
  ['--verbose', undefined],
  ['', undefined],
])('nearest() finds what %j most likely meant', (word, expected) => expect(nearest(word, known)).toBe(expected));
