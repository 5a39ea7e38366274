import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { makeBundle } from '../../tests/replay/bundle.ts';
import { replayBundle, verifyAllReplays, verifyReplay } from './replay.ts';

const cwd = scratchFolder('replay-library');
const HASH = 'CEED6850EF783B9B34ABAAE86125B6180DC7D078E114C5309C4E042060BB7EDD';
const demo = (expected: string) => ({
  'snapshot.json': `{"ref":"demo","expected_hash_v1":"${expected}","state":{"hello":"world","n":1}}`,
  'claims/claim1.json': '{"claim_id":"claim1","subject":"demo","assertion":"example"}',
});
const bundle = 'data/snapshots/demo';
const make = (expected: string): void => makeBundle(join(cwd, bundle), demo(expected));

it('verifyReplay() gives the same verdict for files in memory and for a folder', () => {
  make(HASH);
  const onDisk = verifyReplay({ bundle, cwd });
  const inMemory = verifyReplay({ files: demo(HASH), ref: 'demo' });
  expect([onDisk.outcome, onDisk.result.got, onDisk.result.profile]).toEqual(['REPLAY_OK', HASH, 'embedded']);
  expect(inMemory).toEqual({
    outcome: 'REPLAY_OK',
    result: { ...onDisk.result, trace: ['demo/snapshot.json', 'demo/claims/claim1.json', 'used:demo'] },
  });
  expect(verifyReplay({ ref: 'demo', cwd }).result.trace).toHaveLength(5);
});

it('verifyReplay() returns faults of a bundle, and throws only for faults of the call', () => {
  expect(verifyReplay({ bundle: 'none', cwd })).toMatchObject({ outcome: 'REPLAY_INVALID', result: { ok: false } });
  expect(verifyReplay({ files: {} })).toMatchObject({
    outcome: 'REPLAY_INVALID',
    result: { message: 'read snapshot.json: No such file or directory' },
  });
  expect(verifyReplay({ files: demo(HASH), ref: '../x' })).toMatchObject({ outcome: 'REPLAY_INVALID', result: { got: '', trace: [] } });
  const none = 'No such file or directory';
  for (const path of ['', 'a\0b']) {
    expect(verifyReplay({ bundle: path, cwd }).result.message).toContain(`stat ${path}: ${none}`);
    expect(verifyReplay({ files: demo(HASH), against: path }).result.message).toBe(`read --against ${path}: ${none}`);
    expect(verifyAllReplays(path, { cwd }).errors).toEqual([`read dir ${path}: ${none}`]);
  }
  expect(verifyReplay({ ref: 'x', data: '\0', fixtureRoot: '\0', cwd }).result.message).toContain(none);
  expect(() => verifyReplay({})).toThrow('expected a ref or a bundle, found neither');
  expect(() => verifyReplay({ files: {}, writeExpected: true })).toThrow('writeExpected needs a bundle on disk, found files');
  expect(() => verifyReplay({ bundle, cwd, profile: 'go' as 'auto' })).toThrow("profile is auto, embedded or go-bytes; found 'go'");
});

it('verifyReplay() writes, and reports where a bundle differs', () => {
  make('');
  expect(verifyReplay({ bundle, cwd, writeExpected: true, sync: false })).toMatchObject({
    outcome: 'REPLAY_MISMATCH',
    result: { wrote_expected: true },
  });
  expect(readFileSync(join(cwd, bundle, 'snapshot.json'), 'utf8')).toBe(demo(HASH)['snapshot.json']);
  const changed = { ...demo(HASH), 'claims/claim1.json': '{"claim_id":"claim1","subject":"demo"}' };
  expect(verifyReplay({ files: changed, against: bundle, cwd }).result.differences).toEqual([
    { file: 'claims/claim1.json', pointer: '/assertion', kind: 'removed' },
  ]);
  expect(verifyReplay({ files: changed, against: 'none', cwd }).result.message).toBe('read --against none: No such file or directory');
});

it('replayBundle() gives the state without a hash, or the reason why there is none', () => {
  const replayed = replayBundle({ files: demo(HASH), ref: 'demo' });
  expect(JSON.stringify(replayed)).toBe(
    '{"outcome":"REPLAY_OK","state":{"snapshot":{"ref":"demo","state":{"hello":"world","n":1}},"units":[],"versions":[],"claims":[{"claim_id":"claim1","subject":"demo","assertion":"example"}],"meaning":[],"uncertainty":[],"trace":["demo/snapshot.json","demo/claims/claim1.json","used:demo"]}}',
  );
  expect(replayBundle({ files: { ...demo(HASH), 'claims/b.json': 'x' } })).toMatchObject({
    outcome: 'REPLAY_INVALID',
    result: { errors: [expect.stringMatching(/^decode claims\/b\.json: /)] },
  });
  expect(replayBundle({ ref: 'none', cwd })).toMatchObject({ outcome: 'REPLAY_INVALID' });
});

it('verifyAllReplays() judges every bundle below a folder', () => {
  make(HASH);
  makeBundle(join(cwd, 'data/snapshots/other'), demo('0'.repeat(64)));
  const { outcome, results, counts, errors } = verifyAllReplays('data', { cwd });
  expect([outcome, results.map(({ ref, ok }) => [ref, ok]), errors]).toEqual([
    'REPLAY_MISMATCH',
    [
      ['demo', true],
      ['other', false],
    ],
    [],
  ]);
  expect(counts).toEqual({ bundles: 2, ok: 1, mismatch: 1, write_blocked: 0, invalid: 0, failed: 0 });
});
