/** C7: what may not be read is said to be so, and nothing of it looks verified. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder, sh } from './program.ts';
import { unprivileged, whyPrivileged } from './unprivileged.ts';

const folder = scratchFolder();
const closed = ['data/no-read', 'data/no-search', 'data/nothing', 'data/secret'];

beforeAll(() => {
  for (const name of ['data/no-read', 'data/no-search', 'data/nothing']) {
    fs.mkdirSync(join(folder, name), { recursive: true });
    fs.writeFileSync(join(folder, name, 'inside'), name);
  }
  for (const name of ['data/open', 'data/secret']) fs.writeFileSync(join(folder, name), name);
  sh(folder, 'lock --scan data --output all.lock');
  fs.chmodSync(join(folder, 'data/no-read'), 0o311);
  fs.chmodSync(join(folder, 'data/no-search'), 0o644);
  fs.chmodSync(join(folder, 'data/nothing'), 0o000);
  fs.chmodSync(join(folder, 'data/secret'), 0o000);
});
afterAll(() => closed.forEach((name) => fs.chmodSync(join(folder, name), 0o755)));

describe.skipIf(unprivileged === null)(`what may not be read${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`, () => {
  const lines = { 'lock --scan': 'lock --scan data', 'the pipeline': 'vacuum data | hashbytes | lock' };

  it.each(Object.entries(lines))('is skipped by %s, each once', (_, line) => {
    const { exit, out } = sh(folder, `exec 2> /dev/null; ${unprivileged} bash -c '${line}'`);
    const lock = JSON.parse(out);
    expect(exit).toBe(1);
    expect(lock.members.map(({ path }: { path: string }) => path)).toEqual(['open']);
    expect(lock.skipped.map(({ path }: { path: string }) => path)).toEqual(['no-read', 'no-search/inside', 'nothing', 'secret']);
    for (const { warnings } of lock.skipped) {
      expect(warnings).toMatchObject([{ code: 'E_IO', detail: { error: expect.stringMatching(/Permission denied$/) } }]);
    }
  });

  it('is an IO_ERROR to lock verify, never OK and never MISSING', () => {
    const { exit, out } = sh(folder, `${unprivileged} lock verify all.lock --root data --json`);
    expect(exit).toBe(1);
    const { outcome, members } = JSON.parse(out);
    expect(outcome).toBe('VERIFY_PARTIAL');
    expect(members).toMatchObject({ checked: 5, verified: 2, failed: 0, skipped: 3, failures: [] });
    const skip = (path: string) => ({ path, reason: 'IO_ERROR', detail: 'Permission denied' });
    expect(members.skips).toEqual(['no-search/inside', 'nothing/inside', 'secret'].map(skip));
  });

  it('is a failure to lock verify --strict', () => {
    const { exit, out } = sh(folder, `${unprivileged} lock verify all.lock --root data --strict --json`);
    expect([exit, JSON.parse(out).outcome]).toEqual([1, 'VERIFY_FAILED']);
  });

  it('cannot hide extra files from lock verify --closed', () => {
    const { exit, out } = sh(folder, `${unprivileged} lock verify all.lock --root data --closed --json`);
    const { outcome, members } = JSON.parse(out);
    expect([exit, outcome]).toEqual([1, 'VERIFY_PARTIAL']);
    expect(members).toMatchObject({ checked: 7, verified: 2, failed: 0, skipped: 5 });
    expect(members.skips.map(({ path }: { path: string }) => path)).toEqual([
      'no-read',
      'no-search/inside',
      'nothing',
      'nothing/inside',
      'secret',
    ]);
  });

  it('as a root is refused', () => {
    expect(sh(folder, `${unprivileged} lock --scan data/nothing`)).toMatchObject({
      exit: 2,
      out: expect.stringContaining('E_ROOT_PERMISSION'),
    });
    expect(sh(folder, `${unprivileged} vacuum data data/nothing`)).toMatchObject({
      exit: 2,
      out: expect.stringContaining('E_ROOT_PERMISSION'),
    });
  });

  it('as a lockfile or as records is refused', () => {
    for (const line of ['lock verify data/secret', 'lock data/secret', 'hashbytes data/secret', 'lock diff all.lock data/secret']) {
      const { exit, out } = sh(folder, `${unprivileged} ${line} --no-witness`);
      expect([line, exit, JSON.parse(out).refusal.code]).toEqual([line, 2, 'E_IO']);
      expect(out).toContain('Permission denied');
    }
  });
});
