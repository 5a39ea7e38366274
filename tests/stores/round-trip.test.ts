/** A pack on its way through every kind of store, by the commands themselves: what comes back is what went in, and a second push sends nothing. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { samplePack } from './sample-pack.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

describe.each(Object.entries(storePlaces))('a round trip of a pack through %s', (name, open) => {
  const cwd = scratchFolder('round-trip');
  let place: StorePlace;
  let id = '';

  beforeAll(async () => {
    place = await open();
    mkdirSync(join(cwd, 'home'));
    const members = {
      'a.csv': 'loan,balance\n1,100\n',
      'sub/same.csv': 'loan,balance\n1,100\n',
      empty: '',
      'long.bin': Buffer.alloc(3 << 20, name),
    };
    id = samplePack(join(cwd, 'pack'), members).packId;
  });
  afterAll(() => place?.stop?.());

  const pack = async (line: string) => {
    const context = fakeContext(`pack ${line}`, { cwd, env: { ...place.env, HOME: join(cwd, 'home'), CUSTODY_STORE: place.url } });
    const exit = await run(context);
    return { exit, out: context.out(), err: context.err() };
  };
  const filesOf = (folder: string): Record<string, string> => {
    const paths = readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(cwd, folder, path)).isFile(),
    );
    return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(cwd, folder, path)).toString('base64')]));
  };

  it('is published, once, and listed', async () => {
    expect(await pack('push pack')).toEqual({ exit: 0, out: `PUBLISHED ${id}\n${place.url}\n`, err: '' });
    expect(await pack('list --ids-only')).toEqual({ exit: 0, out: `${id}\n`, err: '' });
    expect(await pack('list')).toEqual({ exit: 0, out: `${id}  2026-01-15T10:30:00Z  4 members  3,145,766 bytes\n`, err: '' });
    expect(JSON.parse((await pack('list --json')).out)).toMatchObject({
      packs: [id],
      details: [{ pack_id: id, created: '2026-01-15T10:30:00Z', note: null, member_count: 4, bytes: 3145766 }],
    });
    const { out } = await pack('push pack --json --jobs 2');
    expect(JSON.parse(out)).toMatchObject({ pack_id: id, member_count: 4, sent: { blobs: 0, bytes: 0 }, present: { blobs: 3 } });
  });

  it('comes back byte for byte', async () => {
    expect(await pack(`pull ${id} --out back`)).toEqual({ exit: 0, out: `FETCHED ${id}\nback\n`, err: '' });
    expect(filesOf('back')).toEqual(filesOf('pack'));
    expect((await pack('verify back')).exit).toBe(0);
  });

  it('is not published if a member changed, and what is there stays', async () => {
    const other = samplePack(join(cwd, 'other'), { 'a.csv': 'not yet' });
    cpSync(join(cwd, 'back/a.csv'), join(cwd, 'other/a.csv'));
    const { exit, out } = await pack('push other');
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_BAD_PACK']);
    expect((await pack('list --ids-only')).out).toBe(`${id}\n`);
    const absent = await pack(`pull ${other.packId} --out never`);
    expect([absent.exit, JSON.parse(absent.out).refusal.code]).toEqual([2, 'E_IO']);
    expect(readdirSync(cwd)).not.toContain('never');
  });

  it('leaves records that name the store and hold no secret', async () => {
    const ledger = readFileSync(join(cwd, 'home/.epistemic/witness.jsonl'), 'utf8');
    const records = ledger
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ params, outcome }) => [params.subcommand, outcome])).toEqual(
      expect.arrayContaining([
        ['push', 'PUBLISHED'],
        ['pull', 'FETCHED'],
        ['list', 'OK'],
        ['push', 'REFUSAL'],
      ]),
    );
    expect(records.find(({ params }) => params.subcommand === 'push')).toMatchObject({
      inputs: [
        { path: 'pack/manifest.json', hash: expect.stringMatching(/^blake3:/), bytes: statSync(join(cwd, 'pack/manifest.json')).size },
      ],
      params: { store: place.url },
    });
    const secret = place.env?.['AWS_SECRET_ACCESS_KEY'];
    if (secret !== undefined && secret.length > 10) expect(ledger).not.toContain(secret);
  });
});
