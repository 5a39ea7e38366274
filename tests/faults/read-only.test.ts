/** C6 where nothing may be written: the refusal comes early, what was there stays, and the ledger never changes an outcome. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, shMounted, whyNoMounts } from './own-mounts.ts';
import { isLinux, scratchFolder, sh } from './program.ts';
import { unprivileged, whyPrivileged } from './unprivileged.ts';

const folder = scratchFolder();

beforeAll(() => {
  for (const name of ['data', 'closed']) fs.mkdirSync(join(folder, name));
  fs.writeFileSync(join(folder, 'data/a'), 'a');
  fs.writeFileSync(join(folder, 'closed/old'), 'old');
  fs.chmodSync(join(folder, 'closed'), 0o555);
});
afterAll(() => fs.chmodSync(join(folder, 'closed'), 0o755));

const refused = (path: string, error: string) => ({
  code: 'E_IO',
  detail: { path, error },
  next_command: expect.stringContaining('ls -ld'),
});

describe.skipIf(unprivileged === null)(
  `a folder that may not be written to${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`,
  () => {
    it.each(['new', 'old'])('refuses --output closed/%s and stays as it is', (name) => {
      const { exit, out } = sh(folder, `${unprivileged} lock --scan data --output closed/${name}`);
      expect(exit).toBe(2);
      expect(JSON.parse(out).refusal).toMatchObject(refused(`closed/${name}`, 'Permission denied'));
      expect(fs.readdirSync(join(folder, 'closed'))).toEqual(['old']);
      expect(fs.readFileSync(join(folder, 'closed/old'), 'utf8')).toBe('old');
    });

    it('as home costs the record, not the result', () => {
      const { exit, err } = sh(folder, `HOME=$PWD/closed ${unprivileged} lock --scan data --output o.lock`);
      expect([exit, err]).toEqual([
        0,
        expect.stringMatching(/^lock: witness append warning: .*closed\/\.epistemic\/witness\.jsonl: Permission denied\n$/),
      ]);
    });

    it('as TMPDIR is of no interest', () => {
      expect(sh(folder, `TMPDIR=$PWD/closed ${unprivileged} lock --scan data --output o.lock`)).toMatchObject({
        exit: 0,
        out: '',
        err: '',
      });
    });
  },
);

describe.skipIf(!canMount)(`a disk that is mounted read-only${whyNoMounts}`, () => {
  const readOnly = 'echo old > disk/old; mount -o remount,bind,ro disk;';

  it('refuses --output and stays as it is', () => {
    const { exit, out } = shMounted(
      folder,
      'size=64k',
      `${readOnly} lock --scan data --output disk/old; code=$?; echo; ls -A disk; cat disk/old; exit $code`,
    );
    const [envelope = '', ...left] = out.trim().split('\n');
    expect([exit, left]).toEqual([2, ['old', 'old']]);
    expect(JSON.parse(envelope).refusal).toMatchObject(refused('disk/old', 'Read-only file system'));
  });

  it.each(['new', 'old', 'folder/new'])('under the ledger %s costs the record, not the result', (ledger) => {
    const { exit, out, err } = shMounted(folder, 'size=64k', `${readOnly} EPISTEMIC_WITNESS=disk/${ledger} lock --scan data`);
    expect([exit, JSON.parse(out).member_count]).toEqual([0, 1]);
    expect(err).toMatch(/^lock: witness append warning: .*: Read-only file system\n$/);
  });

  it('can be scanned and verified', () => {
    const lines =
      'cp -r data disk/; mount -o remount,bind,ro disk; lock --scan disk/data --output d.lock && lock verify d.lock --root disk/data';
    expect(shMounted(folder, 'size=64k', lines)).toMatchObject({ exit: 0, err: '' });
  });
});

describe.skipIf(!isLinux)('a ledger that cannot be', () => {
  const places = {
    '/dev/null': 'not a regular file',
    '/dev/null/w': 'Not a directory',
    data: 'Is a directory',
    'data/a/w': 'Not a directory',
    pipe: 'not a regular file',
  };

  it.each(Object.entries(places))('at %s costs the record, not the result', (ledger, why) => {
    const { exit, out, err } = sh(folder, `[ -e pipe ] || mkfifo pipe; EPISTEMIC_WITNESS=${ledger} lock --scan data`);
    expect([exit, JSON.parse(out).member_count]).toEqual([0, 1]);
    expect(err).toMatch(
      new RegExp(`^(?:lock: warning: the witness ledger .* lies in data: .*\n)?lock: witness append warning: .*: ${why}\n$`),
    );
  });

  it('is refused when it is asked for', () => {
    for (const words of ['witness last', 'witness query', 'witness count']) {
      const { exit, out } = sh(folder, `EPISTEMIC_WITNESS=data lock ${words}`);
      expect([words, exit, JSON.parse(out).refusal.code]).toEqual([words, 2, 'E_IO']);
    }
  });

  it('in a folder that is not there yet is made, with its folder', () => {
    expect(
      sh(folder, 'EPISTEMIC_WITNESS=x/y/z/w lock --scan data > o && custody witness verify', { EPISTEMIC_WITNESS: 'x/y/z/w' }),
    ).toMatchObject({ exit: 0, err: '' });
  });
});
