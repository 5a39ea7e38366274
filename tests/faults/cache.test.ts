/** The cache of what was read, under processes that are killed, that run at once, and on a full disk: it only costs time. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { canMount, shMounted, whyNoMounts } from './own-mounts.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder();
const line = 'lock verify d.lock --root data --cache --cache-file c.cache --json';
const membersIn = (out: string): Record<string, unknown> => JSON.parse(out).members;
let usual = 0;

beforeAll(async () => {
  fs.mkdirSync(join(folder, 'data'));
  for (let i = 0; i < 2000; i++) fs.writeFileSync(join(folder, 'data', `name-${i}`), `${i}`);
  await runInProcess(folder, 'lock --scan data --output d.lock');
  await pause(300);
  const before = performance.now();
  sh(folder, line);
  usual = performance.now() - before;
});

describe.skipIf(!isLinux)('a cache', () => {
  it('is whole or absent after a run was killed, and the next run finds what is there', async () => {
    const count = trials(4, 24);
    for (let turn = 0; turn < count; turn++) {
      fs.rmSync(join(folder, 'c.cache'), { force: true });
      const run = start(folder, line.split(' ') as [string, ...string[]]);
      await pause(usual * (0.4 + (0.7 * turn) / count));
      run.kill('SIGKILL');
      await run.ended;
      const isThere = fs.existsSync(join(folder, 'c.cache'));
      const { exit, out, err } = await runInProcess(folder, line);
      expect([exit, err]).toEqual([0, '']);
      expect(membersIn(out)).toMatchObject(isThere ? { checked: 2000, strength: { cached: 2000 } } : { checked: 2000, verified: 2000 });
    }
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('staging'))).toEqual([]);
  });

  it('and the lock of --since with its receipt are whole or absent after a run was killed', async () => {
    const since =
      'lock --scan data --since d.lock --cache-file s.cache --created 2026-01-15T10:30:00Z --output now.lock --receipt now.receipt';
    const whole = fs.readFileSync(join(folder, 'd.lock'), 'utf8').replace(/"(created|lock_hash)":"[^"]*"/g, '');
    const count = trials(4, 24);
    for (let turn = 0; turn < count; turn++) {
      for (const name of ['now.lock', 'now.receipt']) fs.rmSync(join(folder, name), { force: true });
      if (turn % 2 === 0) fs.rmSync(join(folder, 's.cache'), { force: true });
      const run = start(folder, since.split(' ') as [string, ...string[]]);
      await pause(usual * (0.4 + (0.8 * turn) / count));
      run.kill('SIGKILL');
      await run.ended;
      const isReceipt = fs.existsSync(join(folder, 'now.receipt'));
      // The receipt is written after the lock that it is about.
      expect(isReceipt && !fs.existsSync(join(folder, 'now.lock'))).toBe(false);
      if (isReceipt) expect(fs.readFileSync(join(folder, 'now.receipt'), 'utf8').trimEnd().split('\n')).toHaveLength(2001);
      expect((await runInProcess(folder, since)).exit).toBe(0);
      expect(fs.readFileSync(join(folder, 'now.lock'), 'utf8').replace(/"(created|lock_hash)":"[^"]*"/g, '')).toBe(whole);
    }
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('staging'))).toEqual([]);
  });

  it('serves many runs at once, and none of them misses a change', async () => {
    fs.writeFileSync(join(folder, 'data', 'name-7'), '8');
    const runs = Array.from({ length: trials(8, 64) }, () => start(folder, line.split(' ') as [string, ...string[]]));
    const ended = await Promise.all(runs.map((run) => run.ended));
    for (const { exit, out } of ended) {
      expect(exit).toBe(1);
      expect(membersIn(out)).toMatchObject({ checked: 2000, failed: 1, failures: [{ path: 'name-7', reason: 'HASH_MISMATCH' }] });
    }
    fs.writeFileSync(join(folder, 'data', 'name-7'), '7');
    expect((await runInProcess(folder, line)).exit).toBe(0);
  });
});

it.skipIf(!canMount)(`a full disk costs the cache, not the verdict${whyNoMounts}`, () => {
  const { exit, out, err } = shMounted(
    folder,
    'size=32k',
    'lock verify d.lock --root data --cache --cache-file disk/c --json; code=$?; ls -A disk; exit $code',
  );
  expect([exit, err]).toEqual([0, expect.stringMatching(/nothing was cached: .*No space left on device/)]);
  expect(membersIn(out)).toMatchObject({ checked: 2000, verified: 2000 });
});
