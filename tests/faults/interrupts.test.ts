/** Ctrl-C: what is unfinished is cleared away, one line says so, and the process ends by the signal (C6). */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { some, trials } from '../helpers/trials.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';

const folder = scratchFolder('disk');
const at = (path: string): string => join(folder, path);
const staged = (path: string): string[] =>
  fs.existsSync(at(path)) ? fs.readdirSync(at(path)).filter((name) => name.endsWith('-staging')) : [];
const isWritten = (): boolean =>
  fs.existsSync(at('pack')) || fs.existsSync(at('other/packs')) || fs.readdirSync(at('out')).some((name) => !name.endsWith('-staging'));
let packId = '';

beforeAll(() => {
  fs.mkdirSync(at('in/small'), { recursive: true });
  for (let i = 0; i < 1000; i++) fs.writeFileSync(at(`in/small/${i}`), `${i}`);
  fs.writeFileSync(at('in/long'), Buffer.alloc(160 << 20, 7));
  const { exit, out } = sh(
    folder,
    'pack seal in --output evidence && for end in tar tar.zst; do pack export evidence --archive whole.$end; done && pack push evidence --store file:store',
  );
  expect(exit).toBe(0);
  packId = out.slice('PACK_CREATED '.length, out.indexOf('\n'));
});

beforeEach(() => {
  for (const name of ['out', 'other']) fs.rmSync(at(name), { recursive: true, force: true });
  fs.mkdirSync(at('out'));
});

const lines: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  seal: () => ['pack', 'seal', 'in', '--output', 'out/new'],
  'seal to the default folder': () => ['pack', 'seal', 'in', '--note', 'new'],
  export: () => ['pack', 'export', 'evidence', '--archive', 'out/new.tar'],
  import: () => ['pack', 'import', 'whole.tar', '--output', 'out/new'],
  pull: () => ['pack', 'pull', packId, '--store', 'file:store', '--out', 'out/new'],
};

/** Ends a run some time after its staging is there; false if its work was done before. */
async function interrupted(words: readonly [string, ...string[]], delay: number): Promise<boolean> {
  const run = start(folder, [...words, '--no-witness']);
  let isDone = false;
  void run.ended.then(() => (isDone = true));
  while (!isDone && staged('out').length + staged('pack').length + staged('other').length === 0) await pause(1);
  if (delay > 0) await pause(delay);
  run.kill('SIGINT');
  const { exit, out, err } = await run.ended;
  // One that came too late ends the program after its work was done.
  if (exit === 0 || (err === '' && isWritten())) return false;
  const verb = words[1] === 'push' ? 'published' : 'written';
  expect([exit, out, err]).toEqual([null, '', `pack: interrupted; nothing was ${verb}\n`]);
  expect([staged('out'), staged('pack'), staged('other')]).toEqual([[], [], []]);
  return true;
}

/** Where a signal came too late, the next one comes earlier: how long the work takes depends on the machine, and on what else it does. */
async function interruptedOnce(attempt: (delay: number) => Promise<boolean>): Promise<void> {
  for (let delay = 30; !(await attempt(Math.floor(delay))); delay /= 1.5) expect(delay).toBeGreaterThan(0.001);
}

/** Ends a run some time after its staging is there. Returns how long the staging was there. */
async function interruptedAfter(delay: number, words: readonly [string, ...string[]]): Promise<number> {
  fs.rmSync(at('out'), { recursive: true, force: true });
  fs.mkdirSync(at('out'));
  const run = start(folder, [...words, '--no-witness']);
  let isDone = false;
  const ended = run.ended.finally(() => (isDone = true));
  while (!isDone && staged('out').length === 0) await pause(1);
  const began = performance.now();
  while (!isDone && performance.now() - began < delay) await pause(1);
  run.kill('SIGINT');
  const { exit, err } = await ended;
  const isWhole = fs.readdirSync(at('out')).length === 1;
  // One that came too late may end the program while it says that the work is done.
  expect([0, null]).toContain(exit);
  if (exit === null && !isWhole) expect(err).toBe('pack: interrupted; nothing was written\n');
  expect([delay, staged('out')]).toEqual([delay, []]);
  return performance.now() - began;
}

describe.skipIf(!isLinux)('SIGINT', () => {
  const steps = [
    ['pack', 'import', 'whole.tar.zst', '--output', 'out/new'],
    ['pack', 'import', 'whole.tar', '--output', 'out/new'],
    ['pack', 'export', 'evidence', '--archive', 'out/new.tar.zst'],
    ['pack', 'export', 'evidence', '--archive', 'out/new.tar'],
  ] as const;

  it.each(some(steps, 2))('at any moment of %s %s %s leaves no staging', async (...words) => {
    const whole = await interruptedAfter(Number.POSITIVE_INFINITY, words);
    const count = trials(2, 60);
    for (let i = 0; i < count; i++) await interruptedAfter((whole * (i + 0.5)) / count, words);
  });

  it.each(Object.keys(lines))('during %s leaves nothing, with one line', async (name) => {
    await interruptedOnce((delay) => {
      for (const path of ['pack', 'out']) fs.rmSync(at(path), { recursive: true, force: true });
      fs.mkdirSync(at('out'));
      return interrupted((lines[name] as () => readonly [string, ...string[]])(), delay);
    });
    expect(fs.readdirSync(at('out'))).toEqual([]);
    expect(fs.existsSync(at('pack'))).toBe(false);
  });

  it('during a push to a folder publishes nothing, and the next push does', async () => {
    await interruptedOnce((delay) => {
      fs.rmSync(at('other'), { recursive: true, force: true });
      return interrupted(['pack', 'push', 'evidence', '--store', 'file:other'], delay);
    });
    expect(fs.existsSync(at('other/packs'))).toBe(false);
    expect(sh(folder, 'pack push evidence --store file:other --no-witness').exit).toBe(0);
  });
});
