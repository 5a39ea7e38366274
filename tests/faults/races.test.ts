/** C8: a file that changes while it is read is never hashed, and never verified. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { some } from '../helpers/trials.ts';
import { stopWhileReading } from './paused-reader.ts';
import { isLinux, scratchFolder, sh } from './program.ts';

const MIB = 1 << 20;
const folder = scratchFolder();
const big = join(folder, 'data/m-big');

/** Holes cost nothing to write, and some time to read. `a` is read before it, `z` after it. */
function freshTree(): void {
  fs.mkdirSync(join(folder, 'data'), { recursive: true });
  fs.writeFileSync(join(folder, 'data/a'), 'a');
  fs.rmSync(big, { force: true });
  fs.writeFileSync(big, '');
  fs.truncateSync(big, 128 * MIB);
  fs.writeFileSync(join(folder, 'data/z'), 'z');
}

beforeAll(() => {
  freshTree();
  sh(folder, 'vacuum data > scan.jsonl; lock --scan data --output d.lock');
});
beforeEach(freshTree);

const changes = {
  grows: () => fs.appendFileSync(big, 'x'),
  shrinks: () => fs.truncateSync(big, 7),
  'is touched': () => fs.utimesSync(big, 1, 1),
  'is written to': () => fs.writeFileSync(big, 'x', { flag: 'r+' }),
  vanishes: () => fs.unlinkSync(big),
  'is replaced': () => {
    fs.writeFileSync(`${big}.new`, 'new');
    fs.renameSync(`${big}.new`, big);
  },
};
type Change = keyof typeof changes;
const names = Object.keys(changes) as Change[];
const changed = expect.stringMatching(/^CHANGED_DURING_READ: /);

async function whileReading(words: readonly [string, ...string[]], change: Change) {
  const run = await stopWhileReading(folder, words, 'data/m-big');
  changes[change]();
  run.kill('SIGCONT');
  return run.ended;
}

describe.skipIf(!isLinux)('a file that changes while it is read', () => {
  it.each(names)('%s: lock --scan skips it', async (change) => {
    const { exit, out } = await whileReading(['lock', '--scan', 'data', '--jobs', '1'], change);
    const lock = JSON.parse(out);
    expect(exit).toBe(1);
    expect(lock.members.map(({ path }: { path: string }) => path)).toEqual(['a', 'z']);
    expect(lock.skipped).toMatchObject([{ path: 'm-big', warnings: [{ tool: expect.any(String), code: 'E_IO' }] }]);
    if (change !== 'vanishes') expect(lock.skipped[0].warnings[0].detail.error).toEqual(changed);
  });

  it.each(some(names, 3))('%s: hashbytes passes it on without a hash', async (change) => {
    const { exit, out } = await whileReading(['hashbytes', 'scan.jsonl', '--algorithm', 'blake3'], change);
    const records = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exit).toBe(1);
    expect(records.map(({ bytes_hash }) => bytes_hash !== null)).toEqual([true, false, true]);
    expect(records[1]).toMatchObject({ _skipped: true, _warnings: [{ tool: 'hash', code: 'E_IO', detail: { error: changed } }] });
  });

  it.each(some(names, 2, 1))('%s: lock verify does not say it is verified', async (change) => {
    const { exit, out } = await whileReading(['lock', 'verify', 'd.lock', '--root', 'data', '--json'], change);
    expect(exit).toBe(1);
    const skips = [{ path: 'm-big', reason: 'IO_ERROR', detail: 'changed while it was read' }];
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'VERIFY_PARTIAL',
      members: { checked: 3, verified: 2, failed: 0, skipped: 1, skips },
    });
  });
});

describe.skipIf(!isLinux)('a lockfile that changes while it is read', () => {
  // Space behind the document takes some time to read.
  const long = join(folder, 'long.lock');
  beforeEach(() => fs.writeFileSync(long, Buffer.concat([fs.readFileSync(join(folder, 'd.lock')), Buffer.alloc(48 * MIB, ' ')])));

  it.each<[string, () => void]>([
    ['grows', () => fs.appendFileSync(long, ' ')],
    ['is touched', () => fs.utimesSync(long, 1, 1)],
  ])('%s: lock verify refuses it', async (_, change) => {
    const run = await stopWhileReading(folder, ['lock', 'verify', 'long.lock'], 'long.lock');
    change();
    run.kill('SIGCONT');
    const { exit, out, err } = await run.ended;
    expect([exit, out + err]).toEqual([2, expect.stringContaining('File changed while it was read')]);
  });
});

describe.skipIf(!isLinux)('a file that vanishes before it is opened', () => {
  it('is skipped by lock --scan', async () => {
    const run = await stopWhileReading(folder, ['lock', '--scan', 'data', '--jobs', '1'], 'data/m-big');
    fs.unlinkSync(join(folder, 'data/z'));
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      member_count: 2,
      skipped: [{ path: 'z', warnings: [{ code: 'E_IO', message: 'Cannot read file metadata: No such file or directory' }] }],
    });
  });

  it('is missing to lock verify', async () => {
    const run = await stopWhileReading(folder, ['lock', 'verify', 'd.lock', '--root', 'data', '--json', '--jobs', '1'], 'data/m-big');
    fs.unlinkSync(join(folder, 'data/z'));
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'VERIFY_FAILED',
      members: { verified: 2, failures: [{ path: 'z', reason: 'MISSING' }] },
    });
  });
});
