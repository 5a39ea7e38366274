import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { exportPack, importPack, sealPack, verifyPack } from './pack.ts';
import { listPacks, pullPack, pushPack } from './store.ts';

const scratch = scratchFolder('library-pack');
const at = (path: string): string => join(scratch, path);
let packId = '';
const fast = { sync: false };

/** A worker cannot change its working folder, so `process.cwd` is replaced. */
const workIn = (folder: string): void => void vi.spyOn(process, 'cwd').mockReturnValue(folder);

beforeAll(() => {
  for (const folder of ['in', 'empty']) mkdirSync(at(folder));
  writeFileSync(at('in/a'), 'a'.repeat(5000));
  packId = sealPack([at('in')], { output: at('evidence'), ...fast }).packId;
});
beforeEach(() => workIn(scratch));
afterEach(() => void vi.restoreAllMocks());

const store = `file:${at('store')}`;

test('no path is not a pack, even where the current folder is one', async () => {
  workIn(at('evidence'));
  await expect(pushPack('', { store })).toRefuse('E_BAD_PACK');
  expect(() => exportPack('', at('never.tar'))).toRefuse('E_BAD_PACK');
  expect(() => verifyPack('')).toRefuse('E_BAD_PACK');
});

test('no path is not a target, even where the current folder is empty', async () => {
  await pushPack('evidence', { store, ...fast });
  exportPack('evidence', 'evidence.tar', fast);
  workIn(at('empty'));
  for (const output of ['', '.']) {
    await expect(pullPack(packId, { store, output })).toRefuse('E_IO');
    expect(() => importPack('../evidence.tar', { output })).toRefuse('E_IO');
    expect(() => sealPack(['../in'], { output })).toRefuse('E_IO');
  }
  expect(readdirSync(at('empty'))).toEqual([]);
});

const named = { store: "it's" };
test.each([
  ['pushPack()', () => pushPack('my evidence', named), `pack push 'my evidence' --store 'file:it'"'"'s'`],
  ['pullPack()', () => pullPack(packId, { ...named, output: '-x' }), () => `pack pull ${packId} --out ./-x --store 'file:it'"'"'s'`],
  ['listPacks()', () => listPacks(named), `pack list --store 'file:it'"'"'s'`],
])('%s of a store without a scheme names the command that would do the same', async (_, act, nextCommand) => {
  const expected = typeof nextCommand === 'string' ? nextCommand : nextCommand();
  await expect(act()).rejects.toEqual(expect.objectContaining({ nextCommand: expected }));
});

test('verifyPack() unpacks no more of an archive than it may', () => {
  exportPack('evidence', 'limited.tar', fast);
  expect(verifyPack('limited.tar', { maxSize: 100_000 }).outcome).toBe('OK');
  expect(() => verifyPack('limited.tar', { maxSize: 1000 })).toRefuse('E_BAD_PACK');
});

test('pullPack() requires a pack_id', async () => {
  await expect(pullPack('sha256:00', { store })).rejects.toThrow(RangeError);
});
