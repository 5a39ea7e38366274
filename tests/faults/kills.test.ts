/** C6: whatever moment a run is ended at, its output is the old file or the new one, and the next run leaves nothing else behind. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder('disk');
const target = join(folder, 'out/d.lock');
const writing = ['lock', '--scan', 'data', '--output', 'out/d.lock', '--force', '--note', 'new'] as const;
const isStaging = (name: string): boolean => name.endsWith('.custody-staging');
let texts: { readonly old: Buffer; readonly new: Buffer };
let usual = 0;

beforeAll(async () => {
  for (const name of ['data', 'out']) fs.mkdirSync(join(folder, name));
  for (let i = 0; i < 4_000; i++) fs.writeFileSync(join(folder, 'data', `a-rather-long-name-${i}`), '');
  const text = async (note: string): Promise<Buffer> => {
    await runInProcess(folder, `lock --scan data --output out/d.lock --force --note ${note}`);
    return fs.readFileSync(target);
  };
  texts = { new: await text('new'), old: await text('old') };
  const before = performance.now();
  sh(folder, writing.join(' '));
  usual = performance.now() - before;
});

beforeEach(() => fs.writeFileSync(target, texts.old));

/** Ends a run after `delay` ms and says what became of its output. */
async function cutAfter(delay: number, signal: NodeJS.Signals): Promise<'old' | 'new'> {
  fs.writeFileSync(target, texts.old);
  const run = start(folder, writing);
  await pause(delay);
  run.kill(signal);
  await run.ended;
  const left = fs.readFileSync(target);
  if (left.equals(texts.new)) return 'new';
  expect(left.equals(texts.old)).toBe(true);
  return 'old';
}

describe.skipIf(!isLinux)('a run that is ended by a signal', () => {
  const times = { SIGKILL: trials(5, 24), SIGINT: trials(2, 8), SIGTERM: trials(2, 8) };

  it.each(Object.entries(times))('%s leaves the old file or the new one', async (signal, count) => {
    const seen = new Set<string>();
    for (let i = 0; i < count; i++) seen.add(await cutAfter(i === 0 ? 0 : usual * (0.3 + (0.8 * i) / count), signal as NodeJS.Signals));
    expect(seen).toContain('old');
    expect(await runInProcess(folder, writing.join(' '))).toMatchObject({ exit: 0, out: '', err: '' });
    expect(fs.readdirSync(join(folder, 'out'))).toEqual(['d.lock']);
    expect((await runInProcess(folder, 'custody witness verify')).exit).toBe(0);
  });

  it('while it writes leaves its staging file to the next run, which removes it, whatever it writes itself', async () => {
    for (let tries = 0; !fs.readdirSync(join(folder, 'out')).some(isStaging); tries++) {
      expect(tries).toBeLessThan(50);
      const run = start(folder, writing);
      while (!fs.readdirSync(join(folder, 'out')).some(isStaging) && fs.readFileSync(target).equals(texts.old)) await pause(0);
      run.kill('SIGKILL');
      await run.ended;
      fs.writeFileSync(target, texts.old);
    }
    expect(await runInProcess(folder, writing.join(' ').replace('out/d.lock', 'out/e.lock'))).toMatchObject({ exit: 0, out: '', err: '' });
    expect(fs.readdirSync(join(folder, 'out'))).toEqual(['d.lock', 'e.lock']);
    expect((await runInProcess(folder, 'lock verify out/e.lock --root data')).exit).toBe(0);
    fs.rmSync(join(folder, 'out/e.lock'));
  });

  it('ends with that signal, and says at most that it was interrupted', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const run = start(folder, writing);
      await pause(usual / 2);
      run.kill(signal);
      const { out, err } = await run.ended;
      expect(out + err).toMatch(signal === 'SIGINT' ? /^(?:lock: interrupted; nothing was written\n)?$/ : /^$/);
    }
  });
});
