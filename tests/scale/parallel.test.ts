/** GNU parallel runs the script of examples/scale; a task that is killed is tried again. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { bin, type Running, scratchFolder, sh, start } from '../faults/program.ts';
import { debianProgram } from '../set-up/debian-programs.ts';
import { killTask } from './kill-task.ts';

const script = fileURLToPath(new URL('../../examples/scale/parallel.sh', import.meta.url));
const parallel = await debianProgram('parallel');
const folder = scratchFolder('disk');
const CREATED = '2026-01-15T10:30:00Z';

/** The script in the folder, with its parts in `parts`. */
function run(parts: string, lock: string): Running {
  const { path } = parallel as Exclude<typeof parallel, string>;
  const PATH = `${bin}:${dirname(path)}:${process.env['PATH']}`;
  return start(folder, ['sh', script], { PATH, ROOT: 'data', OUT: parts, CREATED, LOCK: lock });
}

beforeAll(() => {
  fs.mkdirSync(join(folder, 'data'));
  for (let i = 0; i < 100; i++) fs.writeFileSync(join(folder, `data/file ${i}`), `of ${i}`);
});

it.skipIf(typeof parallel === 'string')(
  'the tasks of GNU parallel make the lock of one machine, also if one of them is killed',
  async () => {
    const OUT = join(folder, 'parts');
    fs.mkdirSync(OUT);
    const running = run(OUT, 'merged.lock.json');
    await killTask([`OUT=${OUT}`, 'PARALLEL_SEQ=4']);
    const { exit, err } = await running.ended;
    expect([exit, err]).toEqual([0, '']);
    const log = fs
      .readFileSync(join(OUT, 'tasks.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    expect(new Set(log.map(([seq]) => seq))).toEqual(new Set(['1', '2', '3', '4', '5', '6', '7', '8']));
    expect(log.map(([, , , , , , code, signal]) => `${code} ${signal}`)).toEqual(Array.from({ length: 8 }, () => '0 0'));
    sh(folder, `lock --scan data --created ${CREATED} --output single.lock.json`);
    expect(fs.readFileSync(join(folder, 'merged.lock.json')).equals(fs.readFileSync(join(folder, 'single.lock.json')))).toBe(true);
  },
);

it.skipIf(typeof parallel === 'string')('a task of GNU parallel that fails for good leaves a part that the merge names', async () => {
  const OUT = join(folder, 'others');
  fs.mkdirSync(join(OUT, 'part-5'), { recursive: true });
  const { exit, out } = await run(OUT, 'other.lock.json').ended;
  expect([exit, out]).toEqual([2, expect.stringContaining(`"path":"${OUT}/part-5"},"message":"cannot read part`)]);
  expect(fs.existsSync(join(folder, 'other.lock.json'))).toBe(false);
});
