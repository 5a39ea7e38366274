/** Seals travel with their pack into every kind of store and out again; what is not good in a store is never trusted and harms nothing. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { type Digest, hexOf } from '#core/digest';
import { sshLineOf } from '#keys/ssh-key';
import { openStore } from '#store/open-store';
import { MAX_SEAL_LENGTH } from '#store/seals';
import type { Store } from '#store/store';
import { sign } from '../../src/index.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';
import { A, B, makeSeal } from '../sign/seals.ts';
import { digestOfBytes, type SamplePack, samplePack } from './sample-pack.ts';
import { type StorePlace, sealPlaces, storePlaces } from './store-places.ts';

describe.each(Object.entries({ ...storePlaces, ...sealPlaces }))('seals in %s', (name, open) => {
  const cwd = scratchFolder('stored-seals');
  const isRegistry = name.startsWith('a registry');
  let place: StorePlace;
  let [december, january, lost]: readonly SamplePack[] = [];

  beforeAll(async () => {
    place = await open();
    mkdirSync(join(cwd, 'home'));
    for (const [key, { secret }] of Object.entries({ alice: A, bob: B }))
      writeFileSync(join(cwd, `${key}.pem`), secret.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
    const signer = (who: string, { key }: typeof A, role: string): string =>
      `  - name: ${who}\n    key: ${sshLineOf(key)}\n    roles: [${role}]\n`;
    const signers = `${signer('alice', A, 'producer')}${signer('bob', B, 'auditor')}`;
    writeFileSync(
      join(cwd, 'policy.yaml'),
      `version: policy.v0\nsigners:\n${signers}rules:\n  - kind: pack\n    require: 2 of [producer, auditor]\n`,
    );
    december = samplePack(join(cwd, 'december'), { 'a.csv': 'shared', 'b.csv': 'only december' });
    january = samplePack(join(cwd, 'january'), { 'a.csv': 'shared', 'c.csv': 'only january' });
    lost = samplePack(join(cwd, 'lost'), { 'd.csv': 'of a pack that is gone' });
  });
  afterAll(() => place?.stop?.());

  async function custody(line: string, now = new Date()) {
    const env = { ...place.env, HOME: join(cwd, 'home'), CUSTODY_STORE: place.url };
    const context = { ...fakeContext(line, { cwd, env }), now: () => now };
    const exit = await run(context);
    return { exit, out: context.out(), err: context.err() };
  }
  async function report(line: string, now?: Date) {
    const { exit, out, err } = await custody(`${line} --json`, now);
    const document = JSON.parse(out);
    if (exit !== 2 && document.version !== 'verdicts.v0') expect(compile(`${document.version}.json`)(document)).toBe(true);
    return { exit, err, ...document };
  }
  const stamp = (pack: string, key: string, role: string) =>
    sign(join(cwd, pack), { key: join(cwd, `${key}.pem`), role, created: '2026-01-15T10:30:00Z' });
  const linesOf = (pack: string): readonly string[] =>
    readFileSync(join(cwd, `${pack}.seals.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
      .sort();
  const idOf = (pack: SamplePack | undefined): Digest => (pack as SamplePack).packId;
  async function withStore<T>(act: (store: Store) => Promise<T>): Promise<T> {
    const env = { ...place.env };
    const store = await openStore(place.url, {
      env,
      resolve: (path) => join(cwd, path),
      home: join(cwd, 'home'),
      plainHttp: false,
      disk: { sync: false },
      command: () => '',
    });
    try {
      return await act(store);
    } finally {
      store.close();
    }
  }
  const sealOf = (text: string) => ({ digest: digestOfBytes(Buffer.from(text)), bytes: Buffer.from(text) });
  /** Where the server itself keeps it. */
  function fileOf(named: string): string {
    const root = place.folder ?? join(cwd, 'store');
    const ends = [named, join(named, 'data'), `${named}._S3rver_object`];
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
      (path) => ends.some((end) => `/${path}`.endsWith(`/${end}`)) && !path.includes('damaged/') && statSync(join(root, path)).isFile(),
    );
    if (found === undefined) throw new Error(`no file for ${named}`);
    return join(root, found);
  }

  it('a pack without seals is pushed, listed, judged and pulled as before', async () => {
    const pushed = await report('pack push december');
    expect([pushed.exit, pushed.seals]).toEqual([0, undefined]);
    const listed = await report('pack list');
    expect(listed.details[0].seals).toBeUndefined();
    expect((await report(`pack pull ${idOf(december)} --out plain`)).seals).toBeUndefined();
    expect(existsSync(join(cwd, 'plain.seals.jsonl'))).toBe(false);
    expect((await report('pack store verify')).seals).toBeUndefined();
    const { signed, signatures } = await report(`custody verify ${place.url}@${idOf(december)}`);
    expect([signed, signatures]).toEqual([undefined, undefined]);
  });

  it('push adds the seals of a pack that is there already, and loses none', async () => {
    await stamp('december', 'alice', 'producer');
    expect(await report('pack push december')).toMatchObject({
      exit: 0,
      sent: { blobs: 0 },
      seals: { carried: 1, present: 0, left_out: [] },
    });
    await stamp('december', 'bob', 'auditor');
    const both = linesOf('december');
    writeFileSync(join(cwd, 'december.seals.jsonl'), `${both[1]}\n`);
    await report('pack push december');
    writeFileSync(join(cwd, 'december.seals.jsonl'), `${both.join('\n')}\n`);
    expect(await report('pack push december')).toMatchObject({ exit: 0, seals: { carried: 0, present: 2 } });
    expect((await custody('pack push december')).err).toContain('0 seals carried, 2 there already');
  });

  it('list says who signed, by keys that nobody vouches for', async () => {
    const { details } = await report('pack list');
    const { signatures, unread } = details.find(({ pack_id }: { pack_id: string }) => pack_id === idOf(december)).seals;
    expect(unread).toBe(0);
    const said = signatures.map(({ state, fingerprint, role }: Record<string, string>) => `${state} ${fingerprint} ${role}`);
    expect(new Set(said)).toEqual(new Set([`unknown_signer ${A.key.fingerprint} producer`, `unknown_signer ${B.key.fingerprint} auditor`]));
    const { out } = await custody('pack list');
    expect(out).toContain(`${A.key.fingerprint} as producer`);
    expect(out).toContain('(unknown keys)');
  });

  it('pull brings the seals beside the folder', async () => {
    expect(await report(`pack pull ${idOf(december)} --out back`)).toMatchObject({
      exit: 0,
      seals: { carried: 2, present: 0, left_out: [] },
    });
    expect(linesOf('back')).toEqual(linesOf('december'));
    expect((await custody('custody verify back --policy policy.yaml')).exit).toBe(0);
    rmSync(join(cwd, 'back'), { recursive: true });
    expect(await report(`pack pull ${idOf(december)} --out back`)).toMatchObject({ seals: { carried: 0, present: 2 } });
  });

  it('pull refuses a target with seals of something else beside it, before anything is fetched', async () => {
    writeFileSync(join(cwd, 'taken.seals.jsonl'), `${makeSeal({ bytes: 'something else' })}\n`);
    const { exit, refusal } = await report(`pack pull ${idOf(december)} --out taken`);
    expect([exit, refusal.code, refusal.message]).toEqual([2, 'E_IO', expect.stringContaining('taken.seals.jsonl:1')]);
    expect(existsSync(join(cwd, 'taken'))).toBe(false);
  });

  it('custody verify judges the seals of one pack in the store, also by a policy', async () => {
    const url = `${place.url}@${idOf(december)}`;
    const alone = await custody(`custody verify ${url}`);
    expect([alone.exit, alone.out]).toEqual([0, expect.stringContaining(`${A.key.fingerprint} as producer`)]);
    const judged = await custody(`custody verify ${url} --policy policy.yaml`);
    expect([judged.exit, judged.out]).toEqual([0, expect.stringMatching(/met by (alice, bob|bob, alice)/)]);
    await report('pack push january');
    const unsigned = await custody(`custody verify ${place.url}@${idOf(january)} --policy policy.yaml`);
    expect([unsigned.exit, unsigned.out]).toEqual([1, expect.stringContaining('MISSING_SIGNATURE')]);
  });

  it('push sends no seal that is not good, and says so', async () => {
    cpSync(join(cwd, 'december.seals.jsonl'), join(cwd, 'january.seals.jsonl'));
    const pushed = await report('pack push january');
    expect(pushed.seals).toMatchObject({
      carried: 0,
      present: 0,
      left_out: [{ code: 'SIGNED_OTHER_BYTES' }, { code: 'SIGNED_OTHER_BYTES' }],
    });
    expect(pushed.err).toContain('a seal stays behind: january.seals.jsonl:1');
    rmSync(join(cwd, 'january.seals.jsonl'));
  });

  it('a hostile seal in the store is not trusted, and the pack stays readable', async () => {
    const foreign = linesOf('december')[0] as string;
    const flipped = foreign.replace(/"sig":"(.)/, (_, first: string) => `"sig":"${first === 'A' ? 'B' : 'A'}`);
    const hostile = ['{}', 'no JSON', foreign, flipped, 'x'.repeat(MAX_SEAL_LENGTH + 1), '\xff\xfe', ''];
    await withStore((store) => store.seals.add(idOf(january), hostile.map(sealOf)));
    const pulled = await report(`pack pull ${idOf(january)} --out hostile`);
    expect([pulled.exit, pulled.seals.carried, pulled.seals.left_out.length]).toEqual([0, 0, hostile.length]);
    expect(existsSync(join(cwd, 'hostile.seals.jsonl'))).toBe(false);
    expect((await custody('custody verify hostile')).exit).toBe(0);
    expect((await custody(`custody verify ${place.url}@${idOf(january)}`)).exit).toBe(1);
    const found = await report('pack store verify');
    expect([found.exit, found.outcome, found.seals.good, found.seals.bad.length]).toEqual([1, 'STORE_DAMAGED', 2, hostile.length]);
    expect((await custody('pack list')).out).toContain(`${hostile.length} BAD seals`);
    expect((await custody(`custody verify ${place.url}`)).exit).toBe(1);
  });

  it('a damaged seal is found, and repair writes it again from a pack that has it', async () => {
    const seal = sealOf(linesOf('december')[0] as string);
    const file = fileOf(isRegistry ? hexOf(seal.digest) : `${hexOf(seal.digest)}.json`);
    if (isRegistry) rmSync(file);
    else writeFileSync(file, Buffer.concat([seal.bytes, Buffer.from('x')]));
    const found = (await report('pack store verify')).seals;
    expect(found.bad.filter(({ code }: { code: string }) => code === 'DAMAGED_SEAL')).toMatchObject(
      expect.arrayContaining([{ pack_id: idOf(december), seal: seal.digest, code: 'DAMAGED_SEAL', message: expect.any(String) }]),
    );
    expect((await report(`pack pull ${idOf(december)} --out damaged`)).seals).toMatchObject({
      carried: 1,
      left_out: [{ code: 'DAMAGED_SEAL' }],
    });
    expect((await custody(`custody verify ${place.url}@${idOf(december)} --policy policy.yaml`)).exit).toBe(1);
    const repaired = await report('pack store repair --from december');
    expect(repaired.repaired.seals).toEqual([seal.digest]);
    expect((await custody(`custody verify ${place.url}@${idOf(december)} --policy policy.yaml`)).exit).toBe(0);
  });

  it('gc keeps the seals of packs that are there, and collects those of packs that are gone', async () => {
    await stamp('lost', 'alice', 'producer');
    await report('pack push lost');
    const seal = sealOf(linesOf('lost')[0] as string).digest;
    const later = new Date(Date.now() + 30 * 24 * 3_600_000);
    const collected = await report('pack store gc --delete', later);
    if (isRegistry) {
      expect(collected.refusal.code).toBe('E_UNSUPPORTED');
      return;
    }
    expect([collected.exit, collected.seals]).toEqual([0, undefined]);
    rmSync(fileOf(`${hexOf(idOf(lost))}.json`));
    expect((await report('pack store gc')).seals).toMatchObject({ unreferenced: [], young: [{ pack_id: idOf(lost), digest: seal }] });
    expect((await report('pack store gc', later)).seals).toMatchObject({ unreferenced: [{ digest: seal }], removed: [] });
    expect((await report('pack store gc --delete', later)).seals).toMatchObject({ removed: [seal], kept: [] });
    expect((await report('pack store gc', later)).seals).toBeUndefined();
    expect((await report(`pack pull ${idOf(december)} --out after-gc`)).seals).toMatchObject({ carried: 2 });
    expect(await report('pack push lost')).toMatchObject({ seals: { carried: 1, present: 0 } });
  });

  it('two that push the same pack with seals of their own at the same time lose none', async () => {
    const folders = ['one', 'two', 'three', 'four'];
    for (const folder of folders) {
      cpSync((lost as SamplePack).folder, join(cwd, folder), { recursive: true });
      const line = makeSeal({ bytes: (lost as SamplePack).manifest, kind: 'pack', id: idOf(lost), note: folder });
      writeFileSync(join(cwd, `${folder}.seals.jsonl`), `${line}\n`);
    }
    const pushed = await Promise.all(folders.map((folder) => report(`pack push ${folder}`)));
    expect(pushed.map(({ exit }) => exit)).toEqual(folders.map(() => 0));
    expect((await report(`pack pull ${idOf(lost)} --out together`)).seals.carried).toBe(folders.length + 1);
  });
});
