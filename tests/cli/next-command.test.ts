/**
 * Every `next_command` runs when it is pasted into a shell: it leads on, and is neither a mistake on the line nor an unknown program. It leaves
 * every file that was there before as it was (M1).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderState } from '../helpers/folder-state.ts';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { type LineResult, runLine } from '../helpers/shell-line.ts';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
const withoutPower = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search' : '';
const BAD = `'{"lock_hash":"","members":[{"path":"/a","bytes_hash":"sha256:00","size":0}],"version":"lock.v0"}'`;

const LEDGER = '"$HOME/.epistemic/witness.jsonl"';

/** A definition in a folder. */
const FOUND = `mkdir "it's"; printf 'fingerprint_id: t.v1\\nformat: csv\\nassertions:\\n  - filename_regex: { pattern: "a.csv" }\\n' > "it's/t.fp.yaml"`;

/** The two parts of a scan, and a part of another one. */
const PARTS = [`0/2 -o "it's 0"`, `1/2 -o "it's 1"`, '1/2 --note x -o other']
  .map((rest) => `lock --scan data --created 2026-01-15T10:30:00Z --shard ${rest}`)
  .join('; ');

/** The two parts of a verdict, and a part of another one. */
const VERDICT_PARTS = `export SOURCE_DATE_EPOCH=1768473000; lock --scan data -o d.json; lock verify d.json --root data --shard 0/2 -o "it's 0"; lock verify d.json --root data --closed --shard 1/2 -o other`;

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
  { code: 'E_ROOT_NOT_FOUND', refused: `vacuum data nowhere | lock --dataset-id 'it"s $HOME'` },
  { code: 'E_BAD_INPUT', given: 'mkdir -p one two; echo 1 > one/same; echo 2 > two/same', refused: 'vacuum one two | hashbytes | lock' },
  { code: 'E_MISSING_HASH', refused: 'vacuum data | lock --dataset-id dec' },
  {
    code: 'E_MISSING_HASH',
    refused: `vacuum data | lock --dataset-id q4 --as-of 2025-12-31 --note "it's" --created 2026-01-15T10:30:00Z --output q4.json --strict`,
    proof: `grep '"as_of":"2025-12-31","created":"2026-01-15T10:30:00Z","dataset_id":"q4"' q4.json && grep '"note":"it.s"' q4.json`,
  },
  { code: 'E_MISSING_HASH', given: 'lock --scan data -o q4.json; vacuum data > r', refused: 'lock r --output q4.json' },
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
  { code: 'E_BAD_PLAN', refused: 'lock --scan data --shard 0/2 --created 2026-01-01T00:00:00Z --plan data/a.csv --output part' },
  { code: 'E_BAD_PART', refused: 'lock merge data/a.csv' },
  { code: 'E_PARTS_REPEATED', given: PARTS, refused: `lock merge "it's 0" "it's 0"` },
  { code: 'E_PARTS_DIFFER', given: PARTS, refused: `lock merge "it's 0" other` },
  { code: 'E_IO', given: PARTS, refused: `lock merge "it's 0" nowhere` },
  { code: 'E_EXISTS', given: PARTS, refused: `lock merge "it's 0" "it's 1" --output data/a.csv` },
  { code: 'E_EXISTS', given: PARTS, refused: `lock --scan data --shard 0/2 --created 2026-01-15T10:30:00Z --output "it's 1"` },
  { code: 'E_UNSUPPORTED_VERSION', given: PARTS, refused: `lock verify "it's 0"` },
  { code: 'E_BAD_PART', refused: 'custody verdict merge data/a.csv' },
  { code: 'E_PARTS_REPEATED', given: VERDICT_PARTS, refused: `custody verdict merge "it's 0" "it's 0"` },
  { code: 'E_PARTS_DIFFER', given: VERDICT_PARTS, refused: `custody verdict merge "it's 0" other` },
  { code: 'E_IO', given: VERDICT_PARTS, refused: `custody verdict merge "it's 0" nowhere` },
  { code: 'E_SKIPPED', given: 'mkfifo data/pipe', refused: 'lock --scan data --strict', exit: 1 },
  {
    code: 'E_OUTPUT_IN_ROOT',
    refused: `lock --scan data --output data/d.json --note "it's" --exclude '*.tmp'`,
    proof: 'lock verify d.json --root data',
  },
  {
    code: 'E_DIVERGED',
    given: `vacuum data > r; custody witness push --store file:st; cp ${LEDGER} w; vacuum data > r; custody witness push --store file:st; cp w ${LEDGER}`,
    refused: 'custody witness push --store file:st',
  },
  {
    code: 'E_BROKEN_LEDGER',
    given: `vacuum data > r; sed -i s/COMPLETE/CHANGED/ ${LEDGER}`,
    refused: 'custody witness push --store file:st',
    exit: 1,
  },
  { code: 'E_NO_LEDGER', given: 'mkdir -p ~/.epistemic', refused: 'custody witness push --store file:st' },
  { code: 'E_NO_RUN', given: 'vacuum data > r', refused: `pack seal --from-run blake3:${'0'.repeat(64)} data` },
  {
    code: 'E_TAG_EXISTS',
    given: 'pack seal data -o p; pack seal data -o q --note q; pack push p --store file:st --tag t',
    refused: 'pack push q --store file:st --tag t',
  },
  { code: 'E_BAD_PROFILE', refused: 'lock --scan data --profile data/a.csv' },
  { code: 'E_BAD_PROFILE', given: 'lock --scan data -o d.json', refused: 'lock verify d.json --profile d.json' },
  { code: 'E_EXISTS', given: 'echo notes > d.json', refused: 'lock --scan data --output d.json', proof: 'grep notes d.json' },
  { code: 'E_EXISTS', given: 'lock --scan data -o d.json', refused: 'custody verify d.json --report junit=data/a.csv' },
  { code: 'E_EXISTS', given: 'lock --scan data --output d.json; echo >> data/a.csv', refused: 'lock --scan data --output d.json', exit: 1 },
  {
    code: 'E_EXISTS',
    given: 'lock --scan data --output d.json; echo >> data/a.csv',
    refused: 'vacuum data | hashbytes | lock --output d.json',
    exit: 1,
  },
  { code: 'E_OUTPUT_IN_ROOT', refused: 'lock --scan . --output d.json', proof: 'lock verify ../d.json --root .' },
  {
    code: 'E_OUTPUT_IN_ROOT',
    given: 'echo precious > package.json; ln -s nowhere data.lock.json',
    refused: 'lock --scan data --output data/package.json',
    proof: 'lock verify data-2.lock.json --root data',
  },
  { code: 'E_EXISTS', given: 'lock --scan data -o d.json; echo 2 > data/b', refused: 'lock --scan data -o d.json', exit: 1 },
  { code: 'E_EXISTS', given: 'lock --scan data -o d.json', refused: 'lock --scan data -o d.json --note x', exit: 1 },
  { code: 'E_EXISTS', given: 'lock --scan data -o d.json; vacuum data | hashbytes > r', refused: 'lock r -o d.json --note x', exit: 1 },
  { code: 'E_EXISTS', given: 'lock --scan data -o d.json', refused: 'vacuum data | hashbytes | lock -o d.json --note x' },
  { code: 'E_EXISTS', given: 'echo precious > package.json', refused: 'lock --scan data -o package.json' },
  { code: 'E_EXISTS', given: `echo ${BAD.replace('/a', 'a')} > d.json`, refused: 'lock --scan data -o d.json', exit: 1 },
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
  { code: 'E_BAD_LOCKFILE', given: `echo ${BAD} > bad.json`, refused: 'lock verify bad.json --root data' },
  { code: 'E_BAD_LOCKFILE', given: 'echo "precious notes" > notes.md', refused: 'lock verify notes.md --root data' },
  { code: 'E_BAD_LOCKFILE', given: `echo no > 'data/[a]*.json'`, refused: `lock verify 'data/[a]*.json' --root data/` },
  { code: 'E_BAD_LOCKFILE', given: 'echo no > ./-bad.json', refused: 'lock verify --root data -- -bad.json' },
  { code: 'E_BAD_LOCKFILE', given: 'lock --scan data -o d.json; truncate -s -5 d.json', refused: 'lock diff d.json d.json' },
  { code: 'E_BAD_LOCKFILE', refused: 'lock verify /dev/null --root data' },
  {
    code: 'E_UNKNOWN_ALGORITHM',
    given: `echo ${BAD.replace('/a', 'a').replace('sha256', 'md5')} > bad.json`,
    refused: 'lock verify bad.json',
  },
  { code: 'E_UNSUPPORTED_VERSION', given: `echo ${BAD.replace('lock.v0', 'lock.v9')} > bad.json`, refused: 'lock verify bad.json' },
  { code: 'E_ROOT_NOT_FOUND', given: 'lock --scan data --output d.json', refused: 'lock verify d.json --root nowhere' },
  {
    code: 'E_TAMPERED',
    given: `lock --scan data --output d.json; echo ${BAD.replace('/a', 'a')} > bad.json`,
    refused: 'lock diff d.json bad.json',
    exit: 1,
  },
  { code: 'E_BAD_INPUT', refused: 'vacuum data | fingerprint --fp csv.v0' },
  { code: 'E_UNKNOWN_FP', refused: 'fingerprint --fp cvs.v0' },
  {
    code: 'E_BAD_DEFINITION',
    given: `${FOUND}; echo 'format: x' >> "it's/t.fp.yaml"`,
    refused: `fingerprint test "it's/t.fp.yaml" data/a.csv`,
    exit: 1,
  },
  { code: 'E_UNTRUSTED_FP', given: FOUND, refused: `fingerprint --definitions "it's" --fp t.v1 < /dev/null` },
  {
    code: 'E_DUPLICATE_FP_ID',
    given: `${FOUND}; sed s/a.csv/b.csv/ "it's/t.fp.yaml" > u.fp.yaml`,
    refused: `fingerprint --definitions u.fp.yaml --definitions "it's/t.fp.yaml" --fp t.v1`,
  },
  {
    code: 'E_ORPHAN_CHILD',
    given: `${FOUND}; echo 'parent: csv.v0' >> "it's/t.fp.yaml"`,
    refused: `fingerprint --definitions "it's/t.fp.yaml" --fp t.v1 < /dev/null`,
  },
  { code: 'E_BAD_RULES', given: 'echo no > ./-r.sf.yaml', refused: 'fingerprint struct-check --rules=-r.sf.yaml' },
  { code: 'E_BAD_SAMPLE', given: `touch "it's.csv"`, refused: `fingerprint infer "it's.csv"` },
  { code: 'E_BAD_SCHEMA', given: 'echo no > ./-s.json', refused: 'fingerprint import-schema -- -s.json' },
  { code: 'E_IO', given: 'mkdir -p ./-x', refused: 'fingerprint check -- -x', proof: 'test -d ./-x' },
  { code: 'E_EMPTY', refused: 'pack seal' },
  { code: 'E_EMPTY', given: `mkdir "it's none" ./-none`, refused: `pack seal "it's none" ./-none` },
  { code: 'E_IO', refused: 'pack seal data/missing.csv' },
  { code: 'E_IO', given: `ln -s a.csv "data/it's"`, refused: `pack seal "data/it's"` },
  { code: 'E_IO', given: 'mkfifo data/pipe', refused: 'pack seal data' },
  { code: 'E_IO', given: `mkdir "it's full"; touch "it's full/x"`, refused: `pack seal data --output "it's full"` },
  { code: 'E_IO', given: 'mkdir shut; chmod 555 shut', refused: `${withoutPower} pack seal data --output shut/new` },
  { code: 'E_IO', given: 'chmod 000 data/a.csv', refused: `${withoutPower} pack seal data` },
  { code: 'E_IO', given: 'pack seal data -o p; chmod 000 p/data/a.csv', refused: `${withoutPower} pack verify p --json` },
  { code: 'E_IO', given: 'pack seal data -o p; chmod 000 p/manifest.json', refused: `${withoutPower} pack verify p` },
  { code: 'E_IO', given: `pack seal data -o "it's"`, refused: `pack verify "it's" --deep -o "it's/manifest.json"` },
  { code: 'E_IO', given: `pack seal data -o ./-p; pack seal data/a.csv -o q`, refused: 'pack diff -o q/new -- -p q', exit: 1 },
  { code: 'E_IO', given: `pack seal data -o "it's"`, refused: `pack seal data -o "it's/new"` },
  { code: 'E_IO', given: 'mkdir data/.x.custody-staging', refused: 'pack seal data' },
  { code: 'E_IO', given: 'mkdir "the store"', refused: `pack pull sha256:${'0'.repeat(64)} --store "file:the store"` },
  { code: 'E_IO', given: 'pack seal data -o p', refused: 'pack push p --store file:p/store', proof: 'pack verify p' },
  { code: 'E_IO', refused: 'pack list --store oci://registry.example.org' },
  { code: 'E_BAD_PACK', refused: 'pack verify nowhere' },
  { code: 'E_BAD_PACK', refused: 'pack verify data --json' },
  { code: 'E_BAD_PACK', given: `mkdir "./-it's"; echo no > "./-it's/manifest.json"`, refused: `pack verify -- "-it's"` },
];

/** One chain in three spaces; the user space is in the home folder, so that a pasted command finds it. */
const CHAIN = [
  'mkdir -p .ai/tools/say ../home/.ai/tools',
  `printf '# version: 1.0.0\\n# tool_type: shell\\n# executor_id: sh\\necho hello\\n' > .ai/tools/say/hello.sh`,
  `printf 'version: "1"\\ntool_type: runtime\\nexecutor_id: subprocess\\nconfig: {command: sh, args: ["{tool_path}"]}\\n' > ../home/.ai/tools/sh.yaml`,
  `printf 'version: "1"\\ntool_type: primitive\\n' > ../home/.ai/tools/subprocess.yaml`,
].join(' && ');
const LOCKED = `${CHAIN} && custody chain lock say/hello --scope project`;

const chainScenarios: readonly Scenario[] = [
  { code: 'E_BAD_ID', given: CHAIN, refused: 'custody chain resolve ../x' },
  { code: 'E_NOT_FOUND', given: CHAIN, refused: 'custody chain lock none' },
  { code: 'E_NOT_FOUND', given: `${CHAIN}; rm ../home/.ai/tools/sh.yaml`, refused: 'custody chain resolve say/hello' },
  { code: 'E_AMBIGUOUS', given: `${CHAIN}; touch "./.ai/tools/it's.py" "./.ai/tools/it's.sh"`, refused: `custody chain resolve "it's"` },
  { code: 'E_OUTSIDE', given: `${CHAIN}; ln -s ../../data/a.csv ".ai/tools/it's.sh"`, refused: `custody chain resolve "it's"` },
  { code: 'E_BAD_TOOL', given: `mkdir -p .ai/tools; echo > .ai/tools/a.sh`, refused: 'custody chain lock a' },
  { code: 'E_BAD_LOCK', given: `${LOCKED}; echo > lockfiles/say/hello@1.0.0.lock.json`, refused: 'custody chain verify say/hello' },
  { code: 'E_BAD_LOCK', refused: 'custody chain diff data/a.csv data/a.csv' },
  {
    code: 'E_LOCK_DIFFERS',
    given: `${LOCKED}; echo '# x' >> .ai/tools/say/hello.sh`,
    refused: 'custody chain lock say/hello',
    exit: 1,
  },
  { code: 'E_UNLOCKED', given: CHAIN, refused: 'custody chain run say/hello' },
  { code: 'E_UNLOCKED', given: CHAIN, refused: 'custody chain resolve say/hello --frozen' },
  { code: 'E_DRIFT', given: `${LOCKED}; echo '# x' >> .ai/tools/say/hello.sh`, refused: 'custody chain run say/hello', exit: 1 },
  { code: 'E_SIGNATURE', given: `${LOCKED}; custody chain keygen`, refused: 'custody chain run say/hello', exit: 1 },
  {
    code: 'E_SIGNATURE',
    given: `${LOCKED}; custody chain keygen; custody chain sign say/hello; rm ../home/.ai/trusted_keys/*`,
    refused: 'custody chain run say/hello',
    exit: 1,
  },
  {
    code: 'E_DRIFT',
    given: `${LOCKED}; sed -i s/1.0.0/1.0.1/ .ai/tools/say/hello.sh`,
    refused: 'custody chain run say/hello --unlocked',
    exit: 1,
  },
  { code: 'E_KEY', given: CHAIN, refused: 'custody chain sign say/hello' },
  {
    code: 'E_CANNOT_RUN',
    given: `${CHAIN}; custody chain lock subprocess`,
    refused: 'custody chain run subprocess --allow-unsigned',
  },
  { code: 'E_IO', given: `${CHAIN}; echo > lockfiles`, refused: 'custody chain lock say/hello --scope project' },
  { code: 'E_IO', refused: 'custody chain diff missing missing' },
  { code: 'E_IO', given: `ln -s lockfiles lockfiles`, refused: 'custody chain list' },
  { code: 'E_IO', given: `${LOCKED}; chmod 000 lockfiles/say`, refused: `${withoutPower} custody chain verify say/hello` },
];

const stackScenarios: readonly Scenario[] = [
  { code: 'E_IO', refused: 'custody stack verify missing.lock' },
  { code: 'E_BAD_LOCK', given: 'echo precious > s.lock', refused: 'custody stack explain s.lock' },
  { code: 'E_KEY', given: 'custody stack vc keygen --out k', refused: 'custody stack vc keygen --out k' },
  { code: 'E_KEY', given: 'echo precious > k; echo {} > c.json', refused: 'custody stack vc sign c.json --key k --out signed.json' },
  { code: 'E_BAD_CREDENTIAL', given: 'echo precious > c.json', refused: 'custody stack vc payload-hash c.json' },
];

/** Findings of `custody verify`: each of them, with its code, comes with a command. */
const findingScenarios: readonly Scenario[] = [
  { code: 'TAMPERED', given: `lock --scan data -o "it's.lock.json"; sed -i s/a.csv/b.csv/ "it's.lock.json"`, refused: 'custody verify' },
  { code: 'HASH_MISMATCH', given: 'lock --scan data -o d.lock.json; echo HELLO > data/a.csv', refused: 'custody verify' },
  { code: 'SIZE_MISMATCH', given: 'lock --scan data -o d.lock.json; echo >> data/a.csv', refused: 'custody verify' },
  {
    code: 'NOT_REGULAR',
    given: 'lock --scan data -o d.lock.json; rm data/a.csv; mkfifo data/a.csv',
    refused: 'custody verify d.lock.json --root data',
  },
  { code: 'MISSING', given: 'mkdir x; cp data/a.csv x/-b; lock --scan x -o x.lock.json; rm x/-b', refused: 'custody verify', exit: 1 },
  {
    code: 'WRONG_ROOT',
    given: 'cp data/a.csv data/b; lock --scan data -o d.json; mkdir none',
    refused: 'custody verify d.json --root none',
  },
  {
    code: 'WRONG_ROOT',
    given: `cp data/a.csv data/b; lock --scan data -o d.json; mkdir "it's"; mv data "it's/in"`,
    refused: `custody verify d.json --root "it's"`,
  },
  {
    code: 'IO_ERROR',
    given: 'lock --scan data -o d.json; chmod 000 data/a.csv',
    refused: `${withoutPower} custody verify d.json --root data`,
  },
  { code: 'MISSING', given: 'vacuum data | hashbytes > r.jsonl; mkdir none', refused: 'custody verify r.jsonl --root none' },
  { code: 'HASH_MISMATCH', given: 'pack seal data -o p; echo HELLO > p/data/a.csv', refused: 'custody verify p' },
  { code: 'MISSING_MEMBER', given: 'pack seal data -o ./-p; rm -r ./-p/data', refused: 'custody verify' },
  { code: 'EXTRA_MEMBER', given: 'pack seal data -o p; echo > "p/it\'s"', refused: 'custody verify p' },
  { code: 'NON_REGULAR_MEMBER', given: 'pack seal data -o p; rm p/data/a.csv; ln -s nowhere p/data/a.csv', refused: 'custody verify p' },
  {
    code: 'MISSING',
    given: 'pack seal data -o p; pack push p --store file:st; rm -r st/blobs/sha256',
    refused: 'custody verify st',
    exit: 1,
  },
  {
    code: 'DAMAGED',
    given:
      'pack seal data -o p; pack push p --store file:st --tag t; for f in $(find st/blobs -type f); do chmod +w $f; echo HELLO > $f; done',
    refused: 'custody verify file:st@t',
    exit: 1,
  },
  { code: 'E_IO', given: 'pack seal data -o p; pack push p --store file:st', refused: 'custody verify file:st@none' },
  {
    code: 'EDITED',
    given: `vacuum data > r; sed -i s/COMPLETE/CHANGED/ ${LEDGER}; cp ${LEDGER} w`,
    refused: 'custody verify w',
  },
  { code: 'CHANGED', given: `${LOCKED}; echo '# x' >> .ai/tools/say/hello.sh`, refused: 'custody verify lockfiles' },
  { code: 'MISSING', given: `${LOCKED}; rm ../home/.ai/tools/sh.yaml`, refused: 'custody verify lockfiles' },
  { code: 'MISSING', given: `${LOCKED}; rm ../home/.ai/tools/sh.yaml; mkdir sub; mv .ai lockfiles sub`, refused: 'custody verify sub' },
  { code: 'E_NOT_RECOGNISED', refused: 'custody verify data/a.csv' },
  { code: 'E_NOT_RECOGNISED', refused: 'custody verify data' },
  { code: 'E_IO', refused: 'custody verify nowhere' },
  { code: 'E_BAD_LOCKFILE', given: 'lock --scan data -o d.lock.json; truncate -s 40 d.lock.json', refused: 'custody verify' },
  { code: 'E_BAD_PACK', given: 'pack seal data -o p; truncate -s 40 p/manifest.json', refused: 'custody verify' },
];

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'next-')));
  for (const name of ['desk/data', 'home']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'desk/data/a.csv'), 'hello\n');
});

afterEach(() => {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    sh('chmod -R u+rwX ..');
    rmSync(folder, { recursive: true });
  }
});

function place() {
  return { cwd: join(folder, 'desk'), env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: join(folder, 'home') } };
}

/** Real programs in a real shell. */
function sh(script: string): LineResult {
  const result = spawnSync('sh', ['-c', script], { ...place(), encoding: 'utf8', timeout: 240_000 });
  return { exit: result.status, out: result.stdout, err: result.stderr };
}

/** A line without any sign of a shell means the same in this process, and needs no start of the program. */
function paste(line: string): LineResult | Promise<LineResult> {
  return /^[\w ./:=-]+$/.test(line) ? runLine(line, place()) : sh(line);
}

it.each([...scenarios, ...chainScenarios, ...stackScenarios])(
  'next_command of $code runs after: $refused',
  async ({ code, given, refused, exit = 0, proof }) => {
    if (given !== undefined) await runLine(given, place());
    const envelope = JSON.parse((await runLine(refused, place())).out);
    expect(envelope).toMatchObject({ outcome: 'REFUSAL', refusal: { code, next_command: expect.any(String) } });
    const before = folderState(folder);
    const next = await paste(envelope.refusal.next_command);
    expect(next, envelope.refusal.next_command).toMatchObject({ exit });
    const after = folderState(folder);
    expect(Object.fromEntries(Object.keys(before).map((path) => [path, after[path]]))).toEqual(before);
    if (proof !== undefined) expect(await runLine(proof, place()), proof).toMatchObject({ exit: 0 });
  },
);

it.each(findingScenarios)('next_command of the finding $code runs after: $refused', async ({ code, given, refused, exit = 0 }) => {
  if (given !== undefined) await runLine(given, place());
  const document = JSON.parse((await runLine(`${refused} --json --no-witness`, place())).out);
  const verdicts = (document.verdicts ?? [document]) as { readonly findings: readonly { code: string; next_command: string | null }[] }[];
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  expect(findings.map((finding) => finding.code)).toContain(code);
  const before = folderState(folder);
  for (const { code: each, next_command: next } of findings) {
    expect(next, each).not.toBeNull();
    expect(next).not.toMatch(/--(?:self-only|force|no-|allow|plain-http|unlocked)/);
    expect(await paste(`${next}`), `${next}`).toMatchObject({ exit: each === code ? exit : expect.any(Number) });
  }
  const after = folderState(folder);
  expect(Object.fromEntries(Object.keys(before).map((path) => [path, after[path]]))).toEqual(before);
});

it('next_command is judged by files that are told apart', () => {
  const before = folderState(folder);
  const path = join(folder, 'desk/data/a.csv');
  expect(Object.keys(before)).toContain(path);
  writeFileSync(path, 'other');
  expect(folderState(folder)[path]).not.toBe(before[path]);
  rmSync(path);
  expect(Object.keys(folderState(folder))).not.toContain(path);
});

it('next_command is tried here for every code that comes with one in a script', () => {
  const refusals = printedDocuments(['chain', 'fingerprint', 'lock', 'pack', 'pipeline', 'vacuum', 'witness'])
    .filter((document) => document['outcome'] === 'REFUSAL' && 'refusal' in document)
    .map((document) => document['refusal'] as { readonly code: string; readonly next_command: string | null });
  const codes = refusals.filter(({ next_command }) => next_command !== null).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([...scenarios, ...chainScenarios].map(({ code }) => code)));
});
