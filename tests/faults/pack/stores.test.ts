/** A folder store and a pull in real processes, ended, crowded, without room or rights: what is visible is whole, and the next run succeeds. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leftFolder } from '../../helpers/left-staging.ts';
import { trials } from '../../helpers/trials.ts';
import { canMount, shMounted, whyNoMounts } from '../own-mounts.ts';
import { isLinux, pause, scratchFolder, sh, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder();
const COUNT = trials(400, 1500);
const isStaging = (name: string): boolean => name.endsWith('.custody-staging');
const leftIn = (path: string): string[] => (fs.existsSync(join(folder, path)) ? fs.readdirSync(join(folder, path)).filter(isStaging) : []);
const remove = (...names: string[]): void => names.forEach((name) => fs.rmSync(join(folder, name), { recursive: true, force: true }));
const isSame = (a: string, b: string): boolean => spawnSync('diff', ['-r', a, b], { cwd: folder }).status === 0;
let packId = '';
const usual = { push: 0, pull: 0 };

beforeAll(async () => {
  fs.mkdirSync(join(folder, 'data/long'), { recursive: true });
  for (let i = 0; i < COUNT; i++) fs.writeFileSync(join(folder, 'data', `${i}`), `member ${i}`.repeat(20));
  for (let i = 0; i < 4; i++) fs.writeFileSync(join(folder, 'data/long', `${i}`), Buffer.alloc(8 << 20, `long ${i}`));
  const { out } = await runInProcess(folder, 'pack seal data --output pack --no-sync');
  packId = /sha256:\S+/.exec(out)?.[0] as string;
  usual.push = timed('pack push pack --store file:whole');
  usual.pull = timed(`pack pull ${packId} --store file:whole --out pulled`);
  remove('pulled');
});

beforeEach(() => remove('store', 'out', 'pulled'));

function timed(line: string): number {
  const before = performance.now();
  expect(sh(folder, line)).toMatchObject({ exit: 0, err: '' });
  return performance.now() - before;
}

async function packsIn(store: string): Promise<string[]> {
  if (!fs.existsSync(join(folder, store))) return [];
  return (await runInProcess(folder, `pack list --ids-only --store file:${store}`)).out.split('\n').filter(Boolean);
}

/** Whatever is listed can be pulled, and verifies. */
async function expectWhole(store: string): Promise<void> {
  for (const id of await packsIn(store)) {
    remove('pulled');
    expect((await runInProcess(folder, `pack pull ${id} --store file:${store} --out pulled --no-sync`)).exit).toBe(0);
    expect(isSame('pack', 'pulled')).toBe(true);
  }
}

describe.skipIf(!isLinux)('a run that is killed', () => {
  const words = {
    push: () => ['pack', 'push', 'pack', '--store', 'file:store'] as const,
    pull: () => ['pack', 'pull', packId, '--store', 'file:whole', '--out', 'out'] as const,
  };
  const cutAfter = async (kind: 'push' | 'pull', delay: number): Promise<void> => {
    const run = start(folder, words[kind]());
    await pause(delay);
    run.kill('SIGKILL');
    await run.ended;
  };

  it('while it pushes leaves whole packs only, and the next run publishes and cleans up', async () => {
    const seen = new Set<number>();
    const times = trials(4, 16);
    for (let i = 0; i < times; i++) {
      if (i % 4 === 0) remove('store');
      await cutAfter('push', i === 0 ? 0 : usual.push * (0.2 + (0.9 * i) / times));
      seen.add((await packsIn('store')).length);
      await expectWhole('store');
    }
    expect(seen).toContain(0);
    // What the run that was killed had stored is there already, and is said to be.
    expect(sh(folder, words.push().join(' '))).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/^(pack: \d+ blobs? in the store already.*\n)?$/),
    });
    expect(await packsIn('store')).toEqual([packId]);
    await expectWhole('store');
    expect(leftIn('store')).toEqual([]);
  });

  it('after its last blob leaves a staging that a push removes which has nothing to send', async () => {
    leftFolder(join(folder, 'store'), 'blobs');
    expect((await runInProcess(folder, words.push().join(' '))).exit).toBe(0);
    expect(leftIn('store')).toEqual([]);
  });

  it('while it pushes loses nothing of what was placed: the next run sends only the rest', async () => {
    const blobs = (): number =>
      fs.existsSync(join(folder, 'store/blobs')) ? fs.readdirSync(join(folder, 'store/blobs'), { recursive: true }).length : 0;
    const run = start(folder, words.push());
    while (blobs() <= 300) await pause(0);
    run.kill('SIGKILL');
    await run.ended;
    const result = JSON.parse((await runInProcess(folder, `${words.push().join(' ')} --json --no-sync`)).out);
    expect(result.present.blobs).toBeGreaterThan(0);
    expect(result.sent.blobs + result.present.blobs).toBe(COUNT + 4);
    const again = JSON.parse((await runInProcess(folder, `${words.push().join(' ')} --json --no-sync`)).out);
    expect(again.sent).toEqual({ blobs: 0, bytes: 0 });
  });

  it('while it pulls leaves no folder or a whole one, and the next run cleans up', async () => {
    const seen = new Set<boolean>();
    const times = trials(4, 16);
    for (let i = 0; i < times; i++) {
      remove('out');
      await cutAfter('pull', i === 0 ? 0 : usual.pull * (0.2 + (0.9 * i) / times));
      seen.add(fs.existsSync(join(folder, 'out')));
      if (fs.existsSync(join(folder, 'out'))) expect(isSame('pack', 'out')).toBe(true);
    }
    expect(seen).toContain(false);
    remove('out');
    expect(sh(folder, words.pull().join(' '))).toMatchObject({ exit: 0, err: '' });
    expect(isSame('pack', 'out')).toBe(true);
    expect(leftIn('.')).toEqual([]);
  });
});

describe('several runs at once', () => {
  it('that push one pack into one store all succeed, and leave it whole', async () => {
    const runs = Array.from({ length: 4 }, () => start(folder, ['pack', 'push', 'pack', '--store', 'file:store', '--no-sync']));
    const ended = await Promise.all(runs.map((run) => run.ended));
    const said = /^(?:pack: \d+ blobs in the store already, known by length alone; --verify-present reads them\n)?$/;
    expect(ended.map(({ exit, err }) => [exit, err])).toEqual(runs.map(() => [0, expect.stringMatching(said)]));
    expect(await packsIn('store')).toEqual([packId]);
    await expectWhole('store');
    expect(leftIn('store')).toEqual([]);
  });

  it('that pull into one folder: one wins, the others refuse, the folder is whole', async () => {
    const runs = Array.from({ length: 3 }, () =>
      start(folder, ['pack', 'pull', packId, '--store', 'file:whole', '--out', 'out', '--no-sync']),
    );
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.map(({ exit }) => `${exit}`).sort()).toEqual(['0', '2', '2']);
    for (const { out } of ended.filter(({ exit }) => exit === 2)) {
      expect(JSON.parse(out).refusal).toMatchObject({ code: 'E_IO', message: 'Output directory already exists and is non-empty: out' });
    }
    expect(isSame('pack', 'out')).toBe(true);
    expect(leftIn('.')).toEqual([]);
  });
});

describe.skipIf(!canMount)(`a full disk${whyNoMounts}`, () => {
  const push = 'pack push pack --store file:disk/store; code=$?; find disk -name "*staging*"; ls disk/store/packs 2>/dev/null; exit $code';

  it.each(['size=12m', 'nr_inodes=500'])('under the store (%s) refuses the push, publishes nothing, and leaves no staging', (room) => {
    const { exit, out } = shMounted(folder, room, push);
    expect([exit, JSON.parse(out).refusal]).toMatchObject([2, { code: 'E_IO', detail: { error: 'No space left on device' } }]);
  });

  it('under the folder of a pull refuses, and nothing appears', () => {
    const line = `pack pull ${packId} --store file:whole --out disk/out; code=$?; ls -A disk; exit $code`;
    const { exit, out } = shMounted(folder, 'size=12m', line);
    const refusal = JSON.parse(out).refusal;
    expect([exit, refusal.code, refusal.detail.error]).toEqual([2, 'E_IO', 'No space left on device']);
  });

  it('on another file system than the pack a store works as well', () => {
    const line = `pack push pack --store file:disk/store && pack pull ${packId} --store file:disk/store --out out && diff -r pack out && find disk -name "*staging*"`;
    const { exit, out } = shMounted(folder, 'size=200m', line);
    expect([exit, out]).toEqual([0, expect.stringMatching(/^PUBLISHED \S+\nfile:disk\/store\nFETCHED \S+\nout\n$/)]);
  });

  it('that may only be read lets packs be listed, and none be pushed', async () => {
    const line =
      'cp -r whole disk/whole; mount -o remount,ro disk; pack list --ids-only --store file:disk/whole; pack push other --store file:disk/whole';
    await runInProcess(folder, 'pack seal data/1 --output other --no-sync');
    const { exit, out } = shMounted(folder, 'size=200m', line);
    const [listed, ...rest] = out.split('\n');
    expect([exit, listed?.split(' ')[0]]).toEqual([2, packId]);
    expect(JSON.parse(rest.join('\n')).refusal).toMatchObject({ code: 'E_IO', detail: { error: 'Read-only file system' } });
  });
});

describe.skipIf(unprivileged === null)(`without rights${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`, () => {
  const shut = (path: string, mode: number, line: string) => {
    fs.chmodSync(join(folder, path), mode);
    try {
      return sh(folder, `${unprivileged} ${line}`);
    } finally {
      fs.chmodSync(join(folder, path), 0o755);
    }
  };

  it.each(['store', 'store/packs', 'store/blobs', 'store/blobs/sha256'])(
    'a store whose %s cannot be read is refused, and nothing appears',
    (path) => {
      sh(folder, 'cp -r whole store');
      const { exit, out } = shut(path, 0, `pack pull ${packId} --store file:store --out out`);
      expect([exit, JSON.parse(out).refusal.code, JSON.parse(out).refusal.detail.error]).toEqual([2, 'E_IO', 'Permission denied']);
      expect(fs.existsSync(join(folder, 'out'))).toBe(false);
      expect(leftIn('.')).toEqual([]);
    },
  );

  it('a store that may not be written to is refused, and stays as it is', () => {
    fs.mkdirSync(join(folder, 'store'));
    const { exit, out } = shut('store', 0o555, 'pack push pack --store file:store');
    expect([exit, JSON.parse(out).refusal]).toMatchObject([
      2,
      { code: 'E_IO', detail: { store: 'file:store', error: 'Permission denied' } },
    ]);
    expect(fs.readdirSync(join(folder, 'store'))).toEqual([]);
  });

  it('a folder that may not be written to refuses a pull', () => {
    fs.mkdirSync(join(folder, 'closed'), { recursive: true });
    const { exit, out } = shut('closed', 0o555, `pack pull ${packId} --store file:whole --out closed/out`);
    expect([exit, JSON.parse(out).refusal]).toMatchObject([2, { code: 'E_IO', detail: { error: 'Permission denied' } }]);
    expect(fs.readdirSync(join(folder, 'closed'))).toEqual([]);
  });
});

describe('a store that was tampered with', () => {
  const blobOf = (name: string): string => {
    const hex = createHash('sha256')
      .update(fs.readFileSync(join(folder, 'pack/data', name)))
      .digest('hex');
    return join(folder, 'store/blobs/sha256', hex.slice(0, 2), hex);
  };
  const damages: Readonly<Record<string, (path: string) => void>> = {
    'a bit of a blob is flipped': (path) => {
      const bytes = fs.readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      fs.writeFileSync(path, bytes);
    },
    'a blob is cut off': (path) => fs.truncateSync(path, 5),
    'a blob is a link to a file with its bytes': (path) => {
      fs.renameSync(path, `${path}.moved`);
      fs.symlinkSync(`${path}.moved`, path);
    },
    'a blob is a pipe': (path) => {
      fs.rmSync(path);
      spawnSync('mkfifo', [path]);
    },
    'a blob is gone': (path) => fs.rmSync(path),
  };

  it.each(Object.entries(damages))('is refused where %s, and nothing appears', async (name, damage) => {
    sh(folder, 'cp -r whole store');
    damage(blobOf('long/2'));
    const line = `pack pull ${packId} --store file:store --out out`;
    // A pipe that were opened would hold up this process.
    const { exit, out } = name.includes('pipe') ? sh(folder, line) : await runInProcess(folder, line);
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_BAD_PACK']);
    expect(fs.existsSync(join(folder, 'out'))).toBe(false);
    expect(leftIn('.')).toEqual([]);
  });

  it('gets a blob that was cut off back from the next push', async () => {
    sh(folder, 'cp -r whole store');
    fs.truncateSync(blobOf('7'), 5);
    const { out } = await runInProcess(folder, 'pack push pack --store file:store --json --no-sync');
    expect(JSON.parse(out).sent.blobs).toBe(1);
    await expectWhole('store');
  });

  it('keeps a link in the place of a blob, and does not write through it', async () => {
    sh(folder, 'cp -r whole store; echo mine > mine');
    const path = blobOf('7');
    fs.rmSync(path);
    fs.symlinkSync(join(folder, 'mine'), path);
    const { exit, out } = await runInProcess(folder, 'pack push pack --store file:store --no-sync');
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_BAD_PACK']);
    expect(fs.readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine\n');
  });
});
