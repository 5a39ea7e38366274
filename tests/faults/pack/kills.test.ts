/** C6: whatever moment a seal is ended at, its folder is there whole or not at all, and the next run leaves nothing else behind. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trials } from '../../helpers/trials.ts';
import { isLinux, pause, scratchFolder, sh, start } from '../program.ts';

const folder = scratchFolder('disk');
const at = (path: string): string => join(folder, path);
const sealing = ['pack', 'seal', 'in', '--output', 'out/evidence'] as const;
const MEMBERS = 800;
let usual = 0;
let manifest: Buffer;

beforeAll(() => {
  for (let i = 0; i < MEMBERS; i++) {
    fs.mkdirSync(at(`in/${i % 40}`), { recursive: true });
    fs.writeFileSync(at(`in/${i % 40}/${i}.json`), `{"version":"rvl.v0","n":${i}}`);
  }
  fs.writeFileSync(at('in/long'), Buffer.alloc(16 << 20, 7));
  const before = performance.now();
  expect(sh(folder, sealing.join(' '))).toMatchObject({ exit: 0, err: '' });
  usual = performance.now() - before;
  manifest = fs.readFileSync(at('out/evidence/manifest.json'));
});

beforeEach(() => fs.rmSync(at('out'), { recursive: true, force: true }));

/** Hidden names are staging; anything else that is seen must be whole. */
const seen = (): string[] => (fs.existsSync(at('out')) ? fs.readdirSync(at('out')).filter((name) => !name.startsWith('.')) : []);

function expectWhole(): void {
  expect(fs.readFileSync(at('out/evidence/manifest.json')).equals(manifest)).toBe(true);
  expect(sh(folder, 'pack verify out/evidence --no-witness').exit).toBe(0);
}

async function cutAfter(delay: number, signal: NodeJS.Signals): Promise<'absent' | 'whole'> {
  fs.rmSync(at('out/evidence'), { recursive: true, force: true });
  const run = start(folder, sealing);
  await pause(delay);
  run.kill(signal);
  await run.ended;
  if (seen().length === 0) return 'absent';
  expect(seen()).toEqual(['evidence']);
  expectWhole();
  return 'whole';
}

describe.skipIf(!isLinux)('a seal that is ended by a signal', () => {
  const times = { SIGKILL: trials(3, 12), SIGINT: trials(2, 4), SIGTERM: trials(2, 4) };

  it.each(Object.entries(times))('%s leaves the whole pack or none, and the next run cleans up', async (signal, count) => {
    const results = new Set<string>();
    for (let i = 0; i < count; i++) results.add(await cutAfter(i === 0 ? 0 : usual * (0.15 + (0.9 * i) / count), signal as NodeJS.Signals));
    expect(results).toContain('absent');
    fs.rmSync(at('out/evidence'), { recursive: true, force: true });
    expect(sh(folder, sealing.join(' '))).toMatchObject({ exit: 0, err: '' });
    expect(fs.readdirSync(at('out'))).toEqual(['evidence']);
    expectWhole();
    expect(sh(folder, 'custody witness verify').exit).toBe(0);
  });

  it('while it copies leaves a staging folder, which the next run removes', async () => {
    const staging = (): boolean => fs.existsSync(at('out')) && fs.readdirSync(at('out')).some((name) => name.endsWith('.custody-staging'));
    for (let tries = 0; !staging(); tries++) {
      expect(tries).toBeLessThan(50);
      const run = start(folder, sealing);
      while (!staging() && seen().length === 0) await pause(0);
      run.kill('SIGKILL');
      await run.ended;
      fs.rmSync(at('out/evidence'), { recursive: true, force: true });
    }
    expect(sh(folder, sealing.join(' '))).toMatchObject({ exit: 0, err: '' });
    expect(fs.readdirSync(at('out'))).toEqual(['evidence']);
  });

  it('into the default folder leaves nothing but whole packs there', async () => {
    const count = trials(2, 6);
    for (let i = 0; i < count; i++) {
      const run = start(folder, ['pack', 'seal', 'in']);
      await pause(usual * (0.3 + (0.72 * i) / count));
      run.kill('SIGKILL');
      await run.ended;
      for (const name of fs.existsSync(at('pack')) ? fs.readdirSync(at('pack')) : []) {
        if (!name.startsWith('.')) expect(sh(folder, `pack verify pack/${name} --no-witness`).exit).toBe(0);
      }
    }
    expect(sh(folder, 'rm -rf pack/sha256:*; pack seal in')).toMatchObject({ exit: 0, err: '' });
    expect(fs.readdirSync(at('pack'))).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
  });
});
