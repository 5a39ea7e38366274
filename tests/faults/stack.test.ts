/** C6, C8: `stack lock` and `stack verify` among signals, full and read-only disks, each other, and files that change under their hands. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { some, trials } from '../helpers/trials.ts';
import { signedZone } from '../stack/signed-zone.ts';
import { smallFiles, ZONE } from '../stack/small-zone.ts';
import { canMount, shMounted, whyNoMounts } from './own-mounts.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';
import { unprivileged, whyPrivileged } from './unprivileged.ts';

const folder = scratchFolder();
const example = fileURLToPath(new URL('../../examples/stack/zones/harbour/stack.lock', import.meta.url));
const PATCHES = trials(100, 1000);
const LOCK = 'zones/one/stack.lock';
const lockLine = `custody stack lock ${ZONE} --created 2026-06-01T00:00:00Z`;
const at = (path: string): string => join(folder, path);
const isStaging = (name: string): boolean => name.endsWith('.custody-staging');
const names = Array.from({ length: PATCHES }, (_, index) => `overlays/a-patch-with-a-rather-long-name-${index}.patch`);

beforeAll(() => {
  signedZone(
    folder,
    {},
    {
      [ZONE]: (smallFiles[ZONE] as string)
        .replace('org.example.corridor.swift', 'org.example.corridor.one')
        .replace('overlays/aml.patch', names.join(', ')),
    },
  );
  for (const name of names) fs.writeFileSync(at(`zones/one/${name}`), name);
});

const setPatch = (text: string): void => fs.writeFileSync(at(`zones/one/${names[7]}`), text);
const refusalIn = (out: string): { code: string; message: string; detail: Record<string, unknown> } =>
  JSON.parse(out.slice(0, out.indexOf('\n}\n') + 2)).refusal;

describe.skipIf(!isLinux)('a lock that is cut off', () => {
  let texts: { readonly old: Buffer; readonly new: Buffer };
  let usual = 0;

  beforeAll(async () => {
    const text = async (patch: string): Promise<Buffer> => {
      setPatch(patch);
      expect((await runInProcess(folder, lockLine)).exit).toBe(0);
      return fs.readFileSync(at(LOCK));
    };
    texts = { old: await text('old'), new: await text('new') };
    const before = performance.now();
    sh(folder, lockLine);
    usual = performance.now() - before;
  });

  it.each([
    ['SIGKILL', trials(4, 20)],
    ['SIGINT', trials(2, 6)],
    ['SIGTERM', trials(2, 6)],
  ] as const)('by %s is the old file or the new one, and the next run leaves nothing else behind', async (signal, count) => {
    const seen = new Set<string>();
    for (let turn = 0; turn < count; turn++) {
      fs.writeFileSync(at(LOCK), texts.old);
      const run = start(folder, lockLine.split(' ') as [string, ...string[]]);
      await pause(turn === 0 ? 0 : usual * (0.4 + (0.7 * turn) / count));
      run.kill(signal);
      await run.ended;
      const left = fs.readFileSync(at(LOCK));
      expect(left.equals(texts.old) || left.equals(texts.new)).toBe(true);
      seen.add(left.equals(texts.old) ? 'old' : 'new');
    }
    expect(seen).toContain('old');
    fs.writeFileSync(at(LOCK), texts.old);
    expect((await runInProcess(folder, lockLine)).exit).toBe(0);
    expect(fs.readFileSync(at(LOCK)).equals(texts.new)).toBe(true);
    expect(fs.readdirSync(at('zones/one')).filter(isStaging)).toEqual([]);
    expect((await runInProcess(folder, 'custody witness verify')).exit).toBe(0);
  });

  it('by SIGKILL while it writes leaves the old file whole', async () => {
    for (let tries = 0; ; tries++) {
      expect(tries).toBeLessThan(50);
      fs.writeFileSync(at(LOCK), texts.old);
      const run = start(folder, lockLine.split(' ') as [string, ...string[]]);
      const isWriting = (): boolean => fs.readdirSync(at('zones/one')).some(isStaging);
      while (!isWriting() && fs.readFileSync(at(LOCK)).equals(texts.old)) await pause(0);
      run.kill('SIGKILL');
      await run.ended;
      if (isWriting()) break;
    }
    expect(fs.readFileSync(at(LOCK)).equals(texts.old)).toBe(true);
    expect((await runInProcess(folder, `custody stack verify ${LOCK}`)).exit).toBe(1);
    expect((await runInProcess(folder, lockLine)).exit).toBe(0);
    expect(fs.readdirSync(at('zones/one')).filter(isStaging)).toEqual([]);
  });
});

describe('locks of one zone at once', () => {
  it('all end well, and leave one whole lock that verifies', async () => {
    setPatch('at once');
    fs.rmSync(at(LOCK), { force: true });
    const runs = Array.from({ length: 4 }, () => start(folder, lockLine.split(' ') as [string, ...string[]]));
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.map(({ exit, err }) => [exit, err])).toEqual(ended.map(() => [0, '']));
    expect((await runInProcess(folder, `custody stack verify ${LOCK} --require-active`)).exit).toBe(0);
    expect((await runInProcess(folder, `${lockLine} --check`)).exit).toBe(0);
    expect(fs.readdirSync(at('zones/one')).filter(isStaging)).toEqual([]);
    expect((await runInProcess(folder, 'custody witness verify')).exit).toBe(0);
  });
});

describe.skipIf(!canMount)(`a disk${whyNoMounts}`, () => {
  beforeEach(() => runInProcess(folder, `${lockLine} --no-sync`));

  it('that is full leaves no lock and no staging', () => {
    const { exit, out } = shMounted(folder, 'size=8k', `${lockLine} --out disk/stack.lock; code=$?; ls -A disk; exit $code`);
    expect([exit, out.endsWith('\n}\n')]).toEqual([2, true]);
    expect(refusalIn(out)).toMatchObject({ code: 'E_IO', detail: { path: 'disk/stack.lock', error: 'No space left on device' } });
  });

  it('that is full leaves the old lock as it was', () => {
    fs.copyFileSync(example, at('old.lock'));
    const { exit, out } = shMounted(
      folder,
      'size=8k',
      `cp old.lock disk/stack.lock; ${lockLine} --out disk/stack.lock; code=$?; cmp disk/stack.lock old.lock && ls -A disk; exit $code`,
    );
    expect([exit, refusalIn(out).code, out.endsWith('}\nstack.lock\n')]).toEqual([2, 'E_IO', true]);
  });

  it('that is full takes neither the report of verify nor an artifact, and leaves nothing of them', () => {
    const full = 'cat /dev/zero > disk/full 2> /dev/null';
    const report = shMounted(
      folder,
      'size=64k',
      `${full}; custody stack verify ${LOCK} --json --output disk/report; code=$?; ls -A disk; exit $code`,
    );
    expect([report.exit, refusalIn(report.out).code, report.out.endsWith('}\nfull\n')]).toEqual([2, 'E_IO', true]);
    const put = shMounted(
      folder,
      'size=64k',
      `${full}; custody stack artifact put ${LOCK} --type blob --store file:disk/store; code=$?; find disk -type f; exit $code`,
    );
    expect([put.exit, refusalIn(put.out).code, put.out.endsWith('}\ndisk/full\n')]).toEqual([2, 'E_IO', true]);
  });

  it('that is read-only takes no lock, and is verified all the same', () => {
    const copy = 'cp -r zones profiles modules dist disk/; mount -o remount,bind,ro disk';
    const locked = `custody stack lock disk/${ZONE} --created 2027-01-01T00:00:00Z; test $? = 2 || exit 9`;
    const judged = `custody stack verify disk/${LOCK} > /dev/null && custody stack lock disk/${ZONE} --check > /dev/null`;
    const { exit, out } = shMounted(folder, 'size=64m', `${copy}; ${locked}; ${judged}`);
    expect([exit, refusalIn(out)]).toEqual([
      0,
      expect.objectContaining({ code: 'E_IO', detail: { path: `disk/${LOCK}`, error: 'Read-only file system' } }),
    ]);
  });
});

describe.skipIf(unprivileged === null)(
  `what may not be read or written${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`,
  () => {
    const corridor = 'modules/corridors/one';
    const unreadable = [
      'zones/one/zone.yaml',
      'profiles/fin/profile.yaml',
      `zones/one/${names[3]}`,
      `${corridor}/agreement.1.vc.json`,
      corridor,
    ];

    afterEach(() => sh(folder, 'chmod -R u+rwX zones profiles modules'));

    it.each(some(unreadable, 2))('%s: refused as E_IO by lock, a finding or a refusal of verify, never passed over', async (path) => {
      await runInProcess(folder, `${lockLine} --no-sync`);
      fs.chmodSync(at(path), 0o000);
      const locked = sh(folder, `${unprivileged} ${lockLine}`);
      expect([locked.exit, refusalIn(locked.out).code]).toEqual([2, 'E_IO']);
      expect(refusalIn(locked.out).message).toMatch(/permission denied/i);
      const verified = sh(folder, `${unprivileged} custody stack verify ${LOCK} --zone ${ZONE}`);
      expect(verified.exit).not.toBe(0);
      expect(verified.out).toContain(path);
    });

    it('the folder of the lock: refused as E_IO, the old lock stays', async () => {
      await runInProcess(folder, `${lockLine} --no-sync`);
      const before = fs.readFileSync(at(LOCK));
      fs.chmodSync(at('zones/one'), 0o555);
      const { exit, out } = sh(folder, `${unprivileged} custody stack lock ${ZONE} --created 2027-01-01T00:00:00Z`);
      expect([exit, refusalIn(out).code]).toEqual([2, 'E_IO']);
      expect(fs.readFileSync(at(LOCK)).equals(before)).toBe(true);
    });
  },
);

describe.skipIf(!isLinux)('a pinned file that changes while it is read', () => {
  const patch = at(`zones/one/${names[0]}`);
  let writer: ChildProcess;

  beforeEach(() => {
    fs.rmSync(at(LOCK), { force: true });
    fs.writeFileSync(patch, '');
    // A hole, so long that reading it takes many time slices of the scheduler: the writer is sure to get some of them.
    fs.truncateSync(patch, 240 << 20);
  });
  afterEach(() => {
    writer.kill('SIGKILL');
    fs.writeFileSync(patch, names[0] as string);
  });

  const loops = [
    ['grows', 'for (;;) fs.writeSync(fd, "x", fs.fstatSync(fd).size)'],
    ['is written to in place', 'for (;;) fs.writeSync(fd, "x", 0)'],
    ['shrinks and grows', 'for (let turn = 0; ; turn++) fs.ftruncateSync(fd, (230 + 10 * (turn % 2)) << 20)'],
  ] as const;

  it.each(some(loops, 2))('%s: is never pinned', async (_, loop) => {
    writer = spawn(process.execPath, [
      '-e',
      `const fs = require("fs"); const fd = fs.openSync(process.argv[1], "r+"); fs.writeSync(1, "ready"); ${loop}`,
      patch,
    ]);
    await once(writer.stdout as NodeJS.ReadableStream, 'data');
    // Never so much faster than the writer that it would miss it.
    const { exit, out } = sh(folder, `nice -n 10 ${lockLine}`);
    expect([exit, refusalIn(out)]).toEqual([
      2,
      expect.objectContaining({ code: 'E_IO', message: expect.stringContaining('changed while it was read') }),
    ]);
    expect(fs.existsSync(at(LOCK))).toBe(false);
  });
});

describe.skipIf(!isLinux)('what is no file', () => {
  it.each(some([`zones/one/${names[5]}`, 'modules/corridors/one/agreement.0.vc.json', 'modules/aml/module.yaml'], 2))(
    'a pipe as %s is refused and never opened',
    async (path) => {
      const before = fs.readFileSync(at(path));
      await runInProcess(folder, `${lockLine} --no-sync`);
      fs.rmSync(at(path));
      sh(folder, `mkfifo '${path}'`);
      try {
        expect(sh(folder, lockLine).exit).toBe(2);
        const { exit, out } = sh(folder, `custody stack verify ${LOCK}`);
        expect([exit === 1 || exit === 2, out]).toEqual([true, expect.stringContaining(path)]);
      } finally {
        fs.rmSync(at(path));
        fs.writeFileSync(at(path), before);
      }
    },
  );

  it('standard output that takes nothing: told on standard error, exit 2', () => {
    const lines = [lockLine, `custody stack explain ${LOCK}`, `custody stack verify ${LOCK}`, `custody stack diff ${LOCK} ${LOCK}`];
    for (const line of some(lines, 2)) {
      const { exit, err } = sh(folder, `${line} > /dev/full`);
      expect([line, exit, err]).toEqual([
        line,
        2,
        expect.stringMatching(/^stack: cannot write standard output: No space left on device; the run itself ended with \w+\n$/),
      ]);
    }
  });
});
