/** Every `next_command` runs when it is pasted into a shell: it leads on, and is neither a mistake on the line nor an unknown program. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../bin', import.meta.url));
const withoutPower = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search' : '';
const BAD = `'{"lock_hash":"","members":[{"path":"/a","bytes_hash":"sha256:00","size":0}],"version":"lock.v0"}'`;

interface Scenario {
  readonly code: string;
  /** What is there before; `data/a.csv` always is. */
  readonly given?: string;
  readonly refused: string;
  /** Of the next command; 0 unless said. */
  readonly exit?: 0 | 1;
  /** Must then succeed. */
  readonly proof?: string;
}

const scenarios: readonly Scenario[] = [
  { code: 'E_EMPTY', refused: 'lock < /dev/null' },
  { code: 'E_EMPTY', given: 'mkdir none', refused: 'lock --scan none' },
  { code: 'E_BAD_INPUT', refused: 'lock data/a.csv' },
  { code: 'E_BAD_INPUT', refused: `vacuum data nowhere | lock --dataset-id 'it"s $HOME'` },
  { code: 'E_BAD_INPUT', given: 'mkdir -p one two; echo 1 > one/same; echo 2 > two/same', refused: 'vacuum one two | hashbytes | lock' },
  { code: 'E_MISSING_HASH', refused: 'vacuum data | lock --dataset-id dec' },
  {
    code: 'E_MISSING_HASH',
    given: `mkdir "it's \\$HOME"; echo x > "it's \\$HOME/b"`,
    refused: `vacuum "it's \\$HOME" | lock --dataset-id "it's"`,
  },
  {
    code: 'E_MISSING_HASH',
    given: `mkdir "$(printf 'a\\nb')"; echo x > "$(printf 'a\\nb')/c"`,
    refused: `vacuum "$(printf 'a\\nb')" | lock`,
  },
  { code: 'E_SKIPPED', given: 'mkfifo data/pipe', refused: 'lock --scan data --strict', exit: 1 },
  {
    code: 'E_OUTPUT_IN_ROOT',
    refused: `lock --scan data --output data/d.json --note "it's" --exclude '*.tmp'`,
    proof: 'lock verify d.json --root data',
  },
  { code: 'E_OUTPUT_IN_ROOT', refused: 'lock --scan . --output d.json', proof: 'lock verify ../d.json --root .' },
  { code: 'E_IO', refused: 'lock missing.jsonl' },
  { code: 'E_IO', refused: 'lock data', proof: 'test -d data' },
  { code: 'E_IO', given: `mkdir ./-x; echo x > ./-x/y`, refused: 'lock ./-x' },
  { code: 'E_IO', given: 'mkdir ./-x', refused: 'lock -- -x/missing' },
  { code: 'E_IO', refused: 'lock --scan data --output new/folder/d.json', proof: 'lock --scan data --output new/folder/d.json' },
  { code: 'E_IO', given: 'mkdir shut; chmod 555 shut', refused: `${withoutPower} lock --scan data --output shut/d.json` },
  { code: 'E_IO', refused: 'lock --scan data/a.csv' },
  { code: 'E_ROOT_NOT_FOUND', refused: 'lock --scan nowhere' },
  { code: 'E_ROOT_PERMISSION', given: 'mkdir shut; chmod 000 shut', refused: `${withoutPower} lock --scan shut` },
  { code: 'E_ROOT_NOT_FOUND', refused: 'vacuum' },
  { code: 'E_ROOT_NOT_FOUND', refused: 'vacuum nowhere' },
  { code: 'E_IO', refused: 'lock verify missing.lock.json' },
  { code: 'E_IO', refused: 'lock diff missing.lock.json missing.lock.json' },
  {
    code: 'E_BAD_LOCKFILE',
    given: `echo ${BAD} > bad.json`,
    refused: 'lock verify bad.json --root data',
    proof: 'lock verify bad.json --root data',
  },
  { code: 'E_BAD_LOCKFILE', given: `echo ${BAD} > bad.json`, refused: 'lock verify ./bad.json', proof: 'lock verify bad.json --root .' },
  {
    code: 'E_BAD_LOCKFILE',
    given: `echo no > 'data/[a]*.json'`,
    refused: `lock verify 'data/[a]*.json' --root data/`,
    proof: `lock verify 'data/[a]*.json' --root data`,
  },
  {
    code: 'E_BAD_LOCKFILE',
    given: 'echo no > ./-bad.json',
    refused: 'lock verify --root data -- -bad.json',
    proof: 'lock verify --root data -- -bad.json',
  },
  {
    code: 'E_UNKNOWN_ALGORITHM',
    given: `echo ${BAD.replace('/a', 'a').replace('sha256', 'md5')} > bad.json`,
    refused: 'lock verify bad.json',
    proof: 'lock verify bad.json --root .',
  },
  { code: 'E_UNSUPPORTED_VERSION', given: `echo ${BAD.replace('lock.v0', 'lock.v9')} > bad.json`, refused: 'lock verify bad.json' },
  { code: 'E_ROOT_NOT_FOUND', given: 'lock --scan data --output d.json', refused: 'lock verify d.json --root nowhere' },
  {
    code: 'E_TAMPERED',
    given: `lock --scan data --output d.json; echo ${BAD.replace('/a', 'a')} > bad.json`,
    refused: 'lock diff d.json bad.json',
    exit: 1,
  },
];

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'next-')));
  sh('mkdir -p work/data home && cd work && echo hello > data/a.csv', folder);
});

afterEach(() => {
  sh('chmod -R u+rwX .', folder);
  rmSync(folder, { recursive: true });
});

function sh(script: string, cwd = join(folder, 'work')): { exit: number | null; out: string; err: string } {
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: join(folder, 'home') };
  const result = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8', timeout: 60_000 });
  return { exit: result.status, out: result.stdout, err: result.stderr };
}

describe('next_command', () => {
  it.each(scenarios)('of $code runs after: $refused', ({ code, given, refused, exit = 0, proof }) => {
    if (given !== undefined) sh(given);
    const envelope = JSON.parse(sh(refused).out);
    expect(envelope).toMatchObject({ outcome: 'REFUSAL', refusal: { code, next_command: expect.any(String) } });
    const next = sh(envelope.refusal.next_command);
    expect(next, envelope.refusal.next_command).toMatchObject({ exit });
    if (proof !== undefined) expect(sh(proof), proof).toMatchObject({ exit: 0 });
  });

  it('is tried here for every code that comes with one in a script', () => {
    const scripts = new URL('scripts/', import.meta.url);
    const texts = ['lock', 'pipeline', 'vacuum'].flatMap((room) =>
      readdirSync(new URL(room, scripts), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.txt'))
        .map((name) => readFileSync(new URL(`${room}/${name}`, scripts), 'utf8')),
    );
    const refusals = texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.startsWith('| {') && line.includes('"outcome":"REFUSAL"'));
    const codes = refusals.map((line) => JSON.parse(line.slice(2)).refusal).filter((refusal) => refusal.next_command !== null);
    expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(scenarios.map(({ code }) => code)));
  });
});
