/** P2: a member or folder that may not be read is a refusal: nothing that was not read may look verified. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder, sh } from '../program.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);

beforeEach(() => {
  sh(folder, 'chmod -R u+rwX in evidence; rm -rf in evidence never; mkdir -p in/sub shut');
  for (const name of ['in/a.txt', 'in/sub/b.json']) fs.writeFileSync(at(name), '{"version":"rvl.v0"}');
  expect(sh(folder, 'pack seal in --output evidence').exit).toBe(0);
});

interface Refused {
  readonly outcome: string;
  readonly pack_id?: string | null;
  readonly refusal: { readonly code: string; readonly detail: { readonly path: string; readonly error: string } };
}

function refused(line: string): Refused {
  const { exit, out, err } = sh(folder, `${unprivileged} ${line}`);
  expect([exit, err]).toEqual([2, '']);
  return JSON.parse(out) as Refused;
}

const denied = (path: string) => ({ code: 'E_IO', detail: { path, error: 'Permission denied' } });

describe.skipIf(unprivileged === null)(`what may not be read${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`, () => {
  const places: readonly (readonly [string, number, string])[] = [
    ['the manifest', 0o000, 'evidence/manifest.json'],
    ['a member', 0o000, 'evidence/in/a.txt'],
    ['a member that a schema applies to', 0o000, 'evidence/in/sub/b.json'],
    ['a folder of members', 0o000, 'evidence/in/sub'],
    ['a folder that may be listed, not entered', 0o444, 'evidence/in/sub'],
    ['a folder that may be entered, not listed', 0o311, 'evidence/in/sub'],
  ];

  it.each(places)('%s: pack verify refuses with E_IO', (_, mode, path) => {
    fs.chmodSync(at(path), mode);
    for (const flags of ['--json', '--json --deep', '--json --jobs 1', '']) {
      const { outcome, refusal } = refused(`pack verify evidence ${flags}`);
      expect([outcome, refusal.code, refusal.detail.error]).toEqual(['REFUSAL', 'E_IO', 'Permission denied']);
      expect(refusal.detail.path.startsWith(path) || path.startsWith(refusal.detail.path)).toBe(true);
    }
  });

  it('an extra folder that may hide anything: pack verify refuses with E_IO', () => {
    fs.mkdirSync(at('evidence/hidden'), { mode: 0o000 });
    expect(refused('pack verify evidence --json').refusal).toMatchObject({ code: 'E_IO', detail: { error: 'Permission denied' } });
  });

  it('beside other findings: still a refusal, for the rest was not judged', () => {
    fs.writeFileSync(at('evidence/extra'), '');
    fs.chmodSync(at('evidence/in/a.txt'), 0o000);
    const report = refused('pack verify evidence --json');
    expect(report).toMatchObject({ version: 'pack.verify.v0', outcome: 'REFUSAL', pack_id: expect.stringMatching(/^sha256:/) });
  });

  it.each(['in/a.txt', 'in/sub'])('%s: pack seal refuses with E_IO and leaves nothing', (path) => {
    fs.chmodSync(at(path), 0o000);
    expect(refused('pack seal in --output never').refusal).toMatchObject(denied(path));
    expect(fs.existsSync(at('never'))).toBe(false);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.custody-staging'))).toEqual([]);
  });

  it('a target where nothing may be written: pack seal refuses with E_IO', () => {
    fs.chmodSync(at('shut'), 0o555);
    expect(refused('pack seal in --output shut/evidence').refusal).toMatchObject({ code: 'E_IO', detail: { error: 'Permission denied' } });
    expect(fs.readdirSync(at('shut'))).toEqual([]);
  });
});
