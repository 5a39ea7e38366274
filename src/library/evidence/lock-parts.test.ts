import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { lockFolder } from '../lock.ts';
import { lockFolderShard, mergeLockParts, planScan } from './lock-parts.ts';

const scratch = scratchFolder('lock-parts');
const at = (name: string): string => join(scratch, name);
const data = at('data');
mkdirSync(join(data, 'sub'), { recursive: true });
for (const name of ['a', 'b', 'sub/c', 'sub/d', 'z']) writeFileSync(join(data, name), name);
const created = '2026-01-15T10:30:00Z';
const whole = lockFolder(data, { created });
whole.write(at('whole.json'));
const lists = { sync: false };

test.each([undefined, 'plan.json'])('the parts of lockFolderShard() give mergeLockParts() the lock of the whole, with plan %s', (name) => {
  planScan(at('whole.json'), 3).write(at('plan.json'), lists);
  const plan = name === undefined ? {} : { plan: at(name) };
  const parts = [0, 1, 2].map((index) => {
    const part = lockFolderShard(data, { created, shard: { index, count: 3 }, ...plan });
    part.write(at(`${name}-${index}`), lists);
    return at(`${name}-${index}`);
  });
  const output = at(`${name}.merged`);
  const merged = mergeLockParts(parts, output, lists);
  expect(merged).toEqual({ outcome: 'LOCK_CREATED', lockHash: whole.lockHash, memberCount: 5, skippedCount: 0 });
  expect(readFileSync(output).equals(whole.bytes())).toBe(true);
  expect(() => mergeLockParts(parts.slice(1), output)).toRefuse('E_PARTS_MISSING');
  expect(() => mergeLockParts(parts, at('data/a'))).toRefuse('E_EXISTS');
  expect(() => mergeLockParts(parts, parts[0] as string, { force: true })).toThrow(RangeError);
});

test('lockFolderShard() refuses a place in the folder, a part of another scan, and a plan that does not fit', () => {
  const part = lockFolderShard(data, { created, shard: { index: 0, count: 2 } });
  expect(() => part.write(join(data, 'part'))).toRefuse('E_OUTPUT_IN_ROOT');
  expect(() => part.write(at('whole.json'))).toRefuse('E_EXISTS');
  planScan(at('whole.json'), 3).write(at('plan.json'), lists);
  const shard = { index: 0, count: 2 };
  expect(() => lockFolderShard(data, { created, shard, plan: at('plan.json') })).toRefuse('E_BAD_PLAN');
  expect(() => lockFolderShard(data, { created, shard, plan: at('none') })).toRefuse('E_IO');
  expect(() => lockFolderShard(data, { created, shard: { index: 2, count: 2 } })).toThrow(RangeError);
});

test('planScan() refuses what it cannot read, and replaces no other file', () => {
  expect(() => planScan(at('none'), 2)).toRefuse('E_IO');
  expect(() => planScan(at('whole.json'), 0)).toThrow(RangeError);
  expect(() => planScan(at('whole.json'), 2).write(at('whole.json'))).toRefuse('E_EXISTS');
});
