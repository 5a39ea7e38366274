/** C6 and C8 for archives: ended at any moment, on a full disk, in a race, a run leaves a whole archive or pack, or none. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trials } from '../../helpers/trials.ts';
import { canMount, shMounted, whyNoMounts } from '../own-mounts.ts';
import { stopWhileReading } from '../paused-reader.ts';
import { isLinux, pause, refusalIn, scratchFolder, sh, start } from '../program.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder('disk');
const at = (path: string): string => join(folder, path);
const remove = (...names: readonly string[]): void => names.forEach((name) => fs.rmSync(at(name), { recursive: true, force: true }));
const isStaging = (name: string): boolean => name.endsWith('.custody-staging');

let expected: Buffer;

beforeAll(() => {
  for (let i = 0; i < 300; i++) {
    fs.mkdirSync(at(`in/${i % 30}`), { recursive: true });
    fs.writeFileSync(at(`in/${i % 30}/${i}`), `${i} `.repeat(1 + (i % 97) * 20));
  }
  fs.writeFileSync(at('in/long'), Buffer.alloc(16 << 20, 'a long member, '));
  fs.mkdirSync(at('out'));
  expect(
    sh(folder, 'pack seal in --output evidence && pack export evidence --archive whole.tar && pack export evidence --archive whole.tar.zst')
      .exit,
  ).toBe(0);
  expected = fs.readFileSync(at('whole.tar.zst'));
});

beforeEach(() => {
  remove('out');
  fs.mkdirSync(at('out'));
});

/** How long the line takes when it is left alone. */
function usual(line: string): number {
  const before = performance.now();
  expect(sh(folder, line).exit).toBe(0);
  return performance.now() - before;
}

async function cutAfter(delay: number, words: readonly [string, ...string[]]): Promise<void> {
  const run = start(folder, words);
  await pause(delay);
  run.kill('SIGKILL');
  await run.ended;
}

describe.skipIf(!isLinux)('kill -9', () => {
  it('during export leaves the old archive or the new one, and the next run leaves nothing else', async () => {
    const words = ['pack', 'export', 'evidence', '--archive', 'out/x.tar.zst'] as const;
    const time = usual(words.join(' '));
    const seen = new Set<string>();
    const times = trials(3, 10);
    for (let i = 0; i < times; i++) {
      fs.writeFileSync(at('out/x.tar.zst'), 'old');
      await cutAfter(i === 0 ? 0 : time * (0.2 + (0.9 * i) / times), words);
      const left = fs.readFileSync(at('out/x.tar.zst'));
      seen.add(left.equals(expected) ? 'new' : left.toString());
    }
    expect([...seen].filter((each) => each !== 'new')).toEqual(['old']);
    expect(sh(folder, words.join(' ')).exit).toBe(0);
    expect(fs.readdirSync(at('out'))).toEqual(['x.tar.zst']);
    expect(fs.readFileSync(at('out/x.tar.zst')).equals(expected)).toBe(true);
  });

  it('during import leaves no folder or the whole one, and the next run succeeds and cleans up', async () => {
    const words = ['pack', 'import', 'whole.tar.zst', '--output', 'out/back'] as const;
    const time = usual(words.join(' '));
    let stagings = 0;
    const times = trials(4, 10);
    // Until one was cut off in the midst of it: how long it takes changes with what else the machine does.
    for (let i = 0; i < times || (stagings === 0 && i < 50); i++) {
      remove('out/back');
      await cutAfter(time * (0.2 + (0.9 * (i % times)) / times), words);
      const names = fs.readdirSync(at('out'));
      if (names.some(isStaging)) stagings++;
      expect(names.filter((name) => !isStaging(name))).toEqual(names.includes('back') ? ['back'] : []);
      if (names.includes('back')) expect(sh(folder, 'diff -r evidence out/back')).toMatchObject({ exit: 0, out: '' });
    }
    expect(stagings).toBeGreaterThan(0);
    remove('out/back');
    expect(sh(folder, words.join(' '))).toMatchObject({ exit: 0, err: '' });
    expect(fs.readdirSync(at('out'))).toEqual(['back']);
    expect(sh(folder, 'diff -r evidence out/back')).toMatchObject({ exit: 0, out: '' });
  });
});

describe.skipIf(!canMount)(`a full disk${whyNoMounts}`, () => {
  const onSmallDisk = (line: string, size = '8m'): { exit: number | null; envelope: string; left: string } => {
    const { exit, out } = shMounted(folder, `size=${size}`, `${line}; code=$?; echo; echo ---; ls -A disk; exit $code`);
    const [envelope = '', left = ''] = out.split('\n---\n');
    return { exit, envelope, left };
  };

  it.each(['x.tar', 'x.tar.zst'])('leaves no archive %s, and no staging', (name) => {
    const { exit, envelope, left } = onSmallDisk(`pack export evidence --archive disk/${name}`, name.endsWith('zst') ? '16k' : '8m');
    expect([exit, left]).toEqual([2, '']);
    expect(refusalIn(envelope)).toMatchObject({
      code: 'E_IO',
      detail: { path: `disk/${name}`, error: 'No space left on device' },
      next_command: 'df -h disk',
    });
  });

  it.each(['whole.tar', 'whole.tar.zst'])('leaves no folder of %s, and no staging', (name) => {
    for (const size of ['64k', '8m', '16m']) {
      const { exit, envelope, left } = onSmallDisk(`pack import ${name} --output disk/back`, size);
      expect([exit, left]).toEqual([2, '']);
      expect(refusalIn(envelope)).toMatchObject({
        code: 'E_IO',
        detail: { path: 'disk/back', error: 'No space left on device' },
        next_command: 'df -h disk',
      });
    }
  });

  it('leaves no folder of what is sealed, and no staging', () => {
    const { exit, envelope, left } = onSmallDisk('pack seal evidence --output disk/new', '64k');
    expect([exit, left, refusalIn(envelope)]).toMatchObject([2, '', { detail: { path: 'disk/new' }, next_command: 'df -h disk' }]);
  });

  it('that has no room for more files is told likewise', () => {
    const { exit, out } = shMounted(folder, 'nr_inodes=100', 'pack import whole.tar --output disk/back; code=$?; ls -A disk; exit $code');
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO', detail: { error: 'No space left on device' } }]);
  });
});

describe.skipIf(!isLinux)('races', () => {
  it('two imports into one folder: one wins, the other refuses, the folder is whole', async () => {
    for (let i = 0; i < trials(1, 4); i++) {
      remove('out/back');
      const words = ['pack', 'import', 'whole.tar.zst', '--output', 'out/back', '--no-sync'] as const;
      const ended = await Promise.all([start(folder, words).ended, start(folder, words).ended]);
      expect(ended.map(({ exit }) => exit).sort((a, b) => Number(a) - Number(b))).toEqual([0, 2]);
      const loser = ended.find(({ exit }) => exit === 2);
      expect(refusalIn(loser?.out ?? '').code).toBe('E_IO');
      expect(fs.readdirSync(at('out'))).toEqual(['back']);
      expect(sh(folder, 'diff -r evidence out/back').exit).toBe(0);
    }
  });

  it('two imports into the default folder, which both have to make', async () => {
    for (let i = 0; i < trials(1, 4); i++) {
      remove('out/pack');
      const line = ['bash', '-c', 'cd out && pack import ../whole.tar --no-sync'] as const;
      const ended = await Promise.all([start(folder, line).ended, start(folder, line).ended]);
      expect(ended.map(({ exit }) => exit).sort((a, b) => Number(a) - Number(b))).toEqual([0, 2]);
      expect(fs.readdirSync(at('out/pack'))).toHaveLength(1);
      expect(sh(folder, 'diff -r evidence out/pack/sha256:*').exit).toBe(0);
    }
  });

  it('two exports to one archive leave it whole', async () => {
    const words = ['pack', 'export', 'evidence', '--archive', 'out/x.tar.zst', '--no-sync'] as const;
    const ended = await Promise.all([start(folder, words).ended, start(folder, words).ended]);
    expect(ended.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(fs.readdirSync(at('out'))).toEqual(['x.tar.zst']);
    expect(fs.readFileSync(at('out/x.tar.zst')).equals(expected)).toBe(true);
  });

  it.each([
    ['verified', 1],
    ['written into the archive', 2],
  ] as const)('a member that changes while it is %s is never in an archive that appears', async (_, reading) => {
    sh(folder, 'rm -rf changing large; mkdir large; truncate -s 64M large/long; pack seal large --output changing --no-sync');
    const words = ['pack', 'export', 'changing', '--archive', 'out/x.tar', '--no-sync'] as const;
    const run = await stopWhileReading(folder, words, 'changing/large/long', reading);
    // Of what is still to be read: the last byte.
    sh(folder, 'printf ! | dd of=changing/large/long bs=1 seek=$((64 * 1024 * 1024 - 1)) conv=notrunc');
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect([exit, refusalIn(out).code]).toEqual([2, 'E_IO']);
    expect(fs.readdirSync(at('out'))).toEqual([]);
  });
});

describe.skipIf(!isLinux)('memory', () => {
  /** In MiB. The program itself needs about a hundred, with Node 24 up to two hundred. */
  const { member, limit } = trials({ member: 280, limit: 256 }, { member: 560, limit: 256 });

  it(`stays below ${limit} MiB whatever the size of a member`, () => {
    fs.writeFileSync(
      at('peak.cjs'),
      `process.on('exit', () => require('fs').appendFileSync('peak', process.resourceUsage().maxRSS + ' '));`,
    );
    const lines = [
      `mkdir huge && truncate -s ${member}M huge/zeros && pack seal huge --output h --no-sync > said && rm -r huge`,
      'export NODE_OPTIONS="--require ./peak.cjs"',
      'pack export h --archive h.tar.zst --no-sync && rm -r h && pack verify h.tar.zst',
      'pack import h.tar.zst --output i --no-sync && rm -r i',
    ];
    const { exit, err } = sh(folder, lines.join('\n'));
    expect([exit, err]).toEqual([0, '']);
    const peaks = fs.readFileSync(at('peak'), 'utf8').trim().split(' ').map(Number);
    expect(peaks.length).toBeGreaterThanOrEqual(3);
    for (const kibibytes of peaks) expect(kibibytes).toBeLessThan(limit * 1024);
  });
});

describe.skipIf(unprivileged === null)(`without power${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`, () => {
  it('an archive that may not be read, a folder that may not be written, a member that may not be read: E_IO', () => {
    sh(
      folder,
      'cp whole.tar secret.tar; chmod 000 secret.tar; mkdir closed; chmod 555 closed; cp -r evidence partly; chmod 000 partly/in/0/0',
    );
    const lines = {
      'pack import secret.tar --output out/back': 'secret.tar',
      'pack verify secret.tar': 'secret.tar',
      'pack import whole.tar --output closed/back': 'closed/back',
      'pack export evidence --archive closed/x.tar': 'closed/x.tar',
      'pack export partly --archive out/x.tar': 'partly/in/0/0',
    };
    for (const [line, path] of Object.entries(lines)) {
      const { exit, out } = sh(folder, `${unprivileged} ${line}`);
      expect([exit, refusalIn(out)], line).toMatchObject([2, { code: 'E_IO', detail: { path, error: 'Permission denied' } }]);
    }
    expect(fs.readdirSync(at('out'))).toEqual([]);
  });
});
