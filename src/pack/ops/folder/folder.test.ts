import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rowPath } from '#core/file-rows';
import { UNPROVEN } from '#hashing/prove-file';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { type Content, packMaker, report, rvl } from '../../../../tests/pack/made-pack.ts';
import type { ProveRows } from '../survey.ts';
import { verifyPack } from '../verify.ts';

const make = packMaker(scratchFolder('folder-place'));
const members: Readonly<Record<string, Content>> = {
  'a-b': { text: 'between a and a/' },
  'a/long': { text: 'x'.repeat((1 << 20) + 1) },
  'a/report.json': rvl('REAL_CHANGE'),
  'a/short': { text: 'short' },
  'b/broken.json': report('{"version":"rvl.v0","outcome":"REAL_CHANGE",'),
  'b/long.json': report({ version: 'rvl.v0', outcome: 'REAL_CHANGE', rows: 'x'.repeat(1 << 20) }),
  'b/other.json': report({ version: 'rvl.v0', outcome: 12 }),
  'b/unknown.json': report({ version: 'new.v9' }, 'new.v9'),
  empty: { text: '' },
};

const proveNothing = (): ProveRows => (next, deliver) => {
  for (let rows = next(); rows !== undefined; rows = next()) deliver(rows, new Float64Array(rows.to - rows.from).fill(UNPROVEN));
};

function told(path: string, deep: boolean, threads: number, proveRows?: () => ProveRows): unknown {
  try {
    const { outcome, checks, findings, sizes } = verifyPack({ given: 'pack', path, deep, threads, proveRows });
    return { outcome, checks, findings, sizes };
  } catch (error) {
    return { error };
  }
}

const changes: readonly (readonly [string, (path: string) => void])[] = [
  ['nothing', () => {}],
  ['a short member', (path) => appendFileSync(join(path, 'a/short'), '!')],
  ['a long member', (path) => truncateSync(join(path, 'a/long'), 1 << 20)],
  ['a document', (path) => appendFileSync(join(path, 'a/report.json'), ' ')],
  ['a long document', (path) => appendFileSync(join(path, 'b/long.json'), ' ')],
  ['a document that is no longer one', (path) => writeFileSync(join(path, 'a/report.json'), '')],
  ['a member that is gone', (path) => rmSync(join(path, 'empty'))],
  ['a document that is gone', (path) => rmSync(join(path, 'b/other.json'))],
  ['a folder that is gone', (path) => rmSync(join(path, 'a'), { recursive: true })],
  ['a file that is added', (path) => writeFileSync(join(path, 'a/a'), '')],
  ['a file that is added before all', (path) => writeFileSync(join(path, '0'), '')],
  ['a file that is added after all', (path) => writeFileSync(join(path, 'z'), '')],
  ['a file in a folder of its own', (path) => (mkdirSync(join(path, 'a/0')), writeFileSync(join(path, 'a/0/b'), ''))],
  ['an empty folder', (path) => mkdirSync(join(path, 'b/empty'))],
  ['a name that is not text', (path) => writeFileSync(Buffer.concat([Buffer.from(`${path}/b/`), Buffer.of(0xff)]), '')],
  [
    'much',
    (path) => {
      for (const name of ['0', 'a/0', 'b/z', 'c']) writeFileSync(join(path, name), name);
      for (const name of ['a-b', 'b/other.json']) rmSync(join(path, name));
      appendFileSync(join(path, 'a/report.json'), ' ');
    },
  ],
  ['a folder in place of a member', (path) => (rmSync(join(path, 'empty')), mkdirSync(join(path, 'empty')))],
  ['a link in place of a member', (path) => (rmSync(join(path, 'empty')), symlinkSync('a-b', join(path, 'empty')))],
  ['a link in place of a folder', (path) => (rmSync(join(path, 'a'), { recursive: true }), symlinkSync('b', join(path, 'a')))],
];

describe('openFolder()', () => {
  it.each(changes)('tells the same by the short way and at length, with any number of threads: %s', (_, change) => {
    const { given: path } = make(members);
    change(path);
    for (const deep of [false, true]) {
      const expected = told(path, deep, 1, proveNothing);
      expect(told(path, deep, 1)).toEqual(expected);
      expect(told(path, deep, 3)).toEqual(expected);
    }
  });

  it.each(changes)('tells the same of a manifest that no rows can be read from: %s', (_, change) => {
    const { given: path } = make({ ...members, '\u{e9}/\u{1f600}': { text: 'other letters' } });
    change(path);
    for (const deep of [false, true]) expect(told(path, deep, 2)).toEqual(told(path, deep, 1, proveNothing));
  });

  it('proves by the short way what is as it was sealed and not empty, and nothing else', () => {
    const { given: path } = make(members);
    appendFileSync(join(path, 'a/short'), '!');
    const proven: string[] = [];
    verifyPack({
      given: 'pack',
      path,
      deep: false,
      proveRows: (pool) => (next, deliver) => {
        pool.proveRows(next, (question, sizes) => {
          for (const [i, size] of sizes.entries()) if (size !== UNPROVEN) proven.push(rowPath(question.rows, question.from + i));
          deliver(question, sizes);
        });
      },
    });
    expect(proven).toEqual(['a-b', 'a/report.json', 'b/unknown.json']);
  });
});
