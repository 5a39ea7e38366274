import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNPROVEN } from '#io/prove-file';
import { type Content, packMaker, report, rvl } from '../../tests/made-pack.ts';
import { scratchFolder } from '../../tests/scratch-folder.ts';
import type { ProveFiles } from './pack-survey.ts';
import { verifyPack } from './pack-verify.ts';

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

const proveNothing = (): ProveFiles => (next, deliver) => {
  for (let proof = next(); proof !== undefined; proof = next()) deliver(proof, UNPROVEN);
};

function told(path: string, deep: boolean, threads: number, proveFiles?: () => ProveFiles): unknown {
  try {
    const { outcome, checks, findings, sizes } = verifyPack({ given: 'pack', path, deep, threads, proveFiles });
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

  it('proves by the short way what is as it was sealed and not empty, and nothing else', () => {
    const { given: path } = make(members);
    appendFileSync(join(path, 'a/short'), '!');
    const proven: string[] = [];
    verifyPack({
      given: 'pack',
      path,
      deep: false,
      proveFiles: (pool) => (next, deliver) => {
        pool.prove(next, (proof, size) => {
          if (size !== UNPROVEN) proven.push(proof.path.slice(path.length + 1));
          deliver(proof, size);
        });
      },
    });
    expect(proven).toEqual(['a-b', 'a/report.json', 'b/unknown.json']);
  });
});
