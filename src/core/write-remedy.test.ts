import { expect, it } from 'vitest';
import { writeRemedy } from './write-remedy.ts';

it.each([
  ['new/d.json', 'ENOENT', 'mkdir -p new'],
  ["it's/new/d.json", 'ENOENT', `mkdir -p 'it'"'"'s/new'`],
  ['-new/d.json', 'ENOENT', 'mkdir -p ./-new'],
  ['d.json', 'ENOENT', 'ls -ld .'],
  ['d.json', 'ENOSPC', 'df -h .'],
  ['/full/d.json', 'ENOSPC', 'df -h /full'],
  ['shut/d.json', 'EACCES', 'ls -ld shut'],
  ['shut/d.json', undefined, 'ls -ld shut'],
  ['s3://bucket/d.json', 'ENOENT', null],
])('writeRemedy(%j, %j) is %s', (path, code, command) => expect(writeRemedy(path, code)).toBe(command));
