/** C6 and C9 on disks that are full: a file is whole or absent, and whoever waits for output is told. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { some } from '../helpers/trials.ts';
import { canMount, shMounted, whyNoMounts } from './own-mounts.ts';
import { isLinux, scratchFolder, sh } from './program.ts';

const folder = scratchFolder();

beforeAll(() => {
  for (const name of ['few', 'many']) fs.mkdirSync(join(folder, name));
  fs.writeFileSync(join(folder, 'few/a'), 'a');
  for (let i = 0; i < 1000; i++) fs.writeFileSync(join(folder, 'many', `${i}`), '');
  sh(folder, 'lock --scan few --output few.lock; lock --scan many --output many.lock; vacuum few | hashbytes > few.jsonl');
});

const refusal = (path: string, error = 'No space left on device') => ({ code: 'E_IO', detail: { path, error } });

describe.skipIf(!canMount)(`a full disk at --output${whyNoMounts}`, () => {
  const outputs = {
    'lock --scan': 'lock --scan many',
    lock: 'vacuum many | hashbytes | lock',
    'lock verify': 'mkdir -p none; lock verify many.lock --root none --json',
    'lock diff': 'lock diff few.lock many.lock --json',
  };

  it.each(Object.entries(outputs))('leaves no file of %s, and no staging', (_, line) => {
    const { exit, out } = shMounted(folder, 'size=32k', `${line} --output disk/f; code=$?; echo; ls -A disk; exit $code`);
    const [envelope = '', ...left] = out.trim().split('\n');
    expect([exit, left]).toEqual([2, []]);
    expect(JSON.parse(envelope).refusal).toMatchObject(refusal('disk/f'));
  });

  it.each([
    ['lock --scan --shard', 'lock --scan many --shard 0/1 --created 2026-01-15T10:30:00Z'],
    ['lock merge', 'lock --scan many --shard 0/1 --created 2026-01-15T10:30:00Z --output p; lock merge p'],
  ])('tells an array job that %s may be tried again, and leaves nothing', (_, line) => {
    const { exit, out } = shMounted(folder, 'size=32k', `${line} --output disk/f; code=$?; echo; ls -A disk; exit $code`);
    const [envelope = '', ...left] = out.trim().split('\n');
    expect([exit, left]).toEqual([75, []]);
    expect(JSON.parse(envelope).refusal).toMatchObject(refusal('disk/f'));
  });

  it('leaves the old file untouched', () => {
    const { exit, out } = shMounted(
      folder,
      'size=32k',
      'cp few.lock disk/f; lock --scan many --output disk/f --force; code=$?; cmp disk/f few.lock && ls -A disk; exit $code',
    );
    expect([exit, out.endsWith('}f\n')]).toEqual([2, true]);
  });

  it('that has room for bytes but for no more files is told likewise', () => {
    const { exit, out } = shMounted(
      folder,
      'nr_inodes=2',
      'cp few.lock disk/f; lock --scan many --output disk/f --force; code=$?; echo; cmp disk/f few.lock && ls -A disk; exit $code',
    );
    const [envelope = '', ...left] = out.trim().split('\n');
    expect([exit, left]).toEqual([2, ['f']]);
    expect(JSON.parse(envelope).refusal).toMatchObject(refusal('disk/f'));
  });
});

describe.skipIf(!canMount)(`a full disk under the ledger${whyNoMounts}`, () => {
  it('changes no outcome, warns, and leaves a ledger of whole lines', () => {
    const once = 'EPISTEMIC_WITNESS=disk/w lock --scan few --output o.lock; echo $?';
    const { out, err } = shMounted(
      folder,
      'size=4k',
      `for i in {1..12}; do ${once}; done; EPISTEMIC_WITNESS=disk/w custody witness verify; echo verified: $?`,
    );
    const lines = out.split('\n');
    expect(lines.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => '0'));
    expect(out).toContain('verified: 0');
    const warnings = err.trim().split('\n');
    expect(warnings.length).toBeGreaterThan(3);
    for (const warning of warnings) expect(warning).toMatch(/^lock: witness append warning: cannot append to the witness ledger \S+: /);
  });

  it('keeps the witness of a refusal from hiding the refusal', () => {
    const { exit, out } = shMounted(folder, 'size=4k', 'head -c 4096 /dev/zero > disk/w; EPISTEMIC_WITNESS=disk/w lock --scan nowhere');
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_ROOT_NOT_FOUND']);
  });
});

describe.skipIf(!isLinux)('standard output that takes nothing', () => {
  const lines = [
    'lock --scan few',
    'lock < few.jsonl',
    'lock verify few.lock',
    'lock verify few.lock --root few --json',
    'lock diff few.lock few.lock',
    'lock --scan nowhere',
    'vacuum few',
    'hashbytes few.jsonl',
    'custody witness last',
    'custody witness query --json',
    'custody doctor',
    'lock --describe',
    'vacuum --schema',
    'vacuum --help',
  ];

  it.each(some(lines, 2))('%s: is told on standard error, exit 2', (line) => {
    const { exit, err } = sh(folder, `${line} > /dev/full`);
    expect([exit, err]).toEqual([
      2,
      expect.stringMatching(/^\w+: cannot write standard output: No space left on device(; the run itself ended with [A-Z_]+)?\n$/),
    ]);
  });

  it.each([
    ['pack seal few --output p1', 'PACK_CREATED', 'pack: created p1  sha256:'],
    ['pack seal few --output p2 --json', 'PACK_CREATED', 'pack: created p2  sha256:'],
    ['pack export p1 --archive p1.tar', 'PUBLISHED', 'pack: published p1.tar  sha256:'],
    ['lock verify few.lock --root few', 'VERIFY_OK', ''],
    ['custody chain keygen --user-space us', 'CHAIN_OK', 'chain: created '],
    ['lock --scan nowhere', 'REFUSAL', ''],
  ])('%s: what was done is recorded as done, and the message says what there is', (line, outcome, said) => {
    const { exit, err, made } = sh(folder, `rm -f w; EPISTEMIC_WITNESS=w ${line} > /dev/full`);
    const records = JSON.parse(sh(folder, 'custody witness query --json', { EPISTEMIC_WITNESS: join(folder, 'w') }).out);
    expect([exit, made.startsWith(said), err.endsWith(`; the run itself ended with ${outcome}\n`)]).toEqual([2, true, true]);
    expect(records).toMatchObject([{ outcome }]);
  });

  it('leaves a record that says REFUSAL where the lockfile itself is lost', () => {
    sh(folder, 'lock --scan few > /dev/full');
    expect(JSON.parse(sh(folder, 'lock witness last --json').out)).toMatchObject({ outcome: 'REFUSAL', exit_code: 2 });
  });
});
