/** The tasks of an array job as engines run them: twice at once, killed at any moment, and again. Their parts are whole, and always the same. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { isLinux, pause, type Running, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder('disk');
const SHARDS = 4;
const given = '--created 2026-01-15T10:30:00Z --dataset-id d';
const task = (index: number, out: string): string => `lock --scan data ${given} --shard ${index}/${SHARDS} --output ${out}/part-${index}`;
const partAt = (out: string, index: number): Buffer => fs.readFileSync(join(folder, out, `part-${index}`));
const begin = (index: number): Running => start(folder, task(index, 'out').split(' ') as [string, ...string[]]);
let usual = 0;

beforeAll(async () => {
  for (const name of ['data', 'good', 'out']) fs.mkdirSync(join(folder, name));
  for (let i = 0; i < 4_000; i++) fs.writeFileSync(join(folder, 'data', `a-rather-long-name-${i}`), '');
  for (let index = 0; index < SHARDS; index++) await runInProcess(folder, task(index, 'good'));
  const before = performance.now();
  sh(folder, task(0, 'out'));
  usual = performance.now() - before;
});

describe.skipIf(!isLinux)('a task of lock verify', () => {
  const verify = (index: number, out: string): string =>
    `lock verify single.lock --root data --closed --shard ${index}/${SHARDS} --created 2026-01-15T10:30:00Z --output ${out}/verdict-${index}`;
  const verdictAt = (out: string, index: number): Buffer => fs.readFileSync(join(folder, out, `verdict-${index}`));

  it('that runs twice at once, of which one is killed, writes the same part; killed alone, it leaves a whole part or none', async () => {
    await runInProcess(folder, `lock --scan data ${given} --output single.lock`);
    for (let index = 0; index < SHARDS; index++) await runInProcess(folder, verify(index, 'good'));
    const count = trials(3, 24);
    for (let turn = 0; turn < count; turn++) {
      const index = turn % SHARDS;
      const words = verify(index, 'out').split(' ') as [string, ...string[]];
      fs.rmSync(join(folder, 'out', `verdict-${index}`), { force: true });
      const alone = start(folder, words);
      await pause(usual * (0.3 + (0.9 * turn) / count));
      alone.kill('SIGKILL');
      await alone.ended;
      if (fs.existsSync(join(folder, 'out', `verdict-${index}`)))
        expect(verdictAt('out', index).equals(verdictAt('good', index))).toBe(true);
      const [killed, other] = [start(folder, words), start(folder, words)];
      await pause(usual * (0.3 + (0.9 * turn) / count));
      killed.kill('SIGKILL');
      await Promise.all([killed.ended, other.ended]);
      expect(verdictAt('out', index).equals(verdictAt('good', index))).toBe(true);
    }
    const parts = [2, 0, 3, 1].map((index) => `good/verdict-${index}`);
    expect((await runInProcess(folder, `custody verdict merge ${parts.join(' ')}`)).exit).toBe(0);
    const refused = await runInProcess(folder, `custody verdict merge ${parts.slice(1).join(' ')}`);
    expect([refused.exit, JSON.parse(refused.out).refusal.detail]).toEqual([2, { missing: [[2, 2]], shards: 4 }]);
    fs.readdirSync(join(folder, 'out')).forEach((name) => name.startsWith('verdict') && fs.rmSync(join(folder, 'out', name)));
    fs.rmSync(join(folder, 'single.lock'));
  });
});

describe.skipIf(!isLinux)('a task', () => {
  it('that runs twice at once, of which one is killed, writes the same part', async () => {
    const count = trials(SHARDS, SHARDS * 6);
    for (let turn = 0; turn < count; turn++) {
      const index = turn % SHARDS;
      fs.rmSync(join(folder, 'out', `part-${index}`), { force: true });
      const [killed, other] = [begin(index), begin(index)];
      await pause(usual * (0.3 + (0.9 * turn) / count));
      killed.kill('SIGKILL');
      await Promise.all([killed.ended, other.ended]);
      expect(partAt('out', index).equals(partAt('good', index))).toBe(true);
    }
    expect((await runInProcess(folder, task(0, 'out'))).exit).toBe(0);
    expect(fs.readdirSync(join(folder, 'out')).sort()).toEqual(['part-0', 'part-1', 'part-2', 'part-3']);
    const parts = [3, 1, 0, 2].map((index) => `out/part-${index}`).join(' ');
    expect((await runInProcess(folder, `lock merge ${parts} --output merged.lock`)).exit).toBe(0);
    expect((await runInProcess(folder, `lock --scan data ${given} --output single.lock`)).exit).toBe(0);
    expect(fs.readFileSync(join(folder, 'merged.lock')).equals(fs.readFileSync(join(folder, 'single.lock')))).toBe(true);
  });

  it('that is killed alone leaves a whole part or none, and the merge names what is missing', async () => {
    const count = trials(4, 24);
    for (let turn = 0; turn < count; turn++) {
      fs.rmSync(join(folder, 'out', 'part-2'), { force: true });
      const run = begin(2);
      await pause(turn === 0 ? 0 : usual * (0.3 + (0.8 * turn) / count));
      run.kill('SIGKILL');
      await run.ended;
      const parts = fs.readdirSync(join(folder, 'out')).filter((name) => /^part-\d$/.test(name));
      const merge = await runInProcess(folder, `lock merge ${parts.map((name) => `out/${name}`).join(' ')}`);
      if (parts.includes('part-2')) expect(partAt('out', 2).equals(partAt('good', 2))).toBe(true);
      else
        expect([merge.exit, JSON.parse(merge.out).refusal]).toMatchObject([2, { code: 'E_PARTS_MISSING', detail: { missing: [[2, 2]] } }]);
    }
  });
});

it.skipIf(!isLinux)('lock merge that is killed leaves a whole lock or none, and gives the same lock again', async () => {
  const parts = Array.from({ length: SHARDS }, (_, index) => `good/part-${index}`);
  const line = ['lock', 'merge', ...parts, '--output', 'killed.lock'] as const;
  sh(folder, `lock merge ${parts.join(' ')} --output whole.lock`);
  const count = trials(4, 24);
  for (let turn = 0; turn < count; turn++) {
    fs.rmSync(join(folder, 'killed.lock'), { force: true });
    const run = start(folder, line);
    await pause(usual * (0.3 + (0.8 * turn) / count));
    run.kill('SIGKILL');
    await run.ended;
    if (!fs.existsSync(join(folder, 'killed.lock'))) expect((await runInProcess(folder, line.join(' '))).exit).toBe(0);
    expect(fs.readFileSync(join(folder, 'killed.lock')).equals(fs.readFileSync(join(folder, 'whole.lock')))).toBe(true);
  }
  expect(fs.readdirSync(folder).filter((name) => name.includes('staging'))).toEqual([]);
});
