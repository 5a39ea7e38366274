/**
 * Containers: every run is process 1, and all have one host name. Of runs that write to one target exactly one wins and the others refuse; runs
 * that write different things to one folder do not disturb each other (C6, M8).
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trials } from '../../helpers/trials.ts';
import { bin, type Ended, isLinux, pause, scratchFolder, sh, start } from '../program.ts';

const unshare = ['unshare', '--pid', '--fork', '--mount-proc'] as const;
const canUnshare = isLinux && spawnSync('sh', ['-c', `${unshare.join(' ')} true`]).status === 0;
const why = canUnshare ? '' : ' (skipped: no process may have a namespace of its own here)';
const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
/** In one namespace after the other. */
const inside = (...words: readonly string[]) => start(folder, [...unshare, join(bin, words[0] as string), ...words.slice(1)]);
const hidden = (path: string): string[] => fs.readdirSync(at(path)).filter((name) => name.startsWith('.'));

beforeAll(() => {
  for (let i = 0; i < 1500; i++) {
    fs.mkdirSync(at(`many/${i % 40}`), { recursive: true });
    fs.writeFileSync(at(`many/${i % 40}/${i}`), `${i}`);
  }
  for (const name of ['a', 'b', 'c', 'd']) {
    fs.mkdirSync(at(name));
    for (let i = 0; i < 300; i++) fs.writeFileSync(at(`${name}/${i}`), `${name} ${i}`);
    expect(sh(folder, `pack seal ${name} --output packs/${name} --no-witness && pack push packs/${name} --store file:all`).exit).toBe(0);
  }
});

beforeEach(() => {
  for (const name of ['o', 'store', 'pack']) fs.rmSync(at(name), { recursive: true, force: true });
});

const exits = async (running: readonly { readonly ended: Promise<Ended> }[]): Promise<(number | null)[]> =>
  (await Promise.all(running.map(({ ended }) => ended))).map(({ exit }) => exit);

describe.skipIf(!canUnshare)(`runs of the same number on the same host${why}`, () => {
  it('that seal to one target: one wins, the result is whole', async () => {
    for (let round = 0; round < trials(2, 6); round++) {
      fs.rmSync(at('o'), { recursive: true, force: true });
      const long = inside('pack', 'seal', 'many', '--output', 'o', '--no-witness');
      await pause(80 * round);
      const short = inside('pack', 'seal', 'a', '--output', 'o', '--no-witness');
      expect((await exits([long, short])).toSorted((x, y) => Number(x) - Number(y))).toEqual([0, 2]);
      expect(sh(folder, 'pack verify o --no-witness').exit).toBe(0);
    }
    expect(hidden('.').filter((name) => name.endsWith('-staging'))).toEqual([]);
  });

  it('that pull different packs into one folder all succeed', async () => {
    const ids = ['a', 'b', 'c', 'd'].map(
      (name) => JSON.parse(fs.readFileSync(at(`packs/${name}/manifest.json`), 'utf8')).pack_id as string,
    );
    const pulls = ids.map((id) => inside('pack', 'pull', id, '--store', 'file:all', '--no-witness'));
    expect(await exits(pulls)).toEqual([0, 0, 0, 0]);
    expect(fs.readdirSync(at('pack')).sort()).toEqual(ids.toSorted());
    for (const id of ids) expect(sh(folder, `pack verify pack/${id} --no-witness`).exit).toBe(0);
  });

  it('that push different packs to one store all succeed', async () => {
    const pushes = ['a', 'b', 'c', 'd'].map((name) => inside('pack', 'push', `packs/${name}`, '--store', 'file:store', '--no-witness'));
    expect(await exits(pushes)).toEqual([0, 0, 0, 0]);
    expect([fs.readdirSync(at('store/packs')).length, hidden('store')]).toEqual([4, []]);
  });

  it('that was killed leaves a staging which the next one removes, whatever its target', async () => {
    const run = inside('pack', 'seal', 'many', '--output', 'o', '--no-witness');
    const staged = (): boolean => hidden('.').some((name) => name.startsWith('.o.'));
    while (!staged() && !fs.existsSync(at('o'))) await pause(1);
    spawnSync('sh', ['-c', `kill -9 $(ps -o pid= --ppid ${run.pid})`]);
    await run.ended;
    expect(await exits([inside('pack', 'seal', 'a', '--output', 'store', '--no-witness')])).toEqual([0]);
    expect(staged()).toBe(false);
  });
});
