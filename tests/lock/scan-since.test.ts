/** `lock --scan --since`: the lock of a scan that reads everything, whatever has changed, and whatever the cache or the old lock say. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { ROW } from '#lock/cache/layout';
import { NewRows } from '#lock/cache/new-rows';
import { ReadCache } from '#lock/ops/cache/read-cache';
import { Stamps } from '#lock/ops/cache/stamps';
import { lockFolder, type ScannedLock } from '../../src/library/lock.ts';
import { runTool, type ToolResult } from '../helpers/run-tool.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { places } from '../helpers/trials.ts';
import { compile } from '../schemas/published-schema.ts';
import { withinTick } from './within-tick.ts';

const folder = scratchFolder('since');
const data = join(folder, 'data');
const cacheFile = join(folder, 'cache');
const created = '2026-01-15T10:30:00Z';
const file = (name: string): string => join(data, name);
const full = (): Buffer => Buffer.from(lockFolder(data, { created }).bytes());

/** Only a file that was not written just before it was read has a row. */
const settle = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);

interface How {
  readonly maxAge?: string;
  readonly budget?: string;
  readonly notes?: string[];
}

function since(lock: Uint8Array, { notes, ...times }: How = {}): ScannedLock {
  return lockFolder(data, { created, since: { lock, cacheFile, ...times, onNote: (text) => void notes?.push(text) } });
}

const textOf = (lock: ScannedLock): string => Buffer.from(lock.bytes()).toString();

const run = (...argv: readonly string[]): Promise<ToolResult> =>
  runTool('lock', argv, { cwd: folder, env: { HOME: folder, EPISTEMIC_WITNESS: join(folder, 'ledger'), SOURCE_DATE_EPOCH: '1768473000' } });

beforeEach(() => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
  fs.mkdirSync(data);
});

it('the lock is that of a whole scan, whatever was done to the files, and only what nothing was done to is not read', () => {
  const names = Array.from({ length: 40 }, (_, at) => `${at % 3 === 0 ? 'sub/' : ''}f-${at}`);
  fs.mkdirSync(file('sub'));
  for (const name of names) fs.writeFileSync(file(name), name);
  settle();
  const old = full();
  expect(since(old).strength).toEqual({ read: 40, cached: 0 });
  expect(since(old).strength).toEqual({ read: 0, cached: 40 });
  const keepTimes = (name: string, change: (path: string) => void): void => {
    const { atime, mtime } = fs.statSync(file(name));
    change(file(name));
    fs.utimesSync(file(name), atime, mtime);
  };
  keepTimes('f-1', (path) => fs.writeFileSync(path, 'F-1'));
  keepTimes('f-2', (path) => {
    fs.writeFileSync(`${path}.new`, 'F-2');
    fs.renameSync(`${path}.new`, path);
  });
  fs.renameSync(file('f-4'), file('moved'));
  fs.rmSync(file('f-5'));
  fs.rmSync(file('f-7'));
  fs.mkdirSync(file('f-7'));
  fs.writeFileSync(file('f-7/in'), 'f-7');
  fs.rmSync(file('f-8'));
  fs.symlinkSync('f-10', file('f-8'));
  fs.appendFileSync(file('f-11'), 'more');
  fs.chmodSync(file('f-13'), 0o600);
  fs.renameSync(file('f-14'), file('hold'));
  fs.renameSync(file('f-16'), file('f-14'));
  fs.renameSync(file('hold'), file('f-16'));
  const lock = since(old);
  expect(textOf(lock)).toBe(full().toString());
  // Renamed files have another ctime, too.
  expect(lock.strength).toEqual({ read: 9, cached: 30 });
});

it('OLD alone, or the cache alone, is not enough', () => {
  fs.writeFileSync(file('a'), 'aa');
  fs.writeFileSync(file('b'), 'bb');
  settle();
  const old = full();
  since(old);
  const other = lockFolder(data, { created, include: ['b'] }).bytes();
  expect(since(other).strength).toEqual({ read: 1, cached: 1 });
  fs.rmSync(cacheFile);
  expect(since(old).strength).toEqual({ read: 2, cached: 0 });
  // An old lock that pins other bytes for a file that is in the cache: a lie of one of them.
  fs.writeFileSync(file('a'), 'AA');
  const lying = full();
  fs.writeFileSync(file('a'), 'aa');
  settle();
  since(old);
  const lock = since(lying);
  expect([lock.strength, textOf(lock)]).toEqual([{ read: 1, cached: 1 }, old.toString()]);
});

it('a file that was written in the tick in which it was read is read again', () => {
  const { old, cached } = withinTick(() => {
    fs.rmSync(cacheFile, { force: true });
    fs.writeFileSync(file('a'), 'aa');
    const lock = full();
    since(lock);
    return { old: lock, cached: since(lock).strength.cached };
  });
  expect(cached).toBe(0);
  settle();
  expect(since(old).strength.cached).toBe(0);
  expect(since(old).strength.cached).toBe(1);
});

/** Writes a cache that says of each file, as it is now, that it was read at `readAt` and had this content. */
function pretend(files: Readonly<Record<string, string>>, readAt: (path: string) => number): void {
  const cache = new ReadCache({ file: cacheFile, root: data, isOwnPlace: false, onNote: () => {} });
  for (const [path, text] of Object.entries(files))
    cache.keep(
      path,
      file(path),
      { ...cache.beforeReading(file(path)), readAt: readAt(path) },
      { algorithm: 'sha256', hex: sha256Hex(text) },
    );
  cache.save();
}

describe('other bytes under unchanged times', () => {
  const receipt = join(folder, 'r');
  let old: Buffer;
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(file(name), `${name}-sealed`);
    old = full();
    fs.writeFileSync(file('b'), 'b-damage');
    settle();
    // Nothing can set a ctime: the cache is made to have seen other bytes in the file as it is.
    pretend({ a: 'a-sealed', b: 'b-sealed', c: 'c-sealed' }, Date.now);
  });

  it.each([
    ['too old', { maxAge: '0s' }],
    ['read while there is time', { budget: '1h' }],
  ])('are suspected damage when the file is %s; the lock pins what was read', (_, how) => {
    const lock = since(old, how);
    expect([lock.outcome, lock.suspectedDamage, lock.strength]).toEqual(['LOCK_SUSPECT', ['b'], { read: 3, cached: 0 }]);
    expect(textOf(lock)).toBe(full().toString());
    lock.writeReceipt(receipt);
    const lines = fs.readFileSync(receipt, 'utf8').trimEnd().split('\n');
    expect(lines.slice(1).map((line) => JSON.parse(line))).toEqual([
      { path: 'a', strength: 'read' },
      { damaged_from: `sha256:${sha256Hex('b-sealed')}`, path: 'b', strength: 'read' },
      { path: 'c', strength: 'read' },
    ]);
    expect(lines.every((line) => compile('lock-receipt.v0.json')(JSON.parse(line)))).toBe(true);
    // It is not taken from the cache again.
    expect(textOf(since(old))).toBe(full().toString());
  });

  it('are suspected damage whatever OLD pins, and after lock verify has found them', async () => {
    fs.writeFileSync(join(folder, 'sealed.json'), old);
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(file(name), `${name}-before`);
    const before = full();
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(file(name), `${name}-${name === 'b' ? 'damage' : 'sealed'}`);
    settle();
    pretend({ a: 'a-sealed', b: 'b-sealed', c: 'c-sealed' }, Date.now);
    expect((await run('verify', 'sealed.json', '--root', 'data', '--cache', '--cache-file', 'cache', '--max-age', '0s')).exit).toBe(1);
    const lock = since(before);
    expect([lock.outcome, lock.suspectedDamage, lock.strength]).toEqual(['LOCK_SUSPECT', ['b'], { read: 3, cached: 0 }]);
    expect(textOf(lock)).toBe(full().toString());
    expect(since(before).suspectedDamage).toEqual([]);
  });

  it('are told on standard error, and by the exit', async () => {
    fs.writeFileSync(join(folder, 'old.json'), old);
    const line = ['--scan', 'data', '--since', 'old.json', '--cache-file', 'cache', '--max-age', '0s'];
    const { exit, stderr, stdout } = await run(...line);
    expect([exit, Buffer.from(stderr).toString()]).toEqual([
      1,
      'lock: warning: b: suspected damage: other bytes than when it was read before, with the same size and times\nlock: all members were read\n',
    ]);
    expect(Buffer.from(stdout).toString()).toBe(full().toString());
  });

  it('are not seen where the file is not read, and the receipt says that it was not', () => {
    const lock = since(old);
    expect([lock.outcome, lock.strength, textOf(lock)]).toEqual(['LOCK_CREATED', { read: 0, cached: 3 }, old.toString()]);
    lock.writeReceipt(receipt);
    expect(fs.readFileSync(receipt, 'utf8')).toContain('"path":"b","read_at":"');
  });
});

it('the receipt of a scan that compared with nothing says that every file was read', () => {
  for (const name of ['a', 'b']) fs.writeFileSync(file(name), name);
  const lock = lockFolder(data, { created });
  const receipt = join(folder, 'read.receipt');
  lock.writeReceipt(receipt);
  const [head, ...rows] = fs
    .readFileSync(receipt, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(head).toMatchObject({ member_count: 2, strength: { read: 2 } });
  expect(rows).toEqual(['a', 'b'].map((path) => ({ path, strength: 'read' })));
});

it('with a budget the stalest are read first, after what must be read', () => {
  const names = Array.from({ length: 1100 }, (_, at) => `f${String(at).padStart(4, '0')}`);
  for (const name of names) fs.writeFileSync(file(name), name);
  settle();
  const old = full();
  const { f0500: fresh = '', ...known } = Object.fromEntries(names.map((name) => [name, name]));
  const now = Date.now();
  // The later in the list, the longer ago.
  pretend(known, (path) => now - Number(path.slice(1)) / 100);
  const none = since(old, { budget: '0s' });
  expect([fresh, none.strength, textOf(none)]).toEqual(['f0500', { read: 1, cached: 1099 }, old.toString()]);
  const all = since(old, { budget: '1h' });
  expect([all.strength, textOf(all)]).toEqual([{ read: 1100, cached: 0 }, old.toString()]);
});

describe('a hostile cache', () => {
  let old: Buffer;
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(file(name), name);
    settle();
    old = full();
    since(old);
  });

  it('that was changed in any byte, or cut anywhere, costs time', () => {
    const bytes = fs.readFileSync(cacheFile);
    for (const at of places(bytes.length, 41)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      fs.writeFileSync(cacheFile, changed, { mode: 0o600 });
      const lock = since(old);
      expect([lock.strength.cached, textOf(lock)]).toEqual([0, old.toString()]);
      fs.writeFileSync(cacheFile, bytes.subarray(0, at), { mode: 0o600 });
      expect(since(old).strength.cached).toBe(0);
    }
  });

  it('of zeros, of another machine or root, or from a link, costs time and is named', () => {
    const good = fs.readFileSync(cacheFile);
    const notes: string[] = [];
    fs.writeFileSync(cacheFile, Buffer.alloc(good.length));
    expect(since(old, { notes }).strength.cached).toBe(0);
    expect(fs.readFileSync(cacheFile).equals(Buffer.alloc(good.length))).toBe(true);
    fs.rmSync(cacheFile);
    const moved = join(folder, 'moved');
    fs.renameSync(data, moved);
    fs.cpSync(moved, data, { recursive: true, preserveTimestamps: true });
    fs.writeFileSync(cacheFile, good, { mode: 0o600 });
    expect(since(old, { notes }).strength.cached).toBe(0);
    expect(notes.map((note) => note.replaceAll(folder, ''))).toEqual([
      'the cache /cache is not used: it is not a cache',
      'nothing was cached: /cache is not a cache, and is left as it is',
      'the cache /cache is not used: it is of another machine or another folder',
    ]);
  });

  /** Rows with a right hash at the end, bound to this machine and folder: only who may write the cache can make them. */
  function forge(
    change: (row: { stamps: BigInt64Array; readAt: number; algorithm: 'sha256' | 'blake3'; hex: string }) => void,
    binding = fs.readFileSync(cacheFile).subarray(32, 64).toString('hex'),
  ): void {
    const rows = new NewRows();
    for (const name of ['a', 'b', 'c']) {
      const stamps = new Stamps();
      stamps.take(file(name));
      const row = { stamps: stamps.values, readAt: Date.now(), algorithm: 'sha256' as const, hex: sha256Hex(name) };
      change(row);
      rows.add(name, row);
    }
    const pieces: Uint8Array[] = [];
    rows.emit(null, { binding, oldest: 0, newHasher }, (bytes) => pieces.push(bytes.slice()));
    fs.writeFileSync(cacheFile, Buffer.concat(pieces), { mode: 0o600 });
    expect(pieces.some(({ length }) => length === 3 * ROW)).toBe(true);
  }

  it('that is right but of another machine is not used', () => {
    forge(() => {}, 'ab'.repeat(32));
    const notes: string[] = [];
    const lock = since(old, { notes });
    expect([lock.strength.cached, textOf(lock), notes]).toEqual([
      0,
      old.toString(),
      [expect.stringMatching(/is not used: it is of another machine or another folder$/)],
    ]);
  });

  it.each<readonly [string, Parameters<typeof forge>[0], number]>([
    ['that says the truth', () => {}, 3],
    ['that says another hash', (row) => Object.assign(row, { hex: sha256Hex('x') }), 0],
    ['that says another algorithm', (row) => Object.assign(row, { algorithm: 'blake3' }), 0],
    ['that says the future, as after a clock was set back', (row) => Object.assign(row, { readAt: Date.now() + 3_600_000 }), 0],
    ['that says no time', (row) => Object.assign(row, { readAt: Number.NaN }), 0],
    ['that says a time before all times', (row) => Object.assign(row, { readAt: Number.NEGATIVE_INFINITY }), 0],
    ['that says a negative time', (row) => Object.assign(row, { readAt: -1e300 }), 0],
    ['that says of good files that they are damaged', (row) => Object.assign(row, { readAt: -Date.now() }), 0],
    ['that says the end of time', (row) => Object.assign(row, { readAt: Number.POSITIVE_INFINITY }), 0],
    ['that says another inode', ({ stamps }) => (stamps[1] = 1n), 0],
    ['that says another size', ({ stamps }) => (stamps[2] = 2n), 0],
    ['that says another mtime', ({ stamps }) => (stamps[3] = (stamps[3] as bigint) + 1n), 0],
    ['that says another ctime', ({ stamps }) => (stamps[4] = (stamps[4] as bigint) + 1n), 0],
  ])('%s gives the same lock, by as much reading', (_, change, cached) => {
    forge(change);
    const lock = since(old);
    expect([lock.strength.cached, textOf(lock)]).toEqual([cached, old.toString()]);
    lock.writeReceipt(join(folder, 'r'));
  });
});

it('skips and refusals are those of a whole scan', () => {
  fs.symlinkSync('nowhere', file('broken'));
  fs.writeFileSync(file('a'), 'a');
  settle();
  const old = full();
  since(old);
  const lock = since(old);
  expect([lock.outcome, lock.skippedCount, lock.strength, textOf(lock)]).toEqual([
    'LOCK_PARTIAL',
    1,
    { read: 0, cached: 1 },
    old.toString(),
  ]);
  fs.rmSync(file('broken'));
  fs.rmSync(file('a'));
  expect(() => since(old)).toRefuse('E_EMPTY');
  expect(() => since(Buffer.from(old.toString().replace('"size":1', '"size":2')))).toRefuse('E_TAMPERED');
  fs.writeFileSync(file('a'), 'a');
  expect(() => lockFolder(data, { since: { lock: old, cacheFile: file('c') } })).toThrow(RangeError);
  expect(() => since(old, { maxAge: '3' })).toThrow(RangeError);
  expect(() => since(old).writeReceipt(file('r'))).toRefuse('E_OUTPUT_IN_ROOT');
  fs.writeFileSync(join(folder, 'precious'), 'precious');
  expect(() => since(old).writeReceipt(join(folder, 'precious'))).toRefuse('E_EXISTS');
});
