import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { some } from '../../../../tests/helpers/trials.ts';
import { type Content, packMaker, report, rvl } from '../../../../tests/pack/made-pack.ts';
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

/** The findings, as codes with paths. */
function verdictOn(path: string, deep: boolean, threads: number): unknown {
  const { outcome, findings } = verifyPack({ given: 'pack', path, deep, threads });
  return [outcome, ...Array.from(findings, ({ code, path: at }) => `${code} ${at}`)];
}

/** Findings about the members themselves, whatever else is changed. */
const SCHEMA = ['SCHEMA_VIOLATION b/broken.json', 'SCHEMA_VIOLATION b/other.json'];

const changes: readonly (readonly [string, (path: string) => void, readonly string[]])[] = [
  ['nothing', () => {}, []],
  ['a short member', (path) => appendFileSync(join(path, 'a/short'), '!'), ['HASH_MISMATCH a/short']],
  ['a long member', (path) => truncateSync(join(path, 'a/long'), 1 << 20), ['HASH_MISMATCH a/long']],
  ['a document', (path) => appendFileSync(join(path, 'a/report.json'), ' '), ['HASH_MISMATCH a/report.json']],
  ['a long document', (path) => appendFileSync(join(path, 'b/long.json'), ' '), ['HASH_MISMATCH b/long.json']],
  [
    'a document that is no longer one',
    (path) => writeFileSync(join(path, 'a/report.json'), ''),
    ['HASH_MISMATCH a/report.json', 'SCHEMA_VIOLATION a/report.json'],
  ],
  ['a member that is gone', (path) => rmSync(join(path, 'empty')), ['MISSING_MEMBER empty']],
  [
    'a folder that is gone',
    (path) => rmSync(join(path, 'a'), { recursive: true }),
    ['MISSING_MEMBER a/long', 'MISSING_MEMBER a/report.json', 'MISSING_MEMBER a/short'],
  ],
  ['a file that is added', (path) => writeFileSync(join(path, 'a/a'), ''), ['EXTRA_MEMBER a/a']],
  ['a file that is added before all', (path) => writeFileSync(join(path, '0'), ''), ['EXTRA_MEMBER 0']],
  ['a file that is added after all', (path) => writeFileSync(join(path, 'z'), ''), ['EXTRA_MEMBER z']],
  [
    'a file in a folder of its own',
    (path) => (mkdirSync(join(path, 'a/0')), writeFileSync(join(path, 'a/0/b'), '')),
    ['EXTRA_MEMBER a/0/b'],
  ],
  ['an empty folder', (path) => mkdirSync(join(path, 'b/empty')), []],
  ['a folder in place of a member', (path) => (rmSync(join(path, 'empty')), mkdirSync(join(path, 'empty'))), ['NON_REGULAR_MEMBER empty']],
  [
    'a link in place of a member',
    (path) => (rmSync(join(path, 'empty')), symlinkSync('a-b', join(path, 'empty'))),
    ['NON_REGULAR_MEMBER empty'],
  ],
  [
    'a link in place of a folder',
    (path) => (rmSync(join(path, 'a'), { recursive: true }), symlinkSync('b', join(path, 'a'))),
    ['NON_REGULAR_MEMBER a/long', 'NON_REGULAR_MEMBER a/report.json', 'NON_REGULAR_MEMBER a/short'],
  ],
];

/** Whether deeply, and with how many threads. */
const WAYS = [
  [false, 1],
  [false, 3],
  [true, 3],
  [true, 1],
] as const;

describe('openFolder()', () => {
  it.each(changes)('finds what was changed, with any number of threads: %s', (_, change, expected) => {
    const { given: path } = make(members);
    change(path);
    const all = [...expected, ...SCHEMA].sort((a, b) => compareUtf8(where(a), where(b)));
    for (const [deep, threads] of some(WAYS, 2)) {
      const found = verdictOn(path, deep, threads);
      expect(found).toEqual(deep ? expect.arrayContaining(['INVALID', ...all]) : ['INVALID', ...all]);
    }
  });

  it('finds a missing document, and a name that is not valid text', () => {
    const { given: path } = make(members);
    rmSync(join(path, 'b/other.json'));
    writeFileSync(Buffer.concat([Buffer.from(`${path}/b/`), Buffer.of(0xff)]), '');
    expect(verdictOn(path, false, 1)).toEqual(['INVALID', SCHEMA[0], 'MISSING_MEMBER b/other.json', 'EXTRA_MEMBER b/\u{fffd}']);
  });
});

function where(finding: string): string {
  return finding.slice(finding.indexOf(' ') + 1);
}
