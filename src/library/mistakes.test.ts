import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder, lockRecords, verifyLock } from './lock.ts';
import { hash, vacuum } from './stream.ts';
import { appendWitness, type WitnessEntry } from './witness.ts';

const place = mkdtempSync(join(tmpdir(), 'library-mistakes-'));
beforeAll(() => writeFileSync(join(place, 'a.csv'), 'a\n'));
afterAll(() => rmSync(place, { recursive: true }));

const md5 = { algorithm: 'md5' as 'sha256' };

test.each([join(place, 'missing', 'x.lock.json'), place])('SealedLock.write() refuses %s', (path) => {
  const records = [{ version: 'hash.v0', relative_path: 'a', size: 1, bytes_hash: 'sha256:00' }];
  expect(() => lockRecords(records).write(path)).toRefuse('E_IO');
});

test('lockFolder() refuses an algorithm it does not know', () =>
  expect(() => lockFolder(place, md5)).toRefuse('E_BAD_INPUT', { algorithm: 'md5' }));

test('hash() refuses an algorithm it does not know', () =>
  expect(() => hash(vacuum(place), md5)).toRefuse('E_BAD_INPUT', { algorithm: 'md5' }));

test.each([{ closed: true }, { confined: true }, { only: ['*.csv'] }])('verifyLock() wants a root with %j', (settings) => {
  const lock = lockFolder(place).bytes();
  expect(() => verifyLock(lock, settings)).toThrow(RangeError);
  expect(verifyLock(lock, { ...settings, root: place }).outcome).toBe('VERIFY_OK');
});

const entry: WitnessEntry = {
  tool: 'nightly',
  inputs: [],
  params: {},
  output_hash: `blake3:${'0'.repeat(64)}`,
  outcome: 'DONE',
  exit_code: 0,
};

test.each([{ tool: 5 as unknown as string }, { exit_code: -1 }, { output_hash: 'none' }, { ts: 'today' }])(
  'appendWitness() never breaks a ledger: %j',
  (wrong) => {
    const ledger = join(place, 'refused.jsonl');
    expect(() => appendWitness({ ...entry, ...wrong }, { ledger })).toThrow(RangeError);
    expect(existsSync(ledger)).toBe(false);
  },
);

test('appendWitness() appends a valid record', () => {
  const ledger = join(place, 'kept.jsonl');
  appendWitness(entry, { ledger });
  expect(existsSync(ledger)).toBe(true);
});
