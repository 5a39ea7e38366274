/** Slurm runs the scripts of examples/scale: a task is killed and requeued, some tasks are submitted again, and a lock is verified. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, scratchFolder, sh } from '../faults/program.ts';
import { noSlurm, type Slurm, startSlurm } from '../set-up/slurm.ts';
import { killTask } from './kill-task.ts';

const scripts = fileURLToPath(new URL('../../examples/scale/slurm', import.meta.url));
const folder = scratchFolder('disk');
const CREATED = '2026-01-15T10:30:00Z';
const SHARDS = Array.from({ length: 8 }, (_, index) => index);
const at = (name: string): string => join(folder, name);
const env = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  ...environment(folder, {}),
  CREATED,
  ROOT: 'data',
  ...more,
});
let slurm: Slurm;

function submit(name: string, more: Readonly<Record<string, string>>, ...words: readonly string[]): string {
  return slurm.submit(folder, [...words, join(scripts, `${name}.sbatch`)], env(more));
}

const states = (id: string): readonly string[] => SHARDS.map((index) => slurm.task(id, index).state);

beforeAll(async () => {
  if (noSlurm !== undefined) return;
  for (const name of ['data/sub', 'parts', 'again', 'verdicts', 'bad']) fs.mkdirSync(at(name), { recursive: true });
  for (let i = 0; i < 100; i++) fs.writeFileSync(at(`data/${i % 2 ? 'sub/' : ''}file ${i}`), `of ${i}`);
  // Of shard 3: its task runs long enough to be killed before it has written its part.
  fs.writeFileSync(at('data/long 6'), '');
  fs.truncateSync(at('data/long 6'), 2 ** 30);
  fs.symlinkSync('nowhere', at('data/broken'));
  sh(folder, `lock --scan data --created ${CREATED} --output single.lock.json`);
  slurm = await startSlurm();
});

afterAll(() => slurm?.stop());

describe.skipIf(noSlurm !== undefined)('the tasks of a Slurm array', () => {
  it('make the lock of one machine, also if one of them is killed and runs again', async () => {
    const id = submit('scan', { OUT: at('parts') });
    await killTask([`OUT=${at('parts')}`, 'SLURM_ARRAY_TASK_ID=3']);
    await slurm.ended(id);
    expect(slurm.task(id, 3)).toEqual({ state: 'FAILED', exit: '0:9', restarts: 0 });
    const refused = sh(folder, 'lock merge parts/part-*');
    expect([refused.exit, JSON.parse(refused.out).refusal.detail]).toEqual([2, { missing: [[3, 3]], shards: 8 }]);
    slurm.requeue(id, 3);
    const merge = submit('merge', { OUT: 'parts', LOCK: 'merged.lock.json' }, `--dependency=afterany:${id}`);
    await slurm.ended(merge);
    expect(states(id)).toEqual(SHARDS.map(() => 'COMPLETED'));
    expect(slurm.task(id, 3).restarts).toBe(1);
    // The link without a target is a skip: the lock is partial, and lock merge exits 1 as lock does.
    expect(slurm.task(merge)).toEqual({ state: 'FAILED', exit: '1:0', restarts: 0 });
    expect(fs.readFileSync(at('merged.lock.json')).equals(fs.readFileSync(at('single.lock.json')))).toBe(true);
    expect(fs.readFileSync(at(`scan-${id}_3.log`), 'utf8')).toContain(
      'shard 3/8 from Slurm (SLURM_ARRAY_TASK_ID=3, SLURM_ARRAY_TASK_COUNT=8,',
    );
  });

  it('that are submitted again alone are refused, and right where the number of shards is given', async () => {
    const [told, untold] = [submit('scan', { OUT: 'again', SHARDS: '8' }, '--array=3,5'), submit('scan', { OUT: 'bad' }, '--array=3,5')];
    await Promise.all([slurm.ended(told), slurm.ended(untold)]);
    expect([3, 5].map((index) => slurm.task(untold, index).exit)).toEqual(['2:0', '2:0']);
    expect(fs.readdirSync(at('bad'))).toEqual([]);
    expect(fs.readFileSync(at(`scan-${untold}_5.log`), 'utf8')).toContain('"code":"E_SHARD"');
    expect(fs.readdirSync(at('again')).sort()).toEqual(['part-3', 'part-5']);
    const others = SHARDS.filter((index) => index !== 3 && index !== 5).map(
      (index) => `lock --scan data --created ${CREATED} --shard ${index}/8 -o again/part-${index}`,
    );
    sh(folder, others.join(' & ').concat(' & wait'));
    sh(folder, 'lock merge again/part-* --output again.lock.json');
    expect(fs.readFileSync(at('again.lock.json')).equals(fs.readFileSync(at('single.lock.json')))).toBe(true);
  });

  it('give the verdict of one machine: they succeed where their parts are written, and the merge fails', async () => {
    fs.writeFileSync(at('data/sub/file 7'), 'of 8');
    fs.writeFileSync(at('data/extra'), '');
    const id = submit('verify', { LOCK: 'single.lock.json', OUT: 'verdicts' });
    const verdict = submit('verdict', { OUT: 'verdicts' }, `--dependency=afterany:${id}`);
    await slurm.ended(verdict);
    expect(states(id)).toEqual(SHARDS.map(() => 'COMPLETED'));
    expect(slurm.task(verdict).exit).toBe('1:0');
    const said = fs.readFileSync(at(`verdict-${verdict}.log`), 'utf8');
    expect(said).toContain('100 of 101 members verified, 1 failed, 1 extra');
    expect(said).toMatch(/EXTRA {2}extra is not in the lock[^]*HASH_MISMATCH {2}sub\/file 7 has other bytes/);
  });
});
