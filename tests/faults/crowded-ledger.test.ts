/** W2: whoever writes to a ledger, and whatever state it is found in, the chain goes on from its last whole record. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { sampleChain } from '../witness/sample-ledger.ts';
import { isLinux, scratchFolder, sh } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder('disk');
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  fs.mkdirSync(at('data'));
  fs.writeFileSync(at('data/a'), 'a');
});

const RUNS = trials(12, 64);

describe.skipIf(!isLinux)(`${RUNS} runs of lock at once`, () => {
  it('leave one unbroken chain, and as many whole lockfiles', () => {
    const { exit, out, err } = sh(
      folder,
      `for i in {1..${RUNS}}; do lock --scan data --output $i.lock --dataset-id $i & done; wait; custody witness verify --json`,
    );
    expect([exit, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'WITNESS_OK', lines: RUNS });
    const records = fs
      .readFileSync(at('.epistemic/witness.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ id }) => id).slice(0, -1)).toEqual(records.map(({ prev }) => prev).slice(1));
    const names = Array.from({ length: RUNS }, (_, i) => String(i + 1));
    expect(records.length).toBe(RUNS);
    expect(new Set(records.map(({ params }) => params.dataset_id))).toEqual(new Set(names));
    for (const name of names) expect(JSON.parse(fs.readFileSync(at(`${name}.lock`), 'utf8')).dataset_id).toBe(name);
  });

  it('that write one file leave one of them, whole, and no staging', () => {
    sh(folder, 'mkdir one; for i in {1..8}; do lock --scan data --output one/d.lock --dataset-id $i & done; wait');
    expect(fs.readdirSync(at('one'))).toEqual(['d.lock']);
    expect(sh(folder, 'lock verify one/d.lock --root data').exit).toBe(0);
  });
});

describe.skipIf(!isLinux)('a ledger with a torn last line', () => {
  const [first = '', second = ''] = sampleChain(2);
  const last = JSON.parse(first) as { id: string };

  it.each([1, 100, second.length - 1])('of %i bytes is chained on from the last whole record', async (length) => {
    const env = { EPISTEMIC_WITNESS: 'torn.jsonl' };
    fs.writeFileSync(at('torn.jsonl'), `${first}\n${second.slice(0, length)}`);
    expect(JSON.parse((await runInProcess(folder, 'custody witness last --json', env)).out).id).toBe(last.id);
    expect(await runInProcess(folder, 'lock --scan data > o', env)).toMatchObject({ exit: 0, err: '' });
    const lines = fs.readFileSync(at('torn.jsonl'), 'utf8').split('\n');
    expect(lines.slice(0, 2)).toEqual([first, second.slice(0, length)]);
    expect(JSON.parse(lines[2] as string).prev).toBe(last.id);
    const { exit, out } = await runInProcess(folder, 'custody witness verify', env);
    expect([exit, out]).toEqual([1, expect.stringContaining('TORN')]);
  });
});

const LINES = trials(200_000, 1_000_000);

describe.skipIf(!isLinux)(`a ledger of ${LINES} lines`, () => {
  const [last = ''] = sampleChain(1);
  beforeAll(() => fs.writeFileSync(at('long.jsonl'), `${'{"id":"blake3:0","tool":"other"}\n'.repeat(LINES - 1)}${last}\n`));

  it('is read from its end by witness last', () => {
    const { exit, out } = sh(folder, 'custody witness last --json', { EPISTEMIC_WITNESS: 'long.jsonl' });
    expect([exit, JSON.parse(out).params.dataset_id]).toEqual([0, 'd1']);
  });

  it('is appended to, with the id of its last record', () => {
    const before = fs.statSync(at('long.jsonl')).size;
    expect(sh(folder, 'lock --scan data > o', { EPISTEMIC_WITNESS: 'long.jsonl' })).toMatchObject({ exit: 0, err: '' });
    const fd = fs.openSync(at('long.jsonl'), 'r');
    const line = Buffer.alloc(fs.fstatSync(fd).size - before);
    fs.readSync(fd, line, 0, line.length, before);
    fs.closeSync(fd);
    expect(JSON.parse(line.toString()).prev).toBe(JSON.parse(last).id);
  });

  it('is counted to the last line', () => {
    expect(sh(folder, 'custody witness count', { EPISTEMIC_WITNESS: 'long.jsonl' }).out).toBe(`${LINES + 1}\n`);
  });
});
