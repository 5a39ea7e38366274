/** Files by reference: kept in a store of every kind, read from it only when it is named, and never accepted unread. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { body, endless, startHostile } from '../servers/hostile.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

const scratch = scratchFolder('by-reference');
const LARGE = 'a large file that stays in the store';
const HEX = createHash('sha256').update(LARGE).digest('hex');

function newFolder(): string {
  const folder = mkdtempSync(join(scratch, 'run-'));
  mkdirSync(join(folder, 'data/sub'), { recursive: true });
  writeFileSync(join(folder, 'data/large.bin'), LARGE);
  writeFileSync(join(folder, 'data/sub/same.bin'), LARGE);
  writeFileSync(join(folder, 'data/small'), 'small');
  return folder;
}

describe.each(Object.entries(storePlaces))('in %s', (_, start) => {
  let place: StorePlace;
  let folder: string;
  beforeAll(async () => {
    place = await start();
    folder = newFolder();
  });
  afterAll(() => place.stop?.());
  const run = (line: string) => runInProcess(folder, line, { HOME: folder, ...place.env });

  it('files are sent once, and are verified only if the store is named', async () => {
    const seal = `pack seal data --by-reference 20 --store ${place.url} --created 2026-01-15T10:30:00Z --json`;
    expect(JSON.parse((await run(`${seal} -o p`)).out)).toMatchObject({ by_reference: { files: 2, bytes: 2 * LARGE.length, sent: 1 } });
    expect(JSON.parse((await run(`${seal} -o q`)).out)).toMatchObject({ by_reference: { files: 2, sent: 0 } });
    expect(readFileSync(join(folder, 'q/manifest.json'))).toEqual(readFileSync(join(folder, 'p/manifest.json')));
    expect(readdirSync(join(folder, 'p/data')).sort()).toEqual(['large.bin.reference.json', 'small', 'sub']);
    expect(JSON.parse((await run('pack verify p --json')).out)).toMatchObject({
      outcome: 'PARTIAL',
      references: { files: 2, read: 0, store: null },
    });
    const { exit, out } = await run(`pack verify p --json --store ${place.url}`);
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ outcome: 'OK', references: { files: 2, read: 2, store: place.url, not_read: [] } }),
    ]);
    expect((await run(`custody verify p --store ${place.url}`)).exit).toBe(0);
    expect((await run('custody verify p')).exit).toBe(1);
  });

  it('the files are fetched whole, and only if the store is named', async () => {
    const { exit, out } = await run(`pack fetch p --store ${place.url} --out files --json`);
    expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ outcome: 'FETCHED', member_count: 2, bytes: 2 * LARGE.length })]);
    expect(readdirSync(join(folder, 'files/data')).sort()).toEqual(['large.bin', 'sub']);
    for (const name of ['large.bin', 'sub/same.bin']) expect(readFileSync(join(folder, 'files/data', name), 'utf8')).toBe(LARGE);
    expect((await run('pack fetch p --out none')).exit).toBe(2);
  });

  it('the pack is pushed, pulled and verified there together with its files', async () => {
    expect((await run(`pack push p --store ${place.url} --tag t; pack pull t --store ${place.url} --out back; diff -r p back`)).exit).toBe(
      0,
    );
    const { findings } = JSON.parse((await run(`custody why ${HEX} --in data/small --store ${place.url} --json`)).out) as {
      readonly findings: readonly { readonly relation: string; readonly path: string }[];
    };
    const named = findings.filter(({ relation }) => relation === 'names').map(({ path }) => path);
    expect(named).toEqual(['data/large.bin', 'data/sub/same.bin']);
    expect(await run(`pack store verify ${place.url}`)).toMatchObject({ exit: 0 });
    expect((await run(`custody verify ${place.url}`)).exit).toBe(0);
  });
});

describe('in a folder', () => {
  async function sealed(): Promise<{ readonly folder: string; readonly run: (line: string) => ReturnType<typeof runInProcess> }> {
    const folder = newFolder();
    const run = (line: string) => runInProcess(folder, line, { HOME: folder });
    expect((await run('pack seal data --by-reference 20 --store file:s -o p; pack push p --store file:s')).exit).toBe(0);
    return { folder, run };
  }
  const blob = (folder: string): string => join(folder, 's/blobs/sha256', HEX.slice(0, 2), HEX);

  it('garbage collection keeps what references of the store stand for, and refuses if one cannot be read', async () => {
    const { folder, run } = await sealed();
    expect(JSON.parse((await run('pack store gc file:s --grace 0 --delete --json')).out)).toMatchObject({ removed: [] });
    expect(readFileSync(blob(folder), 'utf8')).toBe(LARGE);
    const [document] = readdirSync(join(folder, 'p/data')).filter((name) => name.endsWith('.reference.json')) as [string];
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, 'p/data', document)))
      .digest('hex');
    writeFileSync(join(folder, 's/blobs/sha256', digest.slice(0, 2), digest), '{}');
    const { exit, out } = await run('pack store gc file:s --grace 0 --delete --json');
    expect([exit, out]).toEqual([2, expect.stringContaining('has a reference that cannot be read')]);
    expect(readFileSync(blob(folder), 'utf8')).toBe(LARGE);
  });

  it('a pack whose files are elsewhere is collected without them, and the verdict on the store says so', async () => {
    const { run } = await sealed();
    await run('pack push p --store file:other');
    expect(await run('pack store verify file:other')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('1 file that packs refer to in other stores: not read'),
    });
    const { exit, out } = await run('custody verify file:other --json');
    expect([exit, JSON.parse(out)]).toEqual([1, expect.objectContaining({ outcome: 'PARTIAL' })]);
  });

  it('the store finds a file by reference that is damaged or gone', async () => {
    const { folder, run } = await sealed();
    writeFileSync(blob(folder), LARGE.toUpperCase());
    expect(JSON.parse((await run('pack store verify file:s --json')).out)).toMatchObject({
      outcome: 'STORE_DAMAGED',
      blobs: { damaged: [{ digest: `sha256:${HEX}` }] },
    });
    expect(JSON.parse((await run('pack verify p --store file:s --json')).out)).toMatchObject({
      outcome: 'INVALID',
      invalid: [{ code: 'REFERENCE_MISMATCH' }, { code: 'REFERENCE_MISMATCH' }],
    });
    rmSync(blob(folder));
    expect(JSON.parse((await run('pack store verify file:s --json')).out)).toMatchObject({
      blobs: { missing: [{ digest: `sha256:${HEX}` }] },
    });
  });

  it('a file that changes after it was hashed is refused, and no pack appears', async () => {
    const folder = newFolder();
    rmSync(join(folder, 'data/sub'), { recursive: true });
    const { sealByReference } = await import('#pack/ops/seal-by-reference');
    const { openStore } = await import('#store/open-store');
    const options = {
      env: {},
      home: folder,
      plainHttp: false,
      disk: { sync: false },
      command: () => '',
      resolve: (path: string) => join(folder, path),
    };
    const store = await openStore('file:s', options);
    const present: typeof store.present = async (blobs) => {
      writeFileSync(join(folder, 'data/large.bin'), LARGE.toUpperCase());
      return store.present(blobs);
    };
    const seal = {
      artifacts: [{ given: 'data', path: join(folder, 'data') }],
      output: { given: 'p', path: join(folder, 'p') },
      cwd: folder,
      note: null,
    };
    const sealing = () =>
      sealByReference(
        { ...seal, created: '2026-01-15T10:30:00Z', toolVersion: '0', sync: false },
        { store: { ...store, present }, least: 20 },
      );
    await expect(sealing).toRefuse('E_BAD_PACK');
    expect(readdirSync(folder).sort()).toEqual(['data']);
  });
});

describe('a hostile store', () => {
  it.each([
    ['a body without an end', endless],
    ['a longer body', body(`${LARGE} and more`)],
    ['a length that is a lie', body(LARGE, { 'content-length': '900000000000' })],
    ['other bytes', body(LARGE.toUpperCase())],
  ])(
    '%s is not accepted, and not read to its end',
    async (_, answer) => {
      const folder = newFolder();
      const server = await startHostile([
        [/\/blobs\//, answer],
        [/./, body('{}')],
      ]);
      onTestFinished(() => server.stop());
      const run = (line: string) => runInProcess(folder, line, { HOME: folder });
      await run('pack seal data --by-reference 20 --store file:s -o p');
      const { exit, out } = await run(`pack verify p --store oci://${server.host}/evidence --json`);
      expect([exit === 0, out.includes('"OK"')]).toEqual([false, false]);
      expect(server.written()).toBeLessThan(1 << 26);
    },
    30_000,
  );

  it('the store that a reference names is never asked', async () => {
    const folder = newFolder();
    const server = await startHostile([[/./, body('{}')]]);
    onTestFinished(() => server.stop());
    const document = {
      bytes_hash: `sha256:${HEX}`,
      size: LARGE.length,
      store: `oci://${server.host}/evidence`,
      version: 'pack-reference.v0',
    };
    writeFileSync(join(folder, 'r.json'), JSON.stringify(document));
    const { out } = await runInProcess(
      folder,
      'pack seal r.json -o p; pack verify p; custody verify p; pack push p --store file:s; custody show p',
      { HOME: folder },
    );
    expect(out).toContain('PARTIAL');
    expect(server.requests).toEqual([]);
  });
});
