/**
 * A published pack is reproduced byte for byte from its artifacts, and each broken sibling is judged as its name says. The pack belongs to
 * another project, is read where it lies beside this one, and is not there on every machine; the same is asked of a pack of our own
 * (vectors/pack), whose hashes were computed with sha256sum alone.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sealPack, verifyPack } from '../../src/index.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const vector = fileURLToPath(new URL('../vectors/pack', import.meta.url));
const published = fileURLToPath(new URL('../../../shared/fixtures/pack', import.meta.url));
const isThere = existsSync(published);

const OK = {
  manifest_parse: true,
  member_count: true,
  member_paths: true,
  extra_members: true,
  member_hashes: true,
  pack_id: true,
  schema_validation: 'pass',
};

/** By the name of the pack: the findings, and the checks that fail. */
const verdicts: Readonly<Record<string, readonly [findings: readonly object[], failed: object]>> = {
  valid: [[], {}],
  missing_member: [[{ code: 'MISSING_MEMBER', path: 'rvl.report.json' }], { member_hashes: false }],
  tampered_member: [
    [{ code: 'HASH_MISMATCH', path: 'rvl.report.json', expected: expect.any(String), actual: expect.any(String) }],
    { member_hashes: false },
  ],
  tampered_manifest: [[{ code: 'PACK_ID_MISMATCH', expected: expect.any(String), actual: expect.any(String) }], { pack_id: false }],
  extra_member: [[{ code: 'EXTRA_MEMBER', path: 'undeclared.txt' }], { extra_members: false }],
};

function expectVerdict(name: string, folder: string): void {
  const [findings, failed] = verdicts[name] as (typeof verdicts)[string];
  const outcome = findings.length === 0 ? 'OK' : 'INVALID';
  const report = { version: 'pack.verify.v0', outcome, checks: { ...OK, ...failed }, invalid: findings, refusal: null };
  expect(verifyPack(folder)).toEqual({ ...report, pack_id: statedId(folder) });
}

function statedId(folder: string): string {
  return /"pack_id":"([^"]*)"/.exec(readFileSync(join(folder, 'manifest.json'), 'utf8'))?.[1] as string;
}

/** Seals what lies in a folder, each entry as its own artifact. */
function sealAll(folder: string, output: string, settings: { note: string; created: string; toolVersion: string }): string {
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json');
  return sealPack(
    names.reverse().map((name) => join(folder, name)),
    { output, ...settings },
  ).packId;
}

describe.skipIf(!isThere)(`the published pack${isThere ? '' : ' (skipped: ../shared/fixtures/pack is not on this machine)'}`, () => {
  const scratch = scratchFolder('published-pack');

  test('is reproduced byte for byte from its artifacts', () => {
    const output = join(scratch, 'sealed');
    const settings = { note: 'fixture: valid evidence pack', created: '2026-02-25T23:55:46Z', toolVersion: '0.1.0' };
    expect(sealAll(join(published, 'artifacts'), output, settings)).toBe(
      'sha256:e78de23c97bc6b7637ee9196c77ad91f7fe0383c4753f95861cbfc9719e20875',
    );
    const manifest = readFileSync(join(output, 'manifest.json'));
    expect(manifest.length).toBe(1733);
    expect(manifest.equals(readFileSync(join(published, 'packs/valid/manifest.json')))).toBe(true);
    expect(spawnSync('diff', ['-r', output, join(published, 'packs/valid')], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  test.each(Object.keys(verdicts))('%s is judged as its name says', (name) => expectVerdict(name, join(published, 'packs', name)));
});

describe('the pack of vectors/', () => {
  const scratch = scratchFolder('vector-pack');
  const packId = 'sha256:4013d3da88cb489bf3f62ee97fcb5758360a038970c66c2871037c0107d9cfb5';

  const damages: Readonly<Record<string, (folder: string) => void>> = {
    valid: () => {},
    missing_member: (folder) => rmSync(join(folder, 'rvl.report.json')),
    tampered_member: (folder) => appendFileSync(join(folder, 'rvl.report.json'), ' '),
    tampered_manifest(folder) {
      const path = join(folder, 'manifest.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('vector:', 'changed later:'));
    },
    extra_member: (folder) => writeFileSync(join(folder, 'undeclared.txt'), ''),
  };

  test('holds by sha256sum alone', () => {
    const check = fileURLToPath(new URL('../vectors/check-pack.sh', import.meta.url));
    expect(spawnSync(check, [vector], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: `pack_id ${packId}\n12 members\n` });
  });

  test('is reproduced byte for byte from its members', () => {
    const output = join(scratch, 'sealed');
    const settings = { note: 'vector: a \\ and a " and a →', created: '2026-03-01T00:00:00Z', toolVersion: '0.0.9-vector+1' };
    expect(sealAll(vector, output, settings)).toBe(packId);
    expect(spawnSync('diff', ['-r', output, vector], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
  });

  test.each(Object.entries(damages))('%s is judged as its name says', (name, damage) => {
    const folder = join(scratch, name);
    cpSync(vector, folder, { recursive: true });
    damage(folder);
    expectVerdict(name, folder);
  });
});
