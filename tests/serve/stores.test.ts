/** `custody serve` over a store: packs over time, with the locks in them, from a folder, an S3 server and a registry. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { noRegistry, startRegistry } from '../set-up/registry.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-stores');

interface StartedStore {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const STORES: readonly (readonly [string, string | undefined, () => Promise<StartedStore>])[] = [
  ['a folder', undefined, async () => ({ url: `file:${join(scratch, 'store')}`, env: {}, stop: async () => {} })],
  ['an S3 server', undefined, startStrictS3],
  ['a registry', noRegistry, async () => ({ env: {}, ...(await startRegistry()) })],
];

/** Two months: the second has another lock, another outcome of its report, and one file more. */
async function pushMonths(folder: string, store: string, env: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const [month, outcome] of [
    ['01', 'NO_REAL_CHANGE'],
    ['02', 'REAL_CHANGE'],
  ] as const) {
    writeFileSync(join(folder, 'data/loans.csv'), `id,amount\n1,${month}\n`);
    writeFileSync(join(folder, `data/${month}.txt`), `month ${month}\n`);
    writeFileSync(join(folder, 'rvl.report.json'), `{"version":"rvl.v0","outcome":"${outcome}"}`);
    const lines = [
      `lock --scan data --created 2026-${month}-15T10:30:00Z -o d.lock.json --force --no-witness`,
      `pack seal d.lock.json data rvl.report.json --created 2026-${month}-15T11:30:00Z --note "month ${month}" -o pack-${month} --no-witness`,
      `pack push pack-${month} --store ${store} --tag 2026-${month} --no-witness`,
    ];
    const { exit, err } = await runInProcess(folder, lines.join(' && '), { HOME: folder, ...env });
    expect([exit, err]).toEqual([0, expect.stringContaining(`pack: tag 2026-${month}: CREATED\n`)]);
  }
}

/** Copies of blobs go here, and are removed. */
const copies = join(scratch, 'copies');
mkdirSync(copies);
beforeEach(() => {
  vi.stubEnv('TMPDIR', copies);
  return () => void vi.unstubAllEnvs();
});

describe.each(STORES)('a store in %s', (name, absent, start) => {
  let store: StartedStore;
  const folder = join(scratch, name);
  beforeAll(async () => {
    if (absent !== undefined) return;
    store = await start();
    await pushMonths(folder, store.url, store.env);
  });
  afterAll(() => store?.stop());
  const open = () => serving(store.url, { env: { HOME: folder, ...store.env } });

  it.skipIf(absent !== undefined)('is listed by time, with tags, notes and the locks in its packs', async () => {
    const server = await open();
    const { entries, not_read: notRead, verified, served } = await server.json('/api/evidence');
    expect(entries).toMatchObject([
      { kind: 'pack', created: '2026-02-15T11:30:00Z', tags: ['2026-02'], note: 'month 02', members: 5, within: null },
      { kind: 'lock', created: '2026-02-15T10:30:00Z', members: 3, within: entries[0].path },
      { kind: 'pack', created: '2026-01-15T11:30:00Z', tags: ['2026-01'], note: 'month 01', members: 4 },
      { kind: 'lock', created: '2026-01-15T10:30:00Z', members: 2 },
    ]);
    expect([notRead, verified, served]).toEqual([[], false, store.url]);
    expect(entries[0].path).toBe(`${store.url}@${entries[0].id}`);
    const again = await server.json('/api/evidence?refresh=1');
    expect(again.entries).toEqual(entries);
    expect(server.errors).toEqual([]);
  });

  it.skipIf(absent !== undefined)('is searched by path, by digest and by tag', async () => {
    const server = await open();
    const byPath = await server.json('/api/search?text=loans.csv');
    expect(byPath.total).toBe(4);
    const { digest } = byPath.hits[0];
    const byDigest = await server.json(`/api/search?text=${digest.slice(0, 20)}`);
    expect(byDigest.hits.map(({ kind, as }: { kind: string; as: string }) => `${kind} ${as}`)).toEqual(['pack digest', 'lock digest']);
    expect((await server.json('/api/search?text=2026-02')).hits[0]).toMatchObject({ as: 'tag', kind: 'pack' });
  });

  it.skipIf(absent !== undefined)('compares two months as pack diff and lock diff do', async () => {
    const server = await open();
    const { entries } = await server.json('/api/evidence');
    const [newer, newerLock, older, olderLock] = entries.map(({ path }: { path: string }) => encodeURIComponent(path));
    const packs = await server.get(`/api/diff?old=${older}&new=${newer}`);
    const { out } = await runInProcess(folder, 'pack diff pack-01 pack-02 --json --no-witness');
    const shown = JSON.parse(out, (key, value) => (key === 'old' || key === 'new' ? (typeof value === 'string' ? '' : value) : value));
    const served = JSON.parse(packs.text, (key, value) =>
      key === 'old' || key === 'new' ? (typeof value === 'string' ? '' : value) : value,
    );
    expect(served).toEqual(shown);
    expect(served.shifts).toEqual([{ path: 'rvl.report.json', tool: 'rvl', from: 'NO_REAL_CHANGE', to: 'REAL_CHANGE' }]);
    const locks = await server.json(`/api/diff?old=${olderLock}&new=${newerLock}`);
    expect(locks).toMatchObject({ version: 'lock-diff.v0', added: [{ path: '02.txt' }], changed: [{ path: 'loans.csv' }], unchanged: 1 });
    expect(await server.json(`/api/diff?old=${olderLock}&new=${newer}`)).toMatchObject({
      outcome: 'REFUSAL',
      refusal: { code: 'E_NOT_RECOGNISED' },
    });
    expect(readdirSync(copies)).toEqual([]);
  });

  it.skipIf(absent !== undefined)('gives a pack with the bytes of its members, and leaves no copy behind', async () => {
    const server = await open();
    const { entries } = await server.json('/api/evidence');
    const { text } = await server.get(`/api/files?path=${encodeURIComponent(entries[0].path)}`);
    const { files, left_out: leftOut } = JSON.parse(text.split('\n', 1)[0] as string);
    expect(leftOut).toEqual([]);
    const bytes = files.map(({ path }: { path: string }) => readFileSync(join(folder, path.replace('pack/', 'pack-02/')), 'utf8')).join('');
    expect(text.slice(text.indexOf('\n') + 1)).toBe(bytes);
    const lock = await server.get(`/api/files?path=${encodeURIComponent(entries[1].path)}`);
    expect(lock.text.split('\n', 1)[0]).toContain('"path":"d.lock.json"');
    expect(readdirSync(copies)).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  it.skipIf(absent !== undefined)('is refused where it cannot be reached', async () => {
    const other = store.url.startsWith('file:')
      ? `${store.url}/none`
      : store.url.startsWith('s3:')
        ? 's3://none/x'
        : 'oci://127.0.0.1:9/none';
    await expect(serving(other, { env: { HOME: folder, ...store.env } })).rejects.toThrow();
  });
});

it('a store in a served folder is listed by its path in it; a blob that is gone is named', async () => {
  const folder = join(scratch, 'around');
  await pushMonths(folder, `file:${join(folder, 'evidence/store')}`, {});
  const evidence = join(folder, 'evidence');
  const server = await serving(evidence);
  const { entries } = await server.json('/api/evidence');
  expect(entries.map(({ path }: { path: string }) => path.replace(/sha256:[0-9a-f]+/, '…'))).toEqual([
    'store@…',
    'store@…/d.lock.json',
    'store@…',
    'store@…/d.lock.json',
  ]);
  expect((await server.get(`/api/diff?old=${entries[2].path}&new=${entries[0].path}`)).status).toBe(200);
  rmSync(join(evidence, 'store/blobs/sha256', entries[1].digest.slice(7, 9)), { recursive: true });
  const files = JSON.parse((await server.get(`/api/files?path=${entries[0].path}`)).text.split('\n', 1)[0] as string);
  expect(files.left_out.map(({ path }: { path: string }) => path)).toContain('pack/d.lock.json');
  const again = await server.json('/api/evidence?refresh=1');
  expect(again.not_read.map(({ path }: { path: string }) => path)).toEqual([entries[1].path]);
  expect(server.errors).toEqual([]);
});
