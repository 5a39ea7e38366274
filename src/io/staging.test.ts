import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/scratch-folder.ts';
import { stageFile } from './atomic-write.ts';
import { removeAllStale } from './staging.ts';

const scratch = scratchFolder('staging');
const newFolder = (): string => mkdtempSync(join(scratch, 'case-'));
const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
/** Of a process that has ended. */
const gone = spawnSync('true').pid;

describe('removeAllStale()', () => {
  it('removes what runs that are gone have left for any target, and nothing else', () => {
    const folder = newFolder();
    const kept = [
      `.a.json.${host}.${process.ppid}.0.custody-staging`,
      `.a.json.other-host.${gone}.0.custody-staging`,
      `.a.json.${host}.${gone}.custody-staging`,
      `.a.json.${host}.${gone}.0.staging`,
      `a.json.${host}.${gone}.0.custody-staging`,
      'a.json',
    ];
    const stale = [`.a.json.${host}.${gone}.0.custody-staging`, `.b@1.0.0.lock.json.${host}.${gone}.77.custody-staging`];
    for (const name of [...kept, ...stale]) writeFileSync(join(folder, name), '');
    removeAllStale(folder);
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  });

  it('leaves what this very process is writing', () => {
    const folder = newFolder();
    const staged = stageFile(join(folder, 'a'), { sync: false });
    removeAllStale(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    staged.discard();
  });
});

describe('stageFile() for one of many', () => {
  it('writes the same, in pieces too, and does not look for stale files', () => {
    const folder = newFolder();
    const stale = `.a.${host}.${gone}.0.custody-staging`;
    writeFileSync(join(folder, stale), '');
    const staged = stageFile(join(folder, 'a'), { sync: false, isOneOfMany: true });
    for (const piece of ['one ', '', 'two']) staged.write(new TextEncoder().encode(piece));
    staged.commit();
    expect(readdirSync(folder).sort()).toEqual([stale, 'a']);
    expect(spawnSync('cat', [join(folder, 'a')], { encoding: 'utf8' }).stdout).toBe('one two');
  });
});
