import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { some } from '../helpers/trials.ts';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Root reads everything; these words take that power away. */
const withoutPower = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
const canLosePower = !isRoot || spawnSync('setpriv', ['--version']).status === 0;

let work = '';

beforeAll(() => {
  work = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'scan-'));
  for (const folder of ['data/a', 'data/closed', 'data/listed', 'elsewhere']) fs.mkdirSync(join(work, folder), { recursive: true });
  for (const file of ['data/a/x.csv', 'data/a-b', 'data/C:', 'data/closed/y', 'data/listed/z', 'data/no-read', 'elsewhere/w']) {
    fs.writeFileSync(join(work, file), file);
  }
  fs.writeFileSync(Buffer.concat([Buffer.from(`${work}/data/bad`), Buffer.from([0xff])]), '');
  execFileSync('mkfifo', [join(work, 'data/pipe')]);
  for (const [target, link] of [
    ['nowhere', 'broken'],
    ['.', 'self'],
    ['../elsewhere', 'folder'],
    ['a/x.csv', 'file'],
  ] as const) {
    fs.symlinkSync(target, join(work, 'data', link));
  }
  fs.chmodSync(join(work, 'data/closed'), 0o000);
  fs.chmodSync(join(work, 'data/listed'), 0o400);
  fs.chmodSync(join(work, 'data/no-read'), 0o000);
});

afterAll(() => {
  execFileSync('chmod', ['-R', 'u+rwX', work]);
  fs.rmSync(work, { recursive: true });
});

function output(line: string): string {
  const words = [...withoutPower, 'sh', '-c', line];
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: work, EPISTEMIC_WITNESS: join(work, 'ledger.jsonl') };
  return spawnSync(words[0] as string, words.slice(1), { cwd: work, env, encoding: 'utf8' }).stdout;
}

describe.skipIf(!canLosePower)('lock --scan', () => {
  const roots = ['data', './data', '../$(basename "$PWD")/data/', '"$PWD"/data', 'data/self'];
  const flags = ['', '--no-follow', "--exclude 'a*'", "--include '*/*'", '--algorithm blake3'];
  const cases = [...some(roots, 2).map((root) => [root, ''] as const), ...flags.slice(1).map((flag) => ['./data', flag] as const)];
  test.each(cases)('%s %s gives the bytes of the pipeline, skips and all', (root, flag) => {
    const isHashing = flag.startsWith('--algorithm');
    const pipeline = `vacuum ${root} ${isHashing ? '' : flag} | hashbytes ${isHashing ? flag : ''} | lock --created 2026-01-01T00:00:00Z`;
    const expected = output(pipeline);
    expect(JSON.parse(expected).skipped_count).toBeGreaterThan(0);
    expect(output(`lock --scan ${root} ${flag} --created 2026-01-01T00:00:00Z`)).toBe(expected);
  });

  test.each(some(['', '--no-follow', "--exclude 'a*'"], 2))(
    'in shards %s gives the bytes of one scan, folders that cannot be listed and all',
    (flag) => {
      const given = `--scan data ${flag} --created 2026-01-01T00:00:00Z`;
      const expected = output(`lock ${given}`);
      expect(JSON.parse(expected).skipped.map(({ path }: { path: string }) => path)).toContain('closed');
      const parts = 'for i in 0 1 2 3; do lock $GIVEN --shard $i/4 --output p$i --force || echo "exit $?"; done';
      expect(output(`${parts.replace('$GIVEN', given)}; lock merge p3 p1 p0 p2`)).toBe(expected);
    },
  );
});
