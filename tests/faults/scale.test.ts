/** Many records, many files, and folders that change under the scan: all of it is accounted for (C7), in the same order each time (V2). */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { stopWhileReading } from './paused-reader.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);

/** An even number of records: every third is skipped, and neighbours have changed places. */
const RECORDS = trials(60_000, 1_000_000);
const SKIPPED = Math.ceil(RECORDS / 3);
const FILES = trials(10_000, 100_000);
const generator = `
  const hash = 'sha256:' + 'ab'.repeat(32);
  let text = '';
  for (let i = 0; i < ${RECORDS}; i++) {
    const path = 'f' + (1_000_000 + (i ^ 1));
    text += i % 3 === 0
      ? '{"_skipped":true,"_warnings":[],"path":"' + path + '","relative_path":"' + path + '","version":"hash.v0"}\\n'
      : '{"bytes_hash":"' + hash + '","path":"' + path + '","relative_path":"' + path + '","size":' + i + ',"version":"hash.v0"}\\n';
    if (text.length > 1 << 20) { require('fs').writeSync(1, text); text = ''; }
  }
  require('fs').writeSync(1, text);`;

describe.skipIf(!isLinux)('very many records, a third of them skipped', () => {
  it('are all in the lock, in order', () => {
    fs.writeFileSync(at('generate.cjs'), generator);
    const { exit, err } = sh(folder, 'set -o pipefail; node generate.cjs | lock --output million.lock');
    expect([exit, err]).toEqual([1, '']);
    const text = fs.readFileSync(at('million.lock'), 'latin1');
    expect(text).toContain(`"member_count":${RECORDS - SKIPPED},`);
    expect(text).toContain(`"skipped_count":${SKIPPED},`);
    const paths = Array.from(text.matchAll(/"path":"(f\d+)"/g), ([, path]) => path as string);
    expect(paths.length).toBe(RECORDS);
    expect(paths.every((path, i) => i === 0 || i === RECORDS - SKIPPED || (paths[i - 1] as string) < path)).toBe(true);
  });

  it('are judged by lock verify, and all that is asked for is missing', () => {
    const lines = 'lock verify million.lock > /dev/null && mkdir -p none && lock verify million.lock --root none --only "f100000?" --json';
    const { exit, out } = sh(folder, lines);
    expect(exit).toBe(1);
    expect(JSON.parse(out).members).toMatchObject({ checked: 6, failed: 6, not_selected: RECORDS - SKIPPED - 6 });
  });
});

describe.skipIf(!isLinux)('ten thousand files and more in one folder', () => {
  it('are locked and verified, and the same with 1 and 8 jobs', () => {
    sh(folder, `mkdir wide; cd wide; seq ${FILES} | xargs touch`);
    const locks = [1, 8].map(
      (jobs) => sh(folder, `lock --scan wide --jobs ${jobs} --output wide-${jobs}.lock; sha256sum < wide-${jobs}.lock`).out,
    );
    expect(new Set(locks).size).toBe(1);
    const { exit, out } = sh(folder, 'lock verify wide-8.lock --root wide --closed --json');
    expect([exit, JSON.parse(out).members.verified]).toEqual([0, FILES]);
  });
});

describe.skipIf(!isLinux)('a tree of every size', () => {
  const sizes = [0, 1, 4095, 4096, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_000];

  it('gives the same bytes with any number of jobs, also while all cores are busy', async () => {
    for (let i = 0; i < 1600; i++) {
      const file = at(`mixed/${i % 7}/${i % 13}/${i}`);
      fs.mkdirSync(join(file, '..'), { recursive: true });
      fs.writeFileSync(file, Buffer.alloc(i < 24 ? (sizes[i % 8] as number) : i % 100, i));
    }
    // All at once: each keeps the cores busy for the others.
    const lines = [...[1, 2, 8].map((jobs) => `lock --scan mixed --jobs ${jobs}`), 'vacuum mixed | hashbytes --jobs 8 | lock'];
    const ended = await Promise.all(lines.map((line) => start(folder, ['bash', '-c', line]).ended));
    const [first, ...others] = ended.map(({ out }) => out);
    expect(JSON.parse(first as string)).toMatchObject({ member_count: 1600, skipped_count: 0 });
    for (const other of others) expect(other).toBe(first);
  });
});

describe.skipIf(!isLinux)('a folder whose entries change during the scan', () => {
  let isChanging = true;
  afterAll(() => {
    isChanging = false;
  });

  /** Files and folders that come, grow, are renamed and go; a file for a folder and a folder for a file. */
  async function keepChanging(): Promise<void> {
    for (let i = 0; isChanging; i++) {
      const name = at(`restless/${i % 10}/x-${i % 50}`);
      try {
        if (i % 5 === 0) fs.mkdirSync(`${name}/in/ner`, { recursive: true });
        else if (i % 5 === 1) fs.writeFileSync(name, 'x'.repeat(i % 1000));
        else if (i % 5 === 2) fs.appendFileSync(name, 'more');
        else if (i % 5 === 3) fs.renameSync(name, `${name}-renamed`);
        else fs.rmSync(`${name}-renamed`, { recursive: true, force: true });
      } catch {
        fs.rmSync(name, { recursive: true, force: true });
      }
      if (i % 20 === 0) await pause(0);
    }
  }

  it('is locked as far as it held still: what stayed is a member, what did not is a member or a skip', async () => {
    for (let i = 0; i < 1000; i++) {
      fs.mkdirSync(at(`restless/${i % 10}`), { recursive: true });
      fs.writeFileSync(at(`restless/${i % 10}/still-${i}`), 'still');
    }
    const changing = keepChanging();
    for (let round = 0; round < trials(2, 5); round++) {
      const { exit, out, err } = await start(folder, ['lock', '--scan', 'restless', '--jobs', '2']).ended;
      expect([0, 1], err).toContain(exit);
      const lock = JSON.parse(out) as { members: { path: string; size: number }[]; skipped: { path: string }[] };
      expect(lock.members.filter(({ path, size }) => path.includes('still-') && size === 5).length).toBe(1000);
      const paths = [...lock.members, ...lock.skipped].map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
    isChanging = false;
    await changing;
  });

  it('that is the root itself, removed during the scan: what was read is a member, all else that was listed is a skip', async () => {
    const LISTED_AHEAD = 1024;
    fs.mkdirSync(at('brief/z'), { recursive: true });
    for (const name of ['a', 'm-big', 'z/z']) fs.writeFileSync(at(`brief/${name}`), '');
    fs.truncateSync(at('brief/m-big'), 128 << 20);
    for (let i = 0; i < 2 * LISTED_AHEAD; i++) fs.writeFileSync(at(`brief/n-${i}`), '');
    const run = await stopWhileReading(folder, ['lock', '--scan', 'brief', '--jobs', '1'], 'brief/m-big');
    fs.rmSync(at('brief'), { recursive: true });
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    const lock = JSON.parse(out) as { members: { path: string }[]; skipped: { path: string; warnings: { code: string }[] }[] };
    expect([exit, lock.members.map(({ path }) => path)]).toEqual([1, ['a']]);
    expect(lock.skipped.length).toBe(2 * LISTED_AHEAD + 2);
    expect(lock.skipped.filter(({ warnings }) => warnings[0]?.code !== 'E_IO')).toEqual([]);
  });
});
