import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openVerifyPool } from './verify-pool.ts';

const folder = scratchFolder('verify-pool');

test('openVerifyPool() confines to the real path of the root', () => {
  symlinkSync('.', join(folder, 'link'));
  const pool = openVerifyPool({ root: join(folder, 'link'), confined: true, lockfile: new Uint8Array(0) });
  expect(pool.confine).toBe(folder);
  pool.close();
});

test('openVerifyPool() confines also where the root has no real path', () => {
  const root = join(folder, 'nowhere');
  const pool = openVerifyPool({ root, confined: true, lockfile: new Uint8Array(0) });
  expect(pool.confine).toBe(root);
  pool.close();
});

test('openVerifyPool() leaves a lockfile that cannot be asked for its size to whoever reads it', () => {
  symlinkSync('loop', join(folder, 'loop'));
  const pool = openVerifyPool({ root: folder, confined: false, lockfile: join(folder, 'loop') });
  expect(pool.confine).toBeNull();
  pool.close();
});
