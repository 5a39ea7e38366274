import { expect, it } from 'vitest';
import { listParent } from './list-command.ts';

it.each([
  ['dec.lock.json', 'ls -la .'],
  ['data/dec.lock.json', 'ls -la data'],
  ['data//dec/', 'ls -la data'],
  ['/dec.lock.json', 'ls -la /'],
  ['/', 'ls -la /'],
  ['', 'ls -la .'],
  ['my data/dec', "ls -la 'my data'"],
  ['-data/dec', 'ls -la ./-data'],
  ['https://example.org/dec', null],
  ['s3://bucket', null],
  ['s3:/bucket', 'ls -la s3:'],
])('listParent(%j) is %s', (path, command) => {
  expect(listParent(path)).toBe(command);
});
