/** R5: of many writers one writes, whatever moment a run is ended at the file is the old one or the new one, and a value that came meanwhile stays. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { some, trials } from '../../helpers/trials.ts';
import type { ReplayResult } from '../../replay/bundle.ts';
import { embeddedDigest } from '../../replay/reference.ts';
import { bytesReadBy, isOver, stop } from '../paused-reader.ts';
import { isLinux, pause, type Running, scratchFolder, sh, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = scratchFolder();
const bundle = join(folder, 'snapshots/demo');
const snapshot = join(bundle, 'snapshot.json');
const text = (expected: string): string => `{\r\n\t"z": 1,\r\n\t"expected_hash_v1": "${expected}",\r\n\t"a": [1.0]\r\n}`;
const claim = '{"claim_id":"1"}';
const HASH = embeddedDigest({ 'snapshot.json': text(''), 'claims/1.json': claim });
const writing = ['custody', 'replay', 'verify', '--bundle', 'snapshots/demo', '--write-expected'] as const;

beforeEach(() => {
  fs.rmSync(bundle, { recursive: true, force: true });
  fs.mkdirSync(join(bundle, 'claims'), { recursive: true });
  fs.writeFileSync(snapshot, text('REPLACE_AFTER_COMPUTE'));
  fs.writeFileSync(join(bundle, 'claims/1.json'), claim);
});

const parsed = (out: string): ReplayResult => JSON.parse(out) as ReplayResult;

describe('many writers at once', () => {
  it.each(Array.from({ length: trials(1, 3) }, (_, round) => round + 1))('end with one valid hash written once, round %i', async () => {
    const ends = await Promise.all(Array.from({ length: trials(5, 16) }, () => start(folder, writing).ended));
    const results = ends.map(({ exit, out, err }) => ({ exit, err, ...parsed(out) }));
    const writers = results.filter((result) => result.wrote_expected);
    expect(writers.map(({ exit, write_reason, write_blocked }) => [exit, write_reason, write_blocked])).toEqual([
      [2, 'placeholder', false],
    ]);
    for (const other of results.filter((result) => !result.wrote_expected))
      expect([other.exit, other.write_reason, other.write_blocked, other.got]).toEqual([3, 'existing_expected_present', true, HASH]);
    expect(results.map(({ err }) => err).join('')).toBe('');
    expect(fs.readFileSync(snapshot, 'utf8')).toBe(text(HASH));
    expect(fs.readdirSync(bundle).sort()).toEqual(['claims', 'snapshot.json']);
    expect((await runInProcess(folder, writing.join(' '))).exit).toBe(3);
    expect((await runInProcess(folder, 'custody witness verify')).exit).toBe(0);
  });
});

describe.skipIf(!isLinux)('a writer that is killed', () => {
  it('leaves the old file or the new one, and nothing that hinders the next run', async () => {
    const seen = new Set<string>();
    const before = performance.now();
    sh(folder, writing.join(' '));
    const usual = performance.now() - before;
    const times = trials(4, 24);
    for (let i = 0; i < times; i++) {
      fs.writeFileSync(snapshot, text('REPLACE_AFTER_COMPUTE'));
      const run = start(folder, writing);
      // The first has not begun: however busy the machine, its file is the old one.
      if (i > 0) await pause(usual * (0.4 + (0.7 * i) / times));
      run.kill('SIGKILL');
      await run.ended;
      const left = fs.readFileSync(snapshot, 'utf8');
      expect([text('REPLACE_AFTER_COMPUTE'), text(HASH)]).toContain(left);
      seen.add(left === text(HASH) ? 'new' : 'old');
      const { exit } = await runInProcess(folder, writing.join(' '));
      expect(exit).toBe(left === text(HASH) ? 3 : 2);
      expect(fs.readFileSync(snapshot, 'utf8')).toBe(text(HASH));
    }
    expect(seen).toContain('old');
    fs.writeFileSync(snapshot, text(''));
    expect((await runInProcess(folder, writing.join(' '))).exit).toBe(2);
    expect(fs.readdirSync(bundle).sort()).toEqual(['claims', 'snapshot.json']);
  });

  it('while it writes leaves its staging and lock to the next run, which clears both away', async () => {
    const isExtra = (name: string): boolean => name !== 'claims' && name !== 'snapshot.json';
    const extras = (): string[] => fs.readdirSync(bundle).filter(isExtra);
    for (let tries = 0; extras().length === 0; tries++) {
      expect(tries).toBeLessThan(60);
      fs.writeFileSync(snapshot, text(''));
      const run = start(folder, writing);
      while (extras().length === 0 && fs.readFileSync(snapshot, 'utf8') === text('')) await pause(0);
      run.kill('SIGKILL');
      await run.ended;
    }
    fs.writeFileSync(snapshot, text(''));
    const { exit, out, err } = sh(folder, writing.join(' '));
    expect([exit, parsed(out).write_reason, err]).toEqual([2, 'placeholder', '']);
    expect(extras()).toEqual([]);
    expect(fs.readFileSync(snapshot, 'utf8')).toBe(text(HASH));
  });
});

/** A claim that takes a while to read as JSON, so that a run can be stopped when it has read the bundle a number of times, and not yet written. */
const LONG = 2 << 20;

const TRIES = 50;

async function stoppedAfterReads(count: number): Promise<Running> {
  for (let tries = 0; tries < TRIES; tries++) {
    const run = start(folder, writing);
    const hasEnded = isOver(run);
    while (!hasEnded() && bytesReadBy(run.pid) < count * LONG) await pause(1);
    await stop(run);
    if (!hasEnded() && fs.readFileSync(snapshot, 'utf8') === text('REPLACE_AFTER_COMPUTE')) return run;
    run.kill('SIGKILL');
    await run.ended;
    fs.writeFileSync(snapshot, text('REPLACE_AFTER_COMPUTE'));
  }
  throw new Error('the bundle was always read and written before the run could be stopped');
}

/** When it is first read, when it is read again under the lock, and when it is looked at right before the rename. */
describe.skipIf(!isLinux).each([1, 2, 3])('snapshot.json changes after %i reads of the bundle, before the write', (reads) => {
  const long = `["${'x'.repeat(98)}"${`,"${'x'.repeat(98)}"`.repeat(LONG / 101)}]`;
  beforeEach(() => fs.writeFileSync(join(bundle, 'claims/1.json'), long));

  async function whileStopped(change: () => void) {
    const run = await stoppedAfterReads(reads);
    change();
    const changed = fs.existsSync(snapshot) ? fs.readFileSync(snapshot, 'utf8') : null;
    run.kill('SIGCONT');
    const { exit, out, err } = await run.ended;
    const result = parsed(out);
    const left = fs.existsSync(snapshot) ? fs.readFileSync(snapshot, 'utf8') : null;
    expect([err, result.ok, result.wrote_expected]).toEqual(['', false, left !== changed]);
    expect(fs.readdirSync(bundle).filter((name) => name !== 'claims' && name !== 'snapshot.json')).toEqual([]);
    // What is listed is what was judged last.
    const listed = result.files?.find(({ file }) => file === 'snapshot.json')?.bytes_hash;
    expect(listed).toBe(changed === null ? undefined : `sha256:${createHash('sha256').update(changed).digest('hex')}`);
    return { exit, reason: result.write_reason, blocked: result.write_blocked, left };
  }

  const other = text('A'.repeat(64));
  const stays = { exit: 3, reason: 'existing_expected_present', blocked: true };
  const changes = [
    ['to a real hash: it stays, exit 3', () => fs.writeFileSync(snapshot, other), { ...stays, left: other }],
    [
      'and is gone: nothing is made in its place',
      () => fs.rmSync(snapshot),
      { exit: 4, reason: 'snapshot_not_found', blocked: true, left: null },
    ],
    [
      'to junk, by a rename: it stays, exit 3',
      () => {
        fs.writeFileSync(join(folder, 'new'), text('mine'));
        fs.renameSync(join(folder, 'new'), snapshot);
      },
      { ...stays, left: text('mine') },
    ],
    [
      'and is no JSON any more: it stays',
      () => fs.writeFileSync(snapshot, '{not-json'),
      { exit: 4, reason: 'snapshot_invalid_json', blocked: true, left: '{not-json' },
    ],
  ] as const;

  it.each(some(changes, 2, reads))('%s', async (_, change, expected) => {
    expect(await whileStopped(change)).toMatchObject(expected);
  });

  if (trials(reads === 3, true))
    it('in another value beside the placeholder: only a hash of what is there may be written', async () => {
      const changed = text('REPLACE_AFTER_COMPUTE').replace('1.0', '2.0');
      const { left } = await whileStopped(() => fs.writeFileSync(snapshot, changed));
      const hash = embeddedDigest({ 'snapshot.json': changed, 'claims/1.json': long });
      expect([changed, changed.replace('REPLACE_AFTER_COMPUTE', hash)]).toContain(left);
    });
});
