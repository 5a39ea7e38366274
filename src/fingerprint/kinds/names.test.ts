import { expect, test } from 'vitest';
import { kindOf } from './kinds.ts';
import { statedBy } from './names.ts';

const agreeing = (name: string, ids: readonly string[]): readonly string[] => ids.filter((id) => statedBy(name)?.isStated(kindOf(id)));

test.each([
  ['tape.CSV', '.CSV', ['csv', 'empty']],
  ['a/b.d/tape.xlsx', '.xlsx', ['xlsx', 'encrypted-office']],
  ['notes.txt', '.txt', ['csv', 'json', 'html', 'text', 'empty']],
  ['all.zip', '.zip', ['xlsx', 'zip']],
  ['page.html', '.html', ['html']],
  ['tape.csv.gz', '.csv.gz', ['gzip']],
])('statedBy(%j) states %s', (name, extension, ids) => {
  expect(statedBy(name)?.extension).toBe(extension);
  expect(agreeing(name, ['csv', 'json', 'html', 'text', 'xlsx', 'encrypted-office', 'zip', 'gzip', 'empty', 'unknown'])).toEqual(ids);
});

test.each(['README', '.csv', 'a.b/readme', 'dump.bin', 'old.dat', 'version4.mat', 'x.unheard-of', 'tape.', ''])(
  'statedBy(%j) states nothing',
  (name) => {
    expect(statedBy(name)).toBeNull();
  },
);

test.each([
  ['tape.csv.gz', 'csv'],
  ['all.tar.zst', 'tar'],
  ['all.tgz', 'tar'],
  ['data.JSONL.xz', 'jsonl'],
])('statedBy(%j) states that inside is %s', (name, id) => {
  expect(statedBy(name)?.inside?.kinds.map((kind) => kind.id)).toEqual([id]);
});

test.each(['backup.gz', 'version-1.2.gz'])('statedBy(%j) states nothing of what is inside', (name) => {
  expect(statedBy(name)?.inside).toBeNull();
});
