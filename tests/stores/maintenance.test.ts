/** Maintenance of every kind of store, by the commands themselves: what is damaged or missing is found and written again, what nobody names is listed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { type Digest, hexOf } from '#core/digest';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';
import { digestOfBytes, type SamplePack, samplePack } from './sample-pack.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

describe.each(Object.entries(storePlaces))('maintenance of %s', (name, open) => {
  const cwd = scratchFolder('maintenance');
  const isRegistry = name === 'a registry';
  let place: StorePlace;
  let [december, january, lost]: readonly SamplePack[] = [];

  beforeAll(async () => {
    place = await open();
    mkdirSync(join(cwd, 'home'));
    december = samplePack(join(cwd, 'december'), { 'a.csv': 'shared', 'b.csv': 'only december' });
    january = samplePack(join(cwd, 'january'), { 'a.csv': 'shared', 'c.csv': 'only january' });
    lost = samplePack(join(cwd, 'lost'), { 'd.csv': 'of a pack that is gone' });
    await pack('push december');
    await pack('push january');
  });
  afterAll(() => place?.stop?.());

  async function pack(line: string, now = new Date()) {
    const env = { ...place.env, HOME: join(cwd, 'home'), CUSTODY_STORE: place.url };
    const context = { ...fakeContext(`pack ${line}`, { cwd, env }), now: () => now };
    const exit = await run(context);
    return { exit, out: context.out(), err: context.err() };
  }
  async function report(line: string, now?: Date) {
    const { exit, out } = await pack(`${line} --json`, now);
    const document = JSON.parse(out);
    if (exit !== 2) expect(compile(`${document.version}.json`)(document)).toBe(true);
    return { exit, ...document };
  }

  /** Where the server itself keeps it. */
  function fileOf(named: string): string {
    const root = place.folder ?? join(cwd, 'store');
    const ends = [named, join(named, 'data'), `${named}._S3rver_object`];
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
      (path) =>
        ends.some((end) => `/${path}`.endsWith(`/${end}`)) &&
        path.includes('damaged/') === named.includes('damaged/') &&
        statSync(join(root, path)).isFile(),
    );
    if (found === undefined) throw new Error(`no file for ${named}`);
    return join(root, found);
  }
  const digestOf = (text: string): Digest => digestOfBytes(Buffer.from(text));
  const shared = digestOf('shared');
  const one = { blobs: 1, bytes: 22 };
  const packs = (): Digest[] => [december, january].map((each) => (each as SamplePack).packId).sort();

  it('verify reads all of it', async () => {
    const found = await report('store verify');
    expect(found).toMatchObject({ exit: 0, outcome: 'STORE_OK', packs: { checked: 2, bad_manifests: [] } });
    expect(found.blobs).toMatchObject({ sound: { blobs: 3, bytes: 31 }, damaged: [], missing: [] });
    expect(found.blobs.unreferenced).toEqual(isRegistry ? null : { blobs: 0, bytes: 0 });
    expect((await pack('store verify')).out).toMatch(/^STORE_OK \S+\n {2}2 packs, 3 blobs read and correct, 31 bytes\n/);
  });

  it('push says how it checked what was there, and calls nothing verified that it did not read', async () => {
    const { present_checked: checked, repaired } = await report('push december');
    expect(checked).toEqual(
      name === 'the strict S3 server'
        ? { by_checksum: 2, by_reading: 0, by_size_only: 0 }
        : { by_checksum: 0, by_reading: 0, by_size_only: 2 },
    );
    expect(repaired).toEqual([]);
    const { present_checked: read } = await report('push december --verify-present');
    expect(read).toEqual({ by_checksum: 0, by_reading: 2, by_size_only: 0 });
  });

  it('verify finds bytes that changed, and which packs they belong to', async () => {
    writeFileSync(fileOf(hexOf(shared)), 'SHARED');
    const found = await report('store verify');
    expect([found.exit, found.outcome]).toEqual([1, 'STORE_DAMAGED']);
    expect(found.blobs.damaged).toEqual([{ digest: shared, found: digestOf('SHARED'), packs: packs() }]);
    expect((await pack('store verify')).out).toContain(`DAMAGED ${shared}: found ${digestOf('SHARED')}, named by `);
  });

  it('push --verify-present replaces damaged bytes by those in hand, or says that it cannot', async () => {
    const pushed = await report('push december --verify-present');
    if (isRegistry) {
      expect([pushed.exit, pushed.refusal.code]).toEqual([2, 'E_BAD_PACK']);
      expect(pushed.refusal.message).toContain('does not replace it');
      rmSync(fileOf(hexOf(shared)));
      return;
    }
    expect(pushed).toMatchObject({ exit: 0, repaired: [shared], sent: { blobs: 1 }, present_checked: { by_reading: 1 } });
    expect((await report('store verify')).outcome).toBe('STORE_OK');
    const kept = fileOf(`damaged/${hexOf(shared)}${name === 'a folder' ? '.0' : ''}`);
    expect(readFileSync(kept, 'utf8')).toBe('SHARED');
    rmSync(fileOf(hexOf(shared)));
  });

  it('verify finds what is missing, and repair writes it again from a pack that has it', async () => {
    const found = await report('store verify');
    expect([found.exit, found.blobs.missing]).toEqual([1, [{ digest: shared, packs: packs() }]]);
    expect(await report('store repair --from lost')).toMatchObject({ exit: 1, outcome: 'STORE_DAMAGED', repaired: { blobs: [] } });
    writeFileSync(join(cwd, 'lost', 'd.csv'), 'of a pack that is gone');
    const repaired = await report('store repair --from lost --from january');
    expect(repaired).toMatchObject({ exit: 0, outcome: 'STORE_REPAIRED', repaired: { blobs: [shared], manifests: [] } });
    expect(await report('store repair --from january')).toMatchObject({ exit: 0, outcome: 'STORE_OK' });
    expect((await pack(`pull ${(december as SamplePack).packId} --out back`)).exit).toBe(0);
  });

  it('repair takes no bytes from a pack that has become something else', async () => {
    rmSync(fileOf(hexOf(digestOf('only january'))));
    writeFileSync(join(cwd, 'january', 'c.csv'), 'ONLY JANUARY');
    expect(await report('store repair --from january')).toMatchObject({ exit: 1, outcome: 'STORE_DAMAGED', repaired: { blobs: [] } });
    writeFileSync(join(cwd, 'january', 'c.csv'), 'only january');
    expect((await report('store repair --from january')).outcome).toBe('STORE_REPAIRED');
  });

  const itIsRegistry = isRegistry ? it : () => {};
  itIsRegistry('verify finds a manifest that a registry lost or damaged, and repair writes it again', async () => {
    const { packId, manifest } = december as SamplePack;
    const config = hexOf(digestOfBytes(manifest));
    rmSync(fileOf(config));
    const found = await report('store verify');
    expect([found.exit, found.packs.bad_manifests]).toEqual([1, [{ pack_id: packId, error: expect.stringContaining('is missing') }]]);
    expect(await report('store repair --from december')).toMatchObject({ exit: 0, repaired: { manifests: [packId] } });
    writeFileSync(fileOf(config), Buffer.concat([manifest, Buffer.from('x')]));
    expect((await report('store verify')).packs.bad_manifests).toMatchObject([{ pack_id: packId }]);
    rmSync(fileOf(config));
    expect((await report('store repair --from december')).outcome).toBe('STORE_REPAIRED');
  });

  const itKeepsManifests = isRegistry ? () => {} : it;
  itKeepsManifests('verify finds a manifest that is another one, and repair writes it again', async () => {
    const { packId } = december as SamplePack;
    writeFileSync(fileOf(`${hexOf(packId)}.json`), (january as SamplePack).manifest);
    const found = await report('store verify');
    expect([found.exit, found.packs.bad_manifests]).toEqual([
      1,
      [{ pack_id: packId, error: expect.stringContaining('expected the manifest of') }],
    ]);
    expect((await report('store gc --delete --grace 0')).refusal).toMatchObject({ code: 'E_BAD_PACK' });
    expect(await report('store repair --from december')).toMatchObject({ exit: 0, repaired: { manifests: [packId] } });
  });

  it('gc lists what no pack names, and removes it only with --delete and after the grace period', async () => {
    if (isRegistry) {
      expect((await report('store gc --delete')).refusal).toMatchObject({ code: 'E_UNSUPPORTED', next_command: null });
      return;
    }
    await pack('push lost');
    rmSync(fileOf(`${hexOf((lost as SamplePack).packId)}.json`));
    const digest = digestOf('of a pack that is gone');
    expect((await report('store verify')).blobs.unreferenced).toEqual(one);
    expect(await report('store gc')).toMatchObject({ outcome: 'STORE_OK', unreferenced: [], young: [{ digest }] });
    expect(await report('store gc --delete')).toMatchObject({ unreferenced: [], removed: [] });
    const later = new Date(Date.now() + 15 * 24 * 3_600_000);
    expect(await report('store gc', later)).toMatchObject({ outcome: 'STORE_OK', unreferenced: [{ digest }], removed: [] });
    expect((await report('store verify')).blobs.unreferenced).toEqual(one);
    expect(await report('store gc --delete', later)).toMatchObject({ outcome: 'STORE_COLLECTED', removed: [digest], kept: [] });
    expect(() => fileOf(hexOf(digest))).toThrow('no file');
    expect(await report('store verify')).toMatchObject({ exit: 0, blobs: { sound: { blobs: 3 }, unreferenced: { blobs: 0 } } });
  });

  it('leaves a record of every run', () => {
    const records = readFileSync(join(cwd, 'home/.epistemic/witness.jsonl'), 'utf8').trimEnd().split('\n');
    const outcomes = new Set(records.map((line) => JSON.parse(line)).map(({ params, outcome }) => `${params.subcommand} ${outcome}`));
    expect([...outcomes]).toEqual(
      expect.arrayContaining(['store verify STORE_OK', 'store verify STORE_DAMAGED', 'store repair STORE_REPAIRED']),
    );
  });
});
