/** `custody verify` and `custody show` on packs in every kind of store, with real servers: whole stores, one pack by id and by tag, damage, and nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { startFaultProxy } from '../servers/fault-proxy.ts';
import { noRegistry, startRegistry } from '../set-up/registry.ts';
import { digestOfBytes, samplePack } from '../stores/sample-pack.ts';
import { type StorePlace, storePlaces } from '../stores/store-places.ts';

const CONTENT = 'loan,balance\n1,100\n';
const BLOB = digestOfBytes(Buffer.from(CONTENT));
const NOBODY = `sha256:${'0'.repeat(64)}`;

describe.each(Object.entries(storePlaces))('packs in %s', (_, open) => {
  const cwd = scratchFolder('verify-stores');
  let place: StorePlace;
  let [id, other] = ['', ''];

  beforeAll(async () => {
    place = await open();
    id = samplePack(join(cwd, 'pack'), { 'a.csv': CONTENT, 'sub/b.csv': 'b' }).packId;
    other = samplePack(join(cwd, 'other'), { 'c.csv': 'c' }).packId;
    for (const line of ['push pack --tag 2025-12', 'push other']) expect((await run(`pack ${line} --store ${place.url}`)).exit).toBe(0);
  });
  afterAll(() => place?.stop?.());

  const run = (line: string) => runInProcess(cwd, line, place.env ?? {});
  async function verdictOn(given: string, options = '') {
    const { exit, out } = await run(`custody verify ${given} --json ${options}`);
    return { exit, ...JSON.parse(out) };
  }

  it('are judged: the whole store, and one pack by its id and by its tag', async () => {
    expect(await verdictOn(place.url, '--jobs 2')).toMatchObject({
      exit: 0,
      kind: 'pack-store',
      outcome: 'OK',
      path: place.url,
      id: null,
      coverage: { expected: 5, verified: 5, failed: 0 },
      findings: [],
    });
    const digest = digestOfBytes(readFileSync(join(cwd, 'pack/manifest.json')));
    for (const named of [id, '2025-12'])
      expect(await verdictOn(`${place.url}@${named}`)).toMatchObject({ exit: 0, outcome: 'OK', id, digest, coverage: { expected: 3 } });
  });

  it('are shown: the whole store, and one pack by its id and by its tag', async () => {
    const whole = JSON.parse((await run(`custody show ${place.url} --json`)).out);
    expect(whole.details[0].items.map((each: { name: string }) => each.name)).toEqual([id, other].sort());
    for (const named of [id, '2025-12']) {
      const one = JSON.parse((await run(`custody show ${place.url}@${named} --json`)).out);
      expect([one.id, one.members.count, one.members.bytes]).toEqual([id, 2, CONTENT.length + 1]);
    }
  });

  it('are known to why: what holds a file, what names it inside, and one pack alone', async () => {
    mkdirSync(join(cwd, 'delivery'));
    mkdirSync(join(cwd, 'nothing'));
    writeFileSync(join(cwd, 'delivery/loans.csv'), CONTENT);
    for (const line of [
      'lock --scan delivery --created 2026-01-15T10:30:00Z -o inner.lock.json',
      'pack seal inner.lock.json --created 2026-01-16T10:30:00Z --output locks',
      `pack push locks --store ${place.url}`,
    ])
      expect([line, (await run(`${line} --no-witness`)).exit]).toEqual([line, 0]);
    const why = async (asked: string, named = '') => {
      const { exit, out } = await run(`custody why ${asked} --in nothing --store ${place.url}${named} --json`);
      const { evidence, ...rest } = JSON.parse(out);
      const paths = evidence.flatMap((each: { places: { path: string; tags: string[] }[] }) => each.places);
      return {
        exit,
        ...rest,
        places: paths.map(({ path, tags }: { path: string; tags: string[] }) => [path.replace(place.url, ''), tags]),
      };
    };
    const { pack_id: locks } = JSON.parse(readFileSync(join(cwd, 'locks/manifest.json'), 'utf8'));
    const whole = await why(BLOB);
    expect([whole.exit, whole.outcome, whole.complete]).toEqual([0, 'FOUND', true]);
    expect(new Map(whole.places)).toEqual(
      new Map([
        [`@${id}`, ['2025-12']],
        [`@${locks}`, []],
        [`@${locks}/inner.lock.json`, []],
      ]),
    );
    expect((await why('delivery/loans.csv')).places).toEqual(whole.places);
    for (const named of [id, '2025-12']) expect((await why(BLOB, `@${named}`)).places).toEqual([[`@${id}`, ['2025-12']]]);
    expect(await why(BLOB, `@${other}`)).toMatchObject({ exit: 1, outcome: 'NOT_FOUND', complete: true });
    expect(await why(BLOB, `@${NOBODY}`)).toMatchObject({ exit: 1, complete: false, unread: [{ path: `${place.url}@${NOBODY}` }] });
    const { exit, out } = await run(`custody why ${BLOB} --in nothing --store ${place.url}@2025-11 --json`);
    expect([exit, JSON.parse(out).refusal]).toMatchObject([2, { code: 'E_IO', message: expect.stringContaining('2025-11') }]);
  });

  it('that are not there are refused, by id and by tag, as by pack pull', async () => {
    for (const named of [NOBODY, '2025-11']) {
      const { exit, outcome, findings } = await verdictOn(`${place.url}@${named}`);
      expect([exit, outcome, findings.length]).toEqual([2, 'REFUSED', 1]);
      expect(findings[0]).toMatchObject({
        code: 'E_IO',
        message: expect.stringContaining(named),
        next_command: `pack list --store ${place.url}`,
      });
      const shown = JSON.parse((await run(`custody show ${place.url}@${named} --json`)).out);
      expect([shown.outcome, shown.refusal.code]).toEqual(['REFUSAL', 'E_IO']);
      const pulled = await run(`pack pull ${named} --store ${place.url} --out never`);
      expect([pulled.exit, JSON.parse(pulled.out).refusal.code]).toEqual([2, 'E_IO']);
    }
  });

  it('are pulled by their tag, and the ledger has the pack that it named', async () => {
    expect(await run(`pack pull 2025-12 --store ${place.url} --out back`)).toMatchObject({ exit: 0, out: `FETCHED ${id}\nback\n` });
    const { out } = await run('custody witness last --json --tool pack');
    expect(JSON.parse(out).params).toMatchObject({ subcommand: 'pull', pack_id: id, tag: '2025-12' });
  });

  it('with a damaged blob fail, whole and alone, and the other pack is good', async () => {
    const folder = place.folder ?? join(cwd, 'store');
    damage(folder);
    for (const given of [place.url, `${place.url}@${id}`, `${place.url}@2025-12`]) {
      const { exit, outcome, findings, coverage } = await verdictOn(given);
      expect([given, exit, outcome, coverage.failed]).toEqual([given, 1, 'FAILED', 1]);
      expect(findings).toMatchObject([{ code: 'DAMAGED', path: BLOB, wanted: BLOB, next_command: `pack store verify ${place.url}` }]);
      const again = await run(findings[0].next_command);
      expect([again.exit, again.err]).toEqual([1, '']);
    }
    expect((await verdictOn(`${place.url}@${other}`)).outcome).toBe('OK');
  });
});

/** Changes the only file on the disk of the server that has these bytes, and keeps its length. */
function damage(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const found = paths.filter((path) => statSync(path).isFile() && readFileSync(path, 'utf8') === CONTENT);
  expect(found).toHaveLength(1);
  rmSync(found[0] as string);
  writeFileSync(found[0] as string, CONTENT.replace('100', '900'));
}

describe('a folder', () => {
  const cwd = scratchFolder('verify-folder-stores');
  const run = (line: string) => runInProcess(cwd, line);

  it('whose name has an @ is the store itself, and the name after it is no tag', async () => {
    const { packId } = samplePack(join(cwd, 'pack'), { a: 'a' });
    for (const store of ['st', 'st@2025-12']) await run(`pack push pack --store file:${store} --tag 2025-12`);
    rmSync(join(cwd, 'st@2025-12/packs'), { recursive: true, force: true });
    expect(readdirSync(cwd).sort()).toContain('st@2025-12');
    const { out } = await run('custody verify file:st@2025-12 --json');
    expect(JSON.parse(out)).toMatchObject({ path: 'file:st@2025-12', id: null });
    rmSync(join(cwd, 'st@2025-12'), { recursive: true });
    expect(JSON.parse((await run('custody verify file:st@2025-12 --json')).out)).toMatchObject({ outcome: 'OK', id: packId });
  });

  it('that is a store, given by its path, is judged again by the proposed command', async () => {
    rmSync(join(cwd, 'st/blobs/sha256'), { recursive: true });
    const { findings } = JSON.parse((await run('custody verify st --json')).out);
    expect(findings[0].code).toBe('MISSING');
    expect((await run(findings[0].next_command)).exit).toBe(1);
  });
});

describe.skipIf(noRegistry !== undefined)('a registry', () => {
  const cwd = scratchFolder('verify-slow');

  it('that is slow is waited for, and one that sends other bytes fails', async () => {
    const registry = await startRegistry();
    const proxy = await startFaultProxy(registry.origin);
    const url = `oci://${proxy.host}/evidence`;
    samplePack(join(cwd, 'pack'), { 'a.csv': CONTENT });
    await runInProcess(cwd, `pack push pack --store ${url}`);
    proxy.inject({ kind: 'delay', ms: 200, times: 4 });
    const verify = async () => JSON.parse((await runInProcess(cwd, `custody verify ${url} --json`)).out);
    expect(await verify()).toMatchObject({ outcome: 'OK', coverage: { expected: 2, verified: 2 } });
    proxy.inject({ kind: 'flip-response', at: 3, when: ({ path }) => path.includes(BLOB) });
    expect(await verify()).toMatchObject({
      outcome: 'FAILED',
      coverage: { verified: 1, failed: 1 },
      findings: [{ code: 'DAMAGED', path: BLOB }],
    });
    await proxy.stop();
    await registry.stop();
  });
});

describe('a URL with credentials', () => {
  const cwd = scratchFolder('verify-secrets');
  const SECRET = 'hunter2';
  mkdirSync(join(cwd, 'home'));

  it.each([
    `oci://me:${SECRET}@127.0.0.1:9/evidence`,
    `oci://me:${SECRET}@127.0.0.1:9/evidence@${NOBODY}`,
    `oci://me:a/${SECRET}@127.0.0.1:9/evidence`,
    `s3://KEY:${SECRET}@bucket/packs`,
    `s3://bucket/packs?token=${SECRET}`,
    `https://me:${SECRET}@example.org/a?token=${SECRET}`,
  ])('is refused, and its secret is in no output and not in the ledger: %s', async (url) => {
    const ledger = join(cwd, 'ledger.jsonl');
    for (const form of ['text', 'json', 'json-lines', 'junit', 'sarif', 'markdown', 'html', 'github']) {
      const { exit, out, err } = await runInProcess(cwd, `custody verify '${url}' --format ${form}`, { EPISTEMIC_WITNESS: ledger });
      expect([form, exit, `${out}${err}`.includes(SECRET)]).toEqual([form, 2, false]);
    }
    const { exit, out, err } = await runInProcess(cwd, `custody show '${url}' --json`, { EPISTEMIC_WITNESS: ledger });
    expect([exit, `${out}${err}`.includes(SECRET)]).toEqual([2, false]);
    expect([existsSync(ledger), readFileSync(ledger, 'utf8').includes(SECRET)]).toEqual([true, false]);
  });
});
