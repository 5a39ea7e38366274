/** V3 and L9: links are followed, loops end, and what is swapped under the reader is at most a finding. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);

beforeAll(() => {
  for (const name of ['data/sub', 'outside']) fs.mkdirSync(at(name), { recursive: true });
  fs.writeFileSync(at('data/sub/file'), 'inside');
  fs.writeFileSync(at('outside/file'), 'outside');
  const links = {
    'data/broken': 'nowhere',
    'data/out': '../outside',
    'data/out-file': '../outside/file',
    'data/self': 'self',
    'data/sub/up': '..',
  };
  for (const [link, to] of Object.entries(links)) fs.symlinkSync(to, at(link));
  for (let i = 0; i < 50; i++) fs.symlinkSync(i === 0 ? 'sub/file' : `chain-${i - 1}`, at(`data/chain-${i}`));
});

const pathsOf = (entries: readonly { path: string }[]): string[] => entries.map(({ path }) => path);

describe.skipIf(!isLinux)('links', () => {
  it('are followed by lock --scan, and what leads nowhere or round is skipped', () => {
    const { exit, out } = sh(folder, "lock --scan data --exclude 'chain-*' --output links.lock; cat links.lock");
    const lock = JSON.parse(out);
    expect(exit).toBe(0);
    expect(pathsOf(lock.members)).toEqual(['out-file', 'out/file', 'sub/file']);
    expect(pathsOf(lock.skipped)).toEqual(['broken', 'self', 'sub/up']);
  });

  it('in a chain longer than the system follows are skipped', () => {
    const { members, skipped } = JSON.parse(sh(folder, "lock --scan data --include 'chain-*'").out);
    expect(members.length + skipped.length).toBe(50);
    expect(skipped[0].warnings[0].message).toMatch(/Too many levels of symbolic links$/);
  });

  it('out of the root are followed by lock verify, and IO_ERROR to --confined', () => {
    expect(sh(folder, 'lock verify links.lock --root data').exit).toBe(0);
    const { exit, out } = sh(folder, 'lock verify links.lock --root data --confined --json');
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'VERIFY_PARTIAL', members: { verified: 1, skipped: 2 } });
    expect(pathsOf(JSON.parse(out).members.skips)).toEqual(['out-file', 'out/file']);
  });

  it('that came to lead nowhere are MISSING, and that came to lead round are IO_ERROR', () => {
    sh(
      folder,
      'mkdir -p later/a; echo x > later/a/f; echo y > later/g; lock --scan later --output later.lock; rm -r later/*; ln -s gone later/a; ln -s g later/g',
    );
    const { members } = JSON.parse(sh(folder, 'lock verify later.lock --root later --json').out);
    expect(members.failures).toMatchObject([{ path: 'a/f', reason: 'MISSING' }]);
    expect(members.skips).toEqual([{ path: 'g', reason: 'IO_ERROR', detail: 'Too many levels of symbolic links' }]);
  });
});

describe.skipIf(!isLinux)('a folder that is swapped for a link during lock verify', () => {
  let isSwapping = true;
  afterAll(() => {
    isSwapping = false;
  });

  async function keepSwapping(): Promise<void> {
    while (isSwapping) {
      fs.renameSync(at('swapped/d'), at('swapped-away'));
      fs.symlinkSync(at('evil'), at('swapped/d'));
      await pause(1);
      fs.unlinkSync(at('swapped/d'));
      fs.renameSync(at('swapped-away'), at('swapped/d'));
      await pause(1);
    }
  }

  it('makes findings only, and --confined never reads beyond the link', async () => {
    for (const [name, text] of [
      ['swapped/d', 'good'],
      ['evil', 'evil'],
    ] as const) {
      fs.mkdirSync(at(name), { recursive: true });
      for (let i = 0; i < 1500; i++) fs.writeFileSync(at(`${name}/${i}`), text);
    }
    sh(folder, 'lock --scan swapped --output swapped.lock');
    const swapping = keepSwapping();
    for (const flags of [[], ['--confined'], ['--closed']]) {
      const { exit, out, err } = await start(folder, ['lock', 'verify', 'swapped.lock', '--root', 'swapped', '--json', ...flags]).ended;
      expect(err).toBe('');
      expect([0, 1]).toContain(exit);
      const { members } = JSON.parse(out);
      expect(members.verified + members.failed + members.skipped).toBe(members.checked);
      const reasons = new Set(members.failures.map(({ reason }: { reason: string }) => reason));
      if (flags[0] === '--confined') expect(reasons).not.toContain('HASH_MISMATCH');
    }
    isSwapping = false;
    await swapping;
    expect(sh(folder, 'lock verify swapped.lock --root swapped').exit).toBe(0);
  });
});
