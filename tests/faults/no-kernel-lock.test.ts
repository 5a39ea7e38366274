/**
 * A platform for which there is no module that locks: a copy of the program without it. There is no second kind of lock that others would not
 * see (M8): the ledger is not written, and says so; staging is left alone.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { leftFolder } from '../helpers/left-staging.ts';
import { isLinux, scratchFolder, sh } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = scratchFolder();
const WARNING = 'no kernel lock is available: the native module fs-native-extensions does not load on this platform';
const ledger = (): string => fs.readFileSync(join(folder, '.epistemic/witness.jsonl'), 'utf8');

beforeAll(() => {
  for (const name of ['bin', 'dist', 'schemas', 'package.json'])
    fs.cpSync(join(root, name), join(folder, 'poor', name), { recursive: true });
  for (const name of fs.readdirSync(join(root, 'node_modules'))) {
    if (name === 'fs-native-extensions' || name.startsWith('.')) continue;
    fs.mkdirSync(join(folder, 'poor/node_modules'), { recursive: true });
    fs.symlinkSync(join(root, 'node_modules', name), join(folder, 'poor/node_modules', name));
  }
  fs.mkdirSync(join(folder, 'data'));
  fs.writeFileSync(join(folder, 'data/a'), 'a');
});

describe.skipIf(!isLinux)('without kernel locks', () => {
  it('the ledger is not written, with a plain word, and stays unbroken among writers that have them', () => {
    const one = (program: string, i: number): string => `${program} --scan data --note ${i} > ${program === 'lock' ? 'x' : 'y'}${i} 2>&1 &`;
    const lines = Array.from({ length: 12 }, (_, i) => `${one('lock', i)} ${one('poor/bin/lock', i)}`).join(' ');
    expect(sh(folder, `${lines} wait`).exit).toBe(0);
    expect(ledger().trim().split('\n')).toHaveLength(12);
    expect(sh(folder, 'custody witness verify').exit).toBe(0);
    expect(fs.readFileSync(join(folder, 'y0'), 'utf8')).toContain(`lock: witness append warning: `);
    expect(fs.readFileSync(join(folder, 'y0'), 'utf8')).toContain(WARNING);
    expect(fs.readdirSync(join(folder, '.epistemic'))).toEqual(['witness.jsonl']);
  });

  it('a pack is sealed under a name that no other run removes, and what others left stays', () => {
    const left = leftFolder(folder, 'evidence');
    expect(sh(folder, 'poor/bin/pack seal data --output evidence --no-witness && pack verify evidence --no-witness')).toMatchObject({
      exit: 0,
      err: '',
    });
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('-staging'))).toEqual([left]);
  });

  it('readers of the ledger need none', () => {
    expect(sh(folder, 'poor/bin/custody witness verify --no-witness')).toMatchObject({ exit: 0, err: '' });
  });
});
