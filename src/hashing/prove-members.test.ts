import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Found } from '#core/found';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { CHANGED_DURING_READ } from './hash-file.ts';
import { type HashPool, withHashPool } from './pool.ts';
import { listedFile, type ProvenRead, proveMembers } from './prove-members.ts';

const scratch = scratchFolder('prove-members');
const RIGHT = createHash('sha256').update('right').digest('hex');

/** Proves one file that should contain `right`, and copies it to `to`. `onHash` runs after each hash, before it is judged. */
function prove(path: string, to: string, onHash: () => void = () => {}): { found: Found; read: ProvenRead | null } | undefined {
  const items = [{ item: 0, question: listedFile(path, { algorithm: 'sha256', copy: { to, alsoBlake3: false }, version: undefined }) }];
  let result: { found: Found; read: ProvenRead | null } | undefined;
  withHashPool({ threads: 1 }, (pool) =>
    proveMembers<number>(pool, {
      next: () => items.shift(),
      isExpected(_, hex) {
        onHash();
        return hex === RIGHT;
      },
      changed: 'changed',
      deliver(_, found, read) {
        result = { found, read: read === null ? null : { ...read } };
      },
    }),
  );
  return result;
}

test('proveMembers() reports a copy that was made by the read that proved the file', () => {
  const [path, to] = [join(scratch, 'sound'), join(scratch, 'sound.copy')];
  writeFileSync(path, 'right');
  const result = prove(path, to);
  expect(result?.found).toEqual({ kind: 'proven', size: 5 });
  expect(result?.read?.copied).toBeDefined();
  expect(readFileSync(to, 'utf8')).toBe('right');
});

test('proveMembers() reports no copy if a file becomes right only after it was copied', () => {
  const [path, to] = [join(scratch, 'late'), join(scratch, 'late.copy')];
  writeFileSync(path, 'wrong');
  const result = prove(path, to, () => writeFileSync(path, 'right'));
  expect(result).toEqual({ found: { kind: 'proven', size: 5 }, read: null });
  expect(readFileSync(to, 'utf8')).toBe('wrong');
});

test('proveMembers() does not read a file again that changed while it was read, though it is right by now', () => {
  const path = join(scratch, 'changing');
  writeFileSync(path, 'right');
  const question = listedFile(path, { algorithm: 'sha256', copy: undefined, version: undefined });
  const pool: Pick<HashPool, 'hash'> = {
    hash: (next, deliver) => deliver(next()?.item as never, { status: CHANGED_DURING_READ, size: 5, errno: 0, hex: '' }, () => question),
  };
  const found: Found[] = [];
  proveMembers(pool as HashPool, {
    next: () => ({ item: 0, question }),
    isExpected: (_, hex) => hex === RIGHT,
    changed: 'changed',
    deliver: (_, each) => found.push(each),
  });
  expect(found).toEqual([{ kind: 'unreadable', error: 'changed' }]);
});
