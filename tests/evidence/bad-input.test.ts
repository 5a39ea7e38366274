/** Bad input of the front door: each has a defined answer, and none is silently skipped. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstKeys } from '#evidence/first-keys';
import { recognise } from '#evidence/kinds';
import { findEvidence } from '#evidence/ops/find';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { sealLock } from '../lock/seal-lock.ts';

const scratch = scratchFolder('bad-input');
let count = 0;
function folder(): string {
  const path = join(scratch, String(count++));
  mkdirSync(join(path, 'data'), { recursive: true });
  writeFileSync(join(path, 'data/a.csv'), 'a\n');
  return path;
}

const text = (value: unknown): { bytes: Uint8Array; isCut: boolean } => ({ bytes: Buffer.from(JSON.stringify(value)), isCut: false });

it('ten thousand files that are no evidence are counted, and nothing else is said about them', async () => {
  const here = folder();
  for (let i = 0; i < 10_000; i++) writeFileSync(join(here, 'data', `${i}.${i % 2 === 0 ? 'json' : 'csv'}`), '{"a":1}');
  await runInProcess(here, 'lock --scan data -o d.lock.json --no-witness');
  const { exit, out } = await runInProcess(here, 'custody verify --no-witness');
  expect([exit, out.split('\n').at(-2)]).toEqual([0, 'OK: 1 judged, 1 OK; 10,001 other files']);
});

it('a lock among its own members fails for itself alone: no file holds its own hash', async () => {
  const here = folder();
  const member = (path: string, size: number) => ({ bytes_hash: `sha256:${'0'.repeat(64)}`, fingerprint: null, path, size });
  writeFileSync(join(here, 'data/d.lock.json'), sealLock(JSON.stringify({ members: [member('d.lock.json', 10)], version: 'lock.v0' })));
  const { exit, out } = await runInProcess(here, 'custody verify data --no-witness --json');
  expect([exit, JSON.parse(out)]).toMatchObject([
    1,
    { outcome: 'FAILED', coverage: { expected: 1, failed: 1 }, findings: [{ code: 'SIZE_MISMATCH', path: 'd.lock.json' }] },
  ]);
});

it.skipIf(process.platform !== 'linux')(
  'what may be evidence and has a name that is not UTF-8 is refused; any other file is listed',
  async () => {
    const here = folder();
    await runInProcess(here, 'lock --scan data -o d.lock.json --no-witness');
    const named = (name: string): Buffer => Buffer.concat([Buffer.from(`${here}/`), Buffer.from(name, 'latin1')]);
    mkdirSync(named('\xe9'));
    for (const name of ['\xe9.lock.json', '\xe9.csv']) writeFileSync(named(name), '');
    const { exit, out } = await runInProcess(here, 'custody verify --no-witness');
    expect([exit, out.match(/E_IO {2}cannot read .*: its name is not UTF-8/g)?.length]).toEqual([2, 2]);
    expect(out).toMatch(/^passed over: \ufffd\.csv \(its name is not UTF-8\)$/m);
    expect(out).toMatch(/^REFUSED: 3 judged, 1 OK, 2 REFUSED; 1 other file$/m);
  },
);

it('a pack within a pack is a member of the outer one, and is not judged apart', async () => {
  const here = folder();
  await runInProcess(here, 'pack seal data --output inner --no-witness');
  await runInProcess(here, 'pack seal inner --output outer --no-witness');
  const { found } = await findEvidence({ given: 'outer', path: join(here, 'outer') }, { depth: null });
  expect(found.map(({ place, kind }) => [place.given, kind])).toEqual([['outer', 'pack']]);
});

it('an archive that was cut anywhere is refused in a search, and one of something else is not evidence', async () => {
  const here = folder();
  await runInProcess(here, 'pack seal data --output p --no-witness');
  await runInProcess(here, 'pack export p --archive whole.tar.zst --no-witness');
  const whole = readFileSync(join(here, 'whole.tar.zst'));
  mkdirSync(join(here, 'in'));
  for (const length of [5, 20, whole.length >> 1, whole.length - 1])
    writeFileSync(join(here, `in/${length}.tar.zst`), whole.subarray(0, length));
  writeFileSync(join(here, 'in/other.zst'), whole.subarray(0, 20));
  const { exit, out } = await runInProcess(here, 'custody verify in --no-witness');
  expect([exit, out.match(/E_BAD_PACK/g)?.length, out.split('\n').at(-2)]).toEqual([2, 4, 'REFUSED: 4 judged, 4 REFUSED; 1 other file']);
});

it('a link in a search is passed over, and one that is named is followed', async () => {
  const here = folder();
  await runInProcess(here, 'lock --scan data -o d.lock.json --no-witness');
  mkdirSync(join(here, 'in'));
  symlinkSync('../d.lock.json', join(here, 'in/l.lock.json'));
  const { found, passedOver } = await findEvidence({ given: 'in', path: join(here, 'in') }, { depth: null });
  expect([found[0]?.kind, passedOver]).toEqual([null, [{ path: join('in', 'l.lock.json'), reason: 'a link, not followed' }]]);
  const named = await findEvidence({ given: 'l', path: join(here, 'in/l.lock.json') }, { depth: null });
  expect(named.found[0]?.kind).toBe('lock');
});

it.each([
  ['lock', { lock_hash: 'sha256:0', members: [] }],
  ['lock', { version: 'lock.v0', members: [], pack_id: 'x' }],
  ['chain-lock', { lockfile_version: 1, generated_at: '', root: {}, resolved_chain: [] }],
  ['stack-lock', { corridors: [], generated_at: '', lawpacks: [] }],
  ['ledger', { binary_hash: '', id: '', prev: null, tool: 'lock', version: '0.1.0' }],
  ['records', { version: 'hash.v0', path: 'a' }],
])('recognise() knows %s by its keys: %j', (kind, document) => {
  expect(recognise({ name: 'x.json', file: text(document) }).kind?.name).toBe(kind);
});

it.each([
  { lock_hash: '', lockfile_version: 1, root: {} },
  { lock_hash: '', binary_hash: '', prev: null },
  { stack_spec_version: '1', lock_hash: '' },
])('recognise() takes what has the signs of two kinds for neither: %j', (document) => {
  const { kind, looksLike } = recognise({ name: 'x.json', file: text(document) });
  expect([kind, looksLike.length]).toEqual([null, 2]);
});

it.each(['x.lock.json', 'a@1.0.0.lock.json', 'manifest.json', 'snapshot.json', 'stack.lock'])(
  'recognise() takes an empty or cut %s for what it is called, and for one kind only',
  (name) => {
    for (const content of ['', '{', '{"created":"2026']) {
      const { kind } = recognise({ name, file: { bytes: Buffer.from(content), isCut: false } });
      expect(kind).not.toBeNull();
    }
    expect(recognise({ name, file: text({ name: 'something else' }) }).kind).toBeNull();
  },
);

it('firstKeys() reads the keys before any cut, and never a nested one', () => {
  const whole = '{"a":"x","b":{"lock_hash":"no"},"c":[1,{"d":"}"}],"e\\"":2,"f":tru';
  for (let end = 0; end <= whole.length; end++) {
    const found = firstKeys(Buffer.from(whole.slice(0, end)));
    expect([...(found?.keys.keys() ?? [])].every((key) => ['a', 'b', 'c', 'f'].includes(key))).toBe(true);
  }
  expect(firstKeys(Buffer.from(whole))?.keys.get('a')).toBe('x');
  expect(firstKeys(Buffer.from('[1]'))).toBeNull();
});
