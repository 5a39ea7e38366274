/** What lies inside packs, in a folder and in an archive of it: a lock that was sealed is listed and searched by the bytes that the manifest names. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-packs');
const paths = (rows: readonly { readonly path: string }[]): readonly string[] => rows.map(({ path }) => path).sort();

async function evidence(name: string): Promise<string> {
  const folder = join(scratch, name);
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/loans.csv'), 'id\n1\n');
  const at = '--created 2026-01-15T10:30:00Z --no-witness';
  const lines = [
    `lock --scan data -o jan.lock.json ${at}`,
    `pack seal jan.lock.json --output pack ${at}`,
    'pack export pack --output pack.tar --no-witness',
  ];
  expect((await runInProcess(folder, lines.join('; '))).exit).toBe(0);
  rmSync(join(folder, 'jan.lock.json'));
  return folder;
}

it('lists and searches a lock inside a pack', async () => {
  const server = await serving(await evidence('whole'));
  const { entries, passed_over: passedOver } = await server.json('/api/evidence');
  expect([paths(entries), passedOver]).toEqual([['pack', 'pack.tar', 'pack/jan.lock.json'], []]);
  const lock = entries.find(({ path }: { path: string }) => path === 'pack/jan.lock.json');
  expect(lock).toMatchObject({ kind: 'lock', within: 'pack', members: 1 });
  const found = await server.json('/api/search?text=loans');
  expect(JSON.stringify(found)).toContain('pack/jan.lock.json');
  expect(await server.json('/api/diff?old=pack&new=pack.tar')).toMatchObject({ version: 'pack.diff.v0', outcome: 'NO_CHANGES' });
});

it('does not list a lock inside a pack whose bytes are not those that the manifest names, and says so', async () => {
  const folder = await evidence('changed');
  writeFileSync(join(folder, 'pack/jan.lock.json'), '{}');
  const { entries, not_read: notRead } = await (await serving(folder)).json('/api/evidence');
  expect(paths(entries)).toEqual(['pack', 'pack.tar']);
  expect(notRead).toEqual([{ path: 'pack/jan.lock.json', reason: 'its bytes are not those that the manifest names' }]);
});
