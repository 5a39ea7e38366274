import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { lockFolder, lockRecords, verifyLock } from '../lock.ts';
import { hash, vacuum } from '../stream.ts';

const scratch = scratchFolder('lock-write');

it('write() replaces the same lock, and nothing else without force', () => {
  const [data, out] = [join(scratch, 'data'), join(scratch, 'd.lock.json')];
  mkdirSync(data);
  writeFileSync(join(data, 'a'), '1');
  lockFolder(data).write(out, { sync: false });
  lockFolder(data, { created: '2030-01-01T00:00:00Z' }).write(out, { sync: false });
  const kept = readFileSync(out, 'utf8');
  expect(kept).toContain('2030-01-01');
  appendFileSync(join(data, 'a'), '2');
  expect(() => lockFolder(data).write(out)).toRefuse('E_EXISTS');
  expect(readFileSync(out, 'utf8')).toBe(kept);
  lockFolder(data).write(out, { force: true, sync: false });
  expect(readFileSync(out, 'utf8')).not.toBe(kept);
});

it('write() never writes into the locked folder, nor over a file that it pins', () => {
  const data = join(scratch, 'pinned');
  mkdirSync(data);
  writeFileSync(join(data, 'a'), '1');
  symlinkSync(join(data, 'a'), join(scratch, 'way'));
  expect(() => lockFolder(data).write(join(data, 'x'), { force: true })).toThrow(/inside the scanned folder/);
  mkdirSync(join(scratch, 'outs'));
  symlinkSync(join(scratch, 'outs'), join(data, 'outs'));
  expect(() => lockFolder(data).write(join(scratch, 'outs/x'))).toThrow(/inside the scanned folder/);
  lockFolder(data, { exclude: ['x'] }).write(join(data, 'x'), { sync: false });
  expect(() => lockRecords(hash(vacuum(data))).write(join(scratch, 'way'), { force: true })).toThrow(/is the member a/);
  expect(readFileSync(join(data, 'a'), 'utf8')).toBe('1');
});

it('lockFolder() and verifyLock() take profile documents, and verifyLock() compares the tools', () => {
  const [data, profile] = [join(scratch, 'with-profile'), join(scratch, 'loans.yaml')];
  mkdirSync(data);
  writeFileSync(join(data, 'a'), '1');
  writeFileSync(profile, 'schema_version: 1\nprofile_id: loans.v1\n');
  const lock = lockFolder(data, { profiles: [profile, profile] }).bytes();
  expect(verifyLock(lock).profiles).toMatchObject({ verified: 0, not_checked: [{ reason: 'NO_FILE' }] });
  expect(verifyLock(lock, { profiles: [profile], tools: true, strict: true })).toMatchObject({
    outcome: 'VERIFY_OK',
    profiles: { checked: 1, verified: 1, not_checked: [] },
    tools: { checked: 3, same: 3, differences: [] },
  });
  appendFileSync(profile, 'more: 1\n');
  expect(verifyLock(lock, { profiles: [profile] })).toMatchObject({ outcome: 'VERIFY_FAILED', profiles: { failed: 1 } });
  expect(() => lockFolder(data, { profiles: [join(data, 'a')] })).toRefuse('E_BAD_PROFILE');
  expect(() => lockFolder(data, { profiles: [join(scratch, 'nowhere')] })).toRefuse('E_IO');
});
