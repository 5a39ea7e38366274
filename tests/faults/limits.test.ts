/** A poor environment: few descriptors, little memory, no home, no working folder. A run does its whole work, or says why not. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { isLinux, refusalIn, scratchFolder, sh } from './program.ts';

const folder = scratchFolder();
const line = 'lock --scan data --jobs 8';
let expected = '';

beforeAll(() => {
  for (let i = 0; i < trials(500, 2000); i++) {
    fs.mkdirSync(join(folder, 'data', `${i % 50}`), { recursive: true });
    fs.writeFileSync(join(folder, 'data', `${i % 50}`, `${i}`), `${i}`);
  }
  for (const name of ['long-1', 'long-2']) fs.writeFileSync(join(folder, 'data', name), Buffer.alloc(3 << 20, name));
  expected = sh(folder, line).out;
});

/**
 * A thread that finds no room ends the process at any moment, also after the lock was written, and no code of ours runs then. So the exit
 * says less than the file: 0 means that it is whole.
 */
function wholeOrNone(limit: string, words: string, whole: string): 'whole' | 'none' {
  const path = join(folder, 'limited.lock');
  fs.rmSync(path, { force: true });
  const { exit } = sh(folder, `ulimit -c 0; ${limit}; exec ${words} --output limited.lock`);
  const left = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
  expect([limit, left]).toEqual([limit, exit === 0 || left !== '' ? whole : '']);
  return left === '' ? 'none' : 'whole';
}

describe.skipIf(!isLinux)('few descriptors', () => {
  it.each(['sha256', 'blake3'])('are enough for a whole lock by %s, or for none', (algorithm) => {
    const whole = sh(folder, `${line} --algorithm ${algorithm}`).out;
    const complete: number[] = [];
    for (let most = 16; most <= 48; most += trials(16, 4))
      if (wholeOrNone(`ulimit -n ${most}`, `${line} --algorithm ${algorithm}`, whole) === 'whole') complete.push(most);
    expect(complete).toContain(48);
  });

  it('are enough for hashbytes and lock verify too', () => {
    const lines = `ulimit -n 32; vacuum data > scan.jsonl && hashbytes scan.jsonl --jobs 8 > hashed.jsonl && lock hashed.jsonl > d.lock && lock verify d.lock --root data --jobs 8 --closed`;
    expect(sh(folder, lines)).toMatchObject({ exit: 0, err: '' });
    expect(fs.readFileSync(join(folder, 'd.lock'), 'utf8')).toBe(expected);
  });
});

/** Threads are counted for each user, and not for root: so another user runs the program, if the program may be read by all. */
const asNobody = 'setpriv --reuid=65533 --regid=65533 --clear-groups';
const canBeNobody = isLinux && sh(folder, `${asNobody} lock --version`).exit === 0;

describe.skipIf(!canBeNobody)(`few threads${canBeNobody ? '' : ' (skipped: needs root, and a program that others may read)'}`, () => {
  it.each([10, 12])('of %i, the program does with those it gets', (most) => {
    fs.chmodSync(folder, 0o755);
    const { exit, out, err } = sh(folder, `${asNobody} bash -c 'ulimit -u ${most}; exec ${line} --no-witness'`);
    expect([exit, out === expected, err]).toEqual([0, true, '']);
  });
});

describe.skipIf(!isLinux)('little room', () => {
  it.each([3, 6, 12])('of %i GB for addresses leaves a whole lock or none', (gigabytes) => {
    wholeOrNone(`ulimit -v ${gigabytes * 1_000_000}`, line, expected);
  });

  it('for a single file is told, and leaves the old one', () => {
    fs.writeFileSync(join(folder, 'old.lock'), 'old');
    const { exit, out } = sh(folder, `trap '' XFSZ; ulimit -f 16; ${line} --output old.lock --force --no-witness`);
    expect([exit, JSON.parse(out).refusal]).toMatchObject([2, { code: 'E_IO', detail: { path: 'old.lock', error: 'File too large' } }]);
    expect(fs.readFileSync(join(folder, 'old.lock'), 'utf8')).toBe('old');
    expect(fs.readdirSync(folder).filter((name) => name.includes('staging'))).toEqual([]);
  });
});

describe.skipIf(!isLinux)('a working folder that was removed', () => {
  const gone = 'mkdir -p gone && cd gone && rmdir ../gone;';

  it('does not matter to whole paths', () => {
    const lines = `${gone} lock --version; lock --scan ${folder}/data --output ${folder}/d.lock && lock verify ${folder}/d.lock --root ${folder}/data --closed`;
    expect(sh(folder, lines)).toMatchObject({ exit: 0, err: '' });
    expect(fs.readFileSync(join(folder, 'd.lock'), 'utf8')).toBe(expected);
  });

  it.each([
    ['lock --scan .', 'E_ROOT_NOT_FOUND'],
    ['lock --scan data', 'E_ROOT_NOT_FOUND'],
    ['vacuum .', 'E_ROOT_NOT_FOUND'],
    ['lock verify d.lock', 'E_IO'],
    ['lock records.jsonl', 'E_IO'],
    ['hashbytes records.jsonl', 'E_IO'],
    [`lock --scan ${folder}/data --output d.lock`, 'E_IO'],
    // No thread starts there, and this needs one.
    [`echo a,b > ${folder}/t.csv; fingerprint ${folder}/t.csv`, 'E_IO'],
    // This one needs a process, which cannot start a thread.
    [`echo > ${folder}/t.pdf; fingerprint ${folder}/t.pdf`, 'E_IO'],
  ])('holds nothing: %s', (words, code) => {
    const { exit, out, err } = sh(folder, `${gone} ${words}`);
    expect([exit, refusalIn(out).code, err]).toEqual([2, code, '']);
  });

  it('costs the record where the ledger would be in it', () => {
    const { exit, err } = sh(folder, `${gone} EPISTEMIC_WITNESS=w.jsonl lock --scan ${folder}/data > /dev/null`);
    expect([exit, err]).toEqual([0, expect.stringMatching(/^lock: witness append warning: [^\n]+\n$/)]);
  });
});
