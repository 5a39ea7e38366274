/** C8: what is sealed is what was read; a source that changes meanwhile is refused, and so is a second seal of the same target. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { some, trials } from '../../helpers/trials.ts';
import { stopWhileReading } from '../paused-reader.ts';
import { isLinux, refusalIn, scratchFolder, sh, start } from '../program.ts';

const MIB = 1 << 20;
const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
const big = at('in/m-big');

beforeEach(() => {
  for (const name of ['in', 'out', 'many']) fs.rmSync(at(name), { recursive: true, force: true });
  fs.mkdirSync(at('in'));
  fs.writeFileSync(at('in/a'), 'a');
  fs.writeFileSync(big, '');
  fs.truncateSync(big, 128 * MIB);
  fs.writeFileSync(at('in/z'), 'z');
});

const changes = {
  grows: () => fs.appendFileSync(big, 'x'),
  shrinks: () => fs.truncateSync(big, 7),
  'is touched': () => fs.utimesSync(big, 1, 1),
  'is written to': () => fs.writeFileSync(big, 'x', { flag: 'r+' }),
};

describe.skipIf(!isLinux)('a file that changes while it is sealed', () => {
  it.each(Object.entries(changes))('%s: nothing is sealed, and it is named', async (_, change) => {
    const run = await stopWhileReading(folder, ['pack', 'seal', 'in', '--output', 'out/evidence', '--jobs', '1'], 'in/m-big');
    change();
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO', detail: { path: 'in/m-big' } }]);
    expect(fs.existsSync(at('out'))).toBe(false);
  });

  it.each([
    ['vanishes', () => fs.unlinkSync(big)],
    ['is replaced', () => fs.renameSync(at('in/a'), big)],
  ])('%s: what was opened is sealed whole, or nothing is', async (_, change) => {
    const run = await stopWhileReading(folder, ['pack', 'seal', 'in', '--output', 'out/evidence', '--jobs', '1'], 'in/m-big');
    change();
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    if (exit === 2) expect([refusalIn(out).code, fs.existsSync(at('out'))]).toEqual(['E_IO', false]);
    else {
      expect(exit).toBe(0);
      expect(sh(folder, 'pack verify out/evidence').exit).toBe(0);
      expect(fs.statSync(at('out/evidence/in/m-big')).size).toBe(128 * MIB);
    }
  });

  it('or one that goes before it is opened: nothing is sealed', async () => {
    const run = await stopWhileReading(folder, ['pack', 'seal', 'in', '--output', 'out/evidence', '--jobs', '1'], 'in/m-big');
    fs.unlinkSync(at('in/z'));
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO', detail: { path: 'in/z' } }]);
    expect(fs.existsSync(at('out'))).toBe(false);
  });

  it.each([
    ['pipe', () => sh(folder, 'rm in/z; mkfifo in/z')],
    ['link', () => sh(folder, 'rm in/z; ln -s /etc/hostname in/z')],
  ])('or one that became a %s before it is opened: it is neither waited for nor followed', async (_, change) => {
    const run = await stopWhileReading(folder, ['pack', 'seal', 'in', '--output', 'out/evidence', '--jobs', '1'], 'in/m-big');
    change();
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO', detail: { path: 'in/z' } }]);
    expect(fs.existsSync(at('out'))).toBe(false);
  });
});

describe.skipIf(!isLinux)('a member that changes while it is verified', () => {
  it.each(some(Object.entries(changes), 2))('%s: is never OK', async (_, change) => {
    expect(sh(folder, 'pack seal in --output out/evidence').exit).toBe(0);
    fs.renameSync(at('out/evidence/in/m-big'), big);
    fs.linkSync(big, at('out/evidence/in/m-big'));
    const words = ['pack', 'verify', 'out/evidence', '--json', '--jobs', '1'] as const;
    const run = await stopWhileReading(folder, words, 'out/evidence/in/m-big');
    change();
    run.kill('SIGCONT');
    const { exit, out } = await run.ended;
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO' }]);
  });
});

describe.skipIf(!isLinux)('seals at once', () => {
  it('to one target: one wins, the others refuse, the result is whole', async () => {
    fs.truncateSync(big, 8 * MIB);
    for (let round = 0; round < trials(2, 5); round++) {
      fs.rmSync(at('out'), { recursive: true, force: true });
      const runs = Array.from({ length: 4 }, (_, i) =>
        start(folder, ['pack', 'seal', 'in', '--output', 'out/evidence', '--note', `${i}`, '--no-sync']),
      );
      const ended = await Promise.all(runs.map((run) => run.ended));
      expect(ended.filter(({ exit }) => exit === 0).length, JSON.stringify(ended)).toBe(1);
      expect(ended.filter(({ exit }) => exit === 2).length).toBe(3);
      for (const { exit, out } of ended) if (exit === 2) expect(refusalIn(out).code).toBe('E_IO');
      const winner = ended.find(({ exit }) => exit === 0)?.out.split(/\s/)[1] as string;
      expect(fs.readFileSync(at('out/evidence/manifest.json'), 'utf8')).toContain(winner);
      expect(fs.readdirSync(at('out'))).toEqual(['evidence']);
      expect(sh(folder, 'pack verify out/evidence').exit).toBe(0);
    }
  });

  it('of the same pack to the default folder: one wins, the others refuse', async () => {
    fs.truncateSync(big, MIB);
    const runs = Array.from({ length: 4 }, () => start(folder, ['pack', 'seal', 'in', '--no-sync']));
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.filter(({ exit }) => exit === 0).length, JSON.stringify(ended)).toBe(1);
    expect(ended.filter(({ exit }) => exit === 2).length).toBe(3);
    expect(fs.readdirSync(at('pack')).length).toBe(1);
    expect(sh(folder, 'pack verify pack/*').exit).toBe(0);
  });

  it('to many targets in one folder: as many whole packs, one unbroken ledger', () => {
    fs.truncateSync(big, 1000);
    const count = trials(8, 64);
    const line = `for i in {1..${count}}; do pack seal in --output many/$i --note $i --no-sync > /dev/null & done; wait; ls -A many | wc -l`;
    const { exit, out, err } = sh(folder, line, { EPISTEMIC_WITNESS: 'many.jsonl' });
    expect([exit, out.trim(), err]).toEqual([0, `${count}`, '']);
    expect(sh(folder, `for i in {1..${count}..5}; do pack verify many/$i --no-witness > /dev/null || exit 1; done`).exit).toBe(0);
    expect(JSON.parse(sh(folder, 'custody witness verify --json', { EPISTEMIC_WITNESS: 'many.jsonl' }).out)).toMatchObject({
      outcome: 'WITNESS_OK',
      lines: count,
    });
  });
});
