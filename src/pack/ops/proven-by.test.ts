import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withHashPool } from '#hashing/pool';
import { UNPROVEN } from '#hashing/prove-file';
import { firstQuestion, type RowsQuestion } from '#hashing/prove-rows';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { rowsOf } from '../member-rows.ts';
import { provenBy } from './proven-by.ts';

const folder = `${scratchFolder('proven-by')}/`;
const report = '{"version":"rvl.v0","outcome":"REAL_CHANGE"}';

/** Members `w` were written, others were not; `d` are documents, `u` of an unknown version, `x` are not there. */
function sizes(kinds: string): readonly number[] {
  const place = join(folder, `${kinds || 'none'}/`);
  mkdirSync(place, { recursive: true });
  const members = kinds.split('').map((kind, i) => {
    const path = `${String(i).padStart(5, '0')}${kind}`;
    const text = kind === 'd' ? report : `text ${i}`;
    if (kind === 'r' || kind === 'd') writeFileSync(place + path, text);
    const artifactVersion = kind === 'd' ? 'rvl.v0' : kind === 'u' ? 'new.v9' : null;
    return { path, bytesHash: `sha256:${createHash('sha256').update(text).digest('hex')}`, type: 'other', artifactVersion };
  });
  const written = new Map(members.flatMap(({ path }, i) => ('wud'.includes(path.at(-1) as string) ? [[place + path, 1000 + i]] : [])));
  const rows = rowsOf(members);
  const told: number[] = [];
  let from = 0;
  const next = (): RowsQuestion | undefined => {
    if (from === rows.count) return undefined;
    const question = firstQuestion({ folder: place, rows, from, to: rows.count });
    from = question.to;
    return question;
  };
  withHashPool({ threads: 1 }, (pool) => {
    provenBy(written)(pool)(next, (question, found) => {
      expect(found.length).toBe(question.to - question.from);
      found.forEach((size, i) => {
        expect(told[question.from + i]).toBeUndefined();
        told[question.from + i] = size;
      });
    });
  });
  return told;
}

function expected(kinds: string): readonly number[] {
  return kinds.split('').map((kind, i) => {
    if (kind === 'w' || kind === 'u') return 1000 + i;
    if (kind === 'd') return report.length;
    return kind === 'r' ? `text ${i}`.length : UNPROVEN;
  });
}

describe('provenBy()', () => {
  it.each([
    '',
    'w',
    'd',
    'x',
    'wwww',
    'wdw',
    'dwd',
    'rwxdu',
    'wrrww',
    'xx',
    'uwd',
    'w'.repeat(200),
    'wd'.repeat(100),
    `${'d'.repeat(70)}w`,
  ])('knows what was written, and reads documents and all else: %s', (kinds) => expect(sizes(kinds)).toEqual(expected(kinds)));
});
