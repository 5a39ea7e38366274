import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runLine } from './shell-line.ts';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
let cwd = '';
const place = () => ({ cwd, env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: cwd, SOURCE_DATE_EPOCH: '1768473000' } });

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'line-')));
  mkdirSync(join(cwd, "it's"));
  writeFileSync(join(cwd, "it's/a"), 'a');
});
afterEach(() => rmSync(cwd, { recursive: true }));

it.each([
  `vacuum "it's" | hashbytes | lock --note 'a "b" $HOME; c' --dataset-id "d e" --no-witness`,
  `lock --scan "it's" > L; lock verify L; lock verify none 2> /dev/null && echo never; lock verify L --root 'none' && echo never`,
  `echo b > "it's/b"; EPISTEMIC_WITNESS=w lock --scan "it's" -o 'L L' && custody witness query --json < /dev/null > out; wc -l w; cat out`,
  `lock --scan it\\'s | head -c 20; cd "it's" && lock --scan . --no-witness; x=1; echo $x "$(lock --version)"`,
])('runLine() does what a shell does: %s', async (line) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { ...place(), encoding: 'utf8' });
  rmSync(cwd, { recursive: true });
  mkdirSync(join(cwd, "it's"), { recursive: true });
  writeFileSync(join(cwd, "it's/a"), 'a');
  expect(await runLine(line, place())).toEqual({ exit: status, out: stdout, err: stderr });
});

it('runLine() shows both streams in the order of a terminal where that is asked for', async () => {
  const { exit, out, err } = await runLine(`lock --scan "it's" > L; lock --scan "it's" -o M; cat L M`, { ...place(), isMerged: true });
  const text = readFileSync(join(cwd, 'L'), 'utf8');
  expect(out.endsWith(text + text)).toBe(true);
  expect([exit, out, err]).toEqual([0, expect.stringMatching(/^lock: created M [^\n]+\n[{]/), '']);
});
