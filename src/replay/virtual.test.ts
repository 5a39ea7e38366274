import { expect, it } from 'vitest';
import { virtualBundle } from './virtual.ts';

it('virtualBundle() accepts what a folder would give, in load order', () => {
  const names = [
    'claims/a.json',
    'claims/B.JSON',
    'claims/10.json',
    'claims/2.json',
    'claims/sub/x.json',
    'claims/x.txt',
    'units/u.json',
    'other/o.json',
    'note.json',
  ];
  const { trace, files, problems } = virtualBundle({ 'snapshot.json': '{}', ...Object.fromEntries(names.map((name) => [name, '1'])) }, 'm');
  const wanted = ['snapshot.json', 'units/u.json', 'claims/10.json', 'claims/2.json', 'claims/B.JSON', 'claims/a.json'];
  expect(files.map(({ file }) => file)).toEqual(wanted);
  expect(trace).toEqual(wanted.map((name) => `m/${name}`));
  expect(problems).toEqual([]);
});

it('virtualBundle() needs no root, and refuses text that is not valid Unicode', () => {
  const { trace, files, problems } = virtualBundle({ 'snapshot.json': '{}', 'claims/a.json': '"\ud800"' }, '');
  expect([trace, files.length, problems]).toEqual([
    ['snapshot.json', 'claims/a.json'],
    1,
    [{ file: 'claims/a.json', kind: 'invalid', message: 'read claims/a.json: a lone surrogate cannot be written as UTF-8' }],
  ]);
});

it('virtualBundle() reports a missing snapshot, even if the prototype has one', () => {
  const { trace, problems } = virtualBundle({}, 'm');
  expect([trace, problems.map(({ kind, message }) => [kind, message])]).toEqual([
    ['m/snapshot.json'],
    [['missing', 'read snapshot.json: No such file or directory']],
  ]);
});
