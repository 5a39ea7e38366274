/** A ledger in every kind of store: append-only, and never taken for sound where something is missing, damaged or rewritten. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import type { DocumentFolder } from '#store/documents';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import { formatRecord } from '#witness/document';
import { pushLedger } from '#witness/ops/push-ledger';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';
import { ledgerText, sampleRecords } from '../witness/sample-ledger.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

/** Each name is another machine. `from` is the first line that differs from the usual ones. */
function ledgerOf(machine: string, count: number, from = Number.POSITIVE_INFINITY): string {
  const params = (number: number) => ({ params: { machine, ...(number >= from ? { is_other: true } : {}) } });
  return ledgerText(sampleRecords(count, params).map(formatRecord));
}

describe.each(Object.entries(storePlaces))('a ledger in %s', (_, open) => {
  const cwd = scratchFolder('ledger-store');
  let place: StorePlace;
  let store: Store;
  let serial = 0;
  const valid = compile('witness-transfer.v0.json');

  beforeAll(async () => {
    place = await open();
    mkdirSync(join(cwd, 'home'));
    store = await openStore(place.url, {
      env: environment(),
      resolve: (path) => join(cwd, path),
      home: join(cwd, 'home'),
      plainHttp: false,
      disk: { sync: false },
      command: () => '',
    });
  });
  afterAll(async () => {
    store?.close();
    await place?.stop?.();
  });

  const environment = () => ({ ...place.env, HOME: join(cwd, 'home'), CUSTODY_STORE: place.url });

  async function witness(line: string, ledger: string) {
    const context = fakeContext(`custody witness ${line} --json`, { cwd, env: { ...environment(), EPISTEMIC_WITNESS: ledger } });
    const exit = await run(context);
    const document = JSON.parse(context.out());
    expect(valid(document)).toBe(true);
    return { exit, code: document.refusal?.code, ...document };
  }
  const fileWith = (text: string): string => {
    const path = join(cwd, `ledger-${serial++}`);
    writeFileSync(path, text);
    return path;
  };
  const push = (text: string) => witness('push', fileWith(text));
  /** What a machine without a ledger gets. */
  async function pull(ledger: string) {
    const out = join(cwd, `pulled-${serial++}`);
    const pulled = await witness(`pull --ledger ${ledger} --out ${out}`, join(cwd, 'none'));
    return { ...pulled, text: existsSync(out) ? readFileSync(out, 'utf8') : null };
  }
  const partsOf = async (ledger: string): Promise<readonly string[]> =>
    (await store.documents.list('ledgers')).filter((name) => name.startsWith(ledger.slice(7)));

  it('is sent by the lines that the store does not have, and comes back as it was', async () => {
    const first = await push(ledgerOf('a', 5));
    expect(first).toMatchObject({ exit: 0, outcome: 'PUBLISHED', records: 5, moved: 5 });
    expect(await push(ledgerOf('a', 5))).toMatchObject({ exit: 0, outcome: 'PRESENT', records: 5, moved: 0 });
    expect(await push(ledgerOf('a', 8))).toMatchObject({ exit: 0, outcome: 'PUBLISHED', records: 8, moved: 3, ledger: first.ledger });
    expect(await pull(first.ledger)).toMatchObject({ exit: 0, outcome: 'FETCHED', records: 8, moved: 8, text: ledgerOf('a', 8) });
    // A beginning is extended; what is longer stays.
    const [shorter, longer] = [fileWith(ledgerOf('a', 3)), fileWith(ledgerOf('a', 9))];
    expect(await witness('pull', shorter)).toMatchObject({ exit: 0, outcome: 'FETCHED', moved: 5 });
    expect(readFileSync(shorter, 'utf8')).toBe(ledgerOf('a', 8));
    expect(await witness('pull', longer)).toMatchObject({ exit: 0, outcome: 'PRESENT', moved: 0 });
    expect(readFileSync(longer, 'utf8')).toBe(ledgerOf('a', 9));
  });

  it('stays apart from that of another machine', async () => {
    const [one, two] = [await push(ledgerOf('b', 3)), await push(ledgerOf('c', 4))];
    expect(one.ledger).not.toBe(two.ledger);
    expect((await pull(one.ledger)).text).toBe(ledgerOf('b', 3));
    expect((await pull(two.ledger)).text).toBe(ledgerOf('c', 4));
    expect(await witness(`pull --out ${join(cwd, 'unnamed')}`, join(cwd, 'none'))).toMatchObject({ exit: 2, code: 'E_NO_LEDGER' });
    // The ledger of one machine is never mixed into that of another.
    const other = fileWith(ledgerOf('b', 3));
    expect(await witness(`pull --ledger ${two.ledger}`, other)).toMatchObject({ exit: 2, code: 'E_DIVERGED' });
    expect(readFileSync(other, 'utf8')).toBe(ledgerOf('b', 3));
  });

  it('is refused where it is shorter than the stored one, or was rewritten, and the stored one stays', async () => {
    const { ledger } = await push(ledgerOf('d', 6));
    expect(await push(ledgerOf('d', 5))).toMatchObject({ exit: 2, code: 'E_DIVERGED', refusal: { detail: { error: 'shorter' } } });
    expect(await push(ledgerOf('d', 6, 4))).toMatchObject({ exit: 2, code: 'E_DIVERGED', refusal: { detail: { error: 'rewritten' } } });
    expect(await push(ledgerOf('d', 9, 6))).toMatchObject({ exit: 2, code: 'E_DIVERGED' });
    expect(await push(ledgerOf('d', 6).replace('d4', 'dX'))).toMatchObject({ exit: 2, code: 'E_BROKEN_LEDGER' });
    expect(await witness(`push --ledger ${ledger}`, fileWith(ledgerOf('e', 6)))).toMatchObject({ exit: 2, code: 'E_DIVERGED' });
    expect((await pull(ledger)).text).toBe(ledgerOf('d', 6));
    expect(await witness('pull', fileWith(ledgerOf('d', 6, 5)))).toMatchObject({ exit: 2, code: 'E_DIVERGED' });
  });

  it('takes several pushes at the same moment', async () => {
    const { ledger } = await push(ledgerOf('f', 2));
    const pushed = await Promise.all([20, 25, 22, 25, 21].map((count) => push(ledgerOf('f', count))));
    expect(pushed.map(({ exit }) => exit)).toEqual([0, 0, 0, 0, 0]);
    expect(await pull(ledger)).toMatchObject({ exit: 0, text: ledgerOf('f', 25) });
    expect(await push(ledgerOf('f', 26))).toMatchObject({ exit: 0, moved: 1 });
  });

  it('that two machines continued differently at the same moment is never taken for one', async () => {
    const { ledger } = await push(ledgerOf('g', 2));
    const pushed = await Promise.all([push(ledgerOf('g', 9)), push(ledgerOf('g', 9, 3))]);
    const exits = pushed.map(({ exit }) => exit);
    expect(exits).toContain(2);
    const { exit, code, text } = await pull(ledger);
    if (text === null) expect([exit, code]).toEqual([2, 'E_DIVERGED']);
    else expect([[ledgerOf('g', 9), ledgerOf('g', 9, 3)][exits.indexOf(0)], exit]).toEqual([text, 0]);
  });

  it.each([
    ['longer', 9],
    ['shorter', 5],
  ])('is refused where a run with other lines, and %s, sends them between its own steps', async (how, count) => {
    const { ledger } = await push(ledgerOf(how, 2));
    let isFirst = true;
    const list = async (folder: DocumentFolder): Promise<readonly string[]> => {
      const names = await store.documents.list(folder);
      if (isFirst) expect(await push(ledgerOf(how, count, 3))).toMatchObject({ exit: 0, ledger });
      isFirst = false;
      return names;
    };
    const pushed = pushLedger({ path: fileWith(ledgerOf(how, 7)), store: { ...store, documents: { ...store.documents, list } } });
    await expect(pushed).rejects.toMatchObject({ code: 'E_DIVERGED' });
  });

  it.each([
    ['other bytes', (bytes: Buffer) => bytes.fill('x', bytes.length - 20, bytes.length - 10)],
    ['another header', (bytes: Buffer) => bytes.fill('0', 20, 30)],
    ['fewer bytes', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
    ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(5000, 'x\n')])],
    ['no bytes', () => Buffer.alloc(0)],
  ])('with a part that has %s is refused', async (how, damage) => {
    const { ledger } = await push(ledgerOf(how, 4));
    await push(ledgerOf(how, 8));
    const [, name] = await partsOf(ledger);
    const bytes = Buffer.from((await store.documents.read('ledgers', name as string, 1 << 20)) ?? []);
    await store.documents.replace('ledgers', name as string, damage(Buffer.from(bytes)));
    expect(await pull(ledger)).toMatchObject({ exit: 2, code: 'E_BAD_STORE', text: null });
    expect(await push(ledgerOf(how, 9))).toMatchObject({ exit: 2, code: 'E_BAD_STORE' });
    await store.documents.replace('ledgers', name as string, bytes);
    expect((await pull(ledger)).text).toBe(ledgerOf(how, 8));
  });

  it('with a part of another place, and of another ledger under its name, is refused', async () => {
    const { ledger } = await push(ledgerOf('h', 4));
    await push(ledgerOf('h', 8));
    const [first, second] = (await partsOf(ledger)) as [string, string];
    const right = (await store.documents.read('ledgers', second, 1 << 20)) as Uint8Array;
    await store.documents.replace('ledgers', second, (await store.documents.read('ledgers', first, 1 << 20)) as Uint8Array);
    expect(await pull(ledger)).toMatchObject({ exit: 2, code: 'E_BAD_STORE' });
    await store.documents.replace('ledgers', second, right);
    expect(await witness(`pull --ledger ${ledger} --expect blake3:${'0'.repeat(64)} --out ${join(cwd, 'kept')}`, 'none')).toMatchObject({
      exit: 2,
      code: 'E_DIVERGED',
    });
    expect(existsSync(join(cwd, 'kept'))).toBe(false);
  });
});
