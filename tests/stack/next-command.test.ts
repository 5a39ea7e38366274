/**
 * Every `next_command` of a refusal by `stack` runs when it is pasted into a shell, only looks, and changes no file (M1).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderState } from '../helpers/folder-state.ts';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { runLine } from '../helpers/shell-line.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const withoutPower = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search' : '';

interface Scenario {
  readonly code: string;
  /** What is done to the example before. */
  readonly given?: string;
  readonly refused: string;
}

const ZONE = 'zones/harbour/zone.yaml';
const LOCK = 'zones/harbour/stack.lock';
const RELEASE = 'modules/corridors/release';
const lock = `custody stack lock ${ZONE}`;
const verify = `custody stack verify ${LOCK}`;

const scenarios: readonly Scenario[] = [
  { code: 'E_BAD_ZONE', given: `echo 'a: [' > ${ZONE}`, refused: lock },
  { code: 'E_BAD_ZONE', given: `sed -i s/params_overrides/param_overrides/ ${ZONE}`, refused: lock },
  {
    code: 'E_BAD_ZONE',
    given: `mkdir "it's"; cp ${ZONE} "it's/z.yaml"; echo : >> "it's/z.yaml"`,
    refused: `custody stack lock "it's/z.yaml"`,
  },
  { code: 'E_BAD_PROFILE', given: 'echo no > profiles/payments/profile.yaml', refused: lock },
  { code: 'E_BAD_MODULE', given: 'echo no > modules/kyc/module.yaml', refused: lock },
  { code: 'E_DUPLICATE', given: `cp -r modules/kyc "modules/it's"`, refused: lock },
  { code: 'E_DUPLICATE', given: `cp -r zones/harbour "zones/it's"`, refused: verify },
  { code: 'E_BAD_CORRIDOR', given: `sed -i s/participants/particpants/ ${RELEASE}/corridor.yaml`, refused: lock },
  { code: 'E_BAD_CREDENTIAL', given: `echo '{' > ${RELEASE}/corridor.vc.json`, refused: lock },
  { code: 'E_BAD_CREDENTIAL', given: 'echo no > ./-c.json', refused: 'custody stack vc payload-hash -- -c.json' },
  { code: 'E_BAD_LAWPACK', given: 'echo x >> lawpacks/ex-civil.lawpack.zip', refused: lock },
  { code: 'E_MISSING_INPUT', refused: 'custody stack lock nowhere/zone.yaml' },
  { code: 'E_MISSING_INPUT', given: `rm ${RELEASE}/trust-anchors.yaml`, refused: lock },
  { code: 'E_MISSING_INPUT', given: 'rm -r zones/harbour/overlays', refused: lock },
  { code: 'E_MISSING_INPUT', given: `rm -r modules/corridors/customs`, refused: lock },
  { code: 'E_MISSING_INPUT', given: 'rm -r modules/kyc', refused: lock },
  { code: 'E_MISSING_INPUT', given: 'rm -r profiles', refused: lock },
  { code: 'E_MISSING_INPUT', given: 'rm -r modules/legal', refused: lock },
  { code: 'E_MISSING_INPUT', given: `rm ${LOCK}`, refused: `${lock} --check` },
  { code: 'E_MISSING_INPUT', refused: `${lock} --check --out "it's/not/there.lock"` },
  { code: 'E_MISSING_INPUT', given: `rm ${ZONE}`, refused: verify },
  { code: 'E_MISSING_INPUT', given: `mkdir ../away; cp ${LOCK} ../away`, refused: 'cd ../away && custody stack verify stack.lock' },
  { code: 'E_BAD_LOCK', given: `echo '{}' > ${LOCK}`, refused: verify },
  { code: 'E_BAD_LOCK', given: `echo 'precious notes' > notes`, refused: `${lock} --out notes` },
  { code: 'E_BAD_ARTIFACT', given: 'echo no > schema.json', refused: 'custody stack artifact put schema.json --type schema' },
  { code: 'E_NOT_FOUND', refused: `custody stack artifact get blob ${'0'.repeat(64)}` },
  { code: 'E_NOT_FOUND', refused: `custody stack explain ${LOCK} --corridor org.example.other` },
  {
    code: 'E_NOT_FOUND',
    given: `mkdir "../it's"; cp ${LOCK} "../it's/a.lock"`,
    refused: `custody stack verify "../it's/a.lock" --root . --corridor other`,
  },
  {
    code: 'E_NOT_FOUND',
    given: `custody stack lock ${ZONE} --format yaml --out lock.yaml --created 2026-01-15T10:30:00Z`,
    refused: 'custody stack verify lock.yaml --corridor org.example.other',
  },
  {
    code: 'E_AMBIGUOUS',
    given: `mkdir -p kept/blob; echo a > kept/blob/${'0'.repeat(64)}.a; echo b > "kept/blob/${'0'.repeat(64)}.it's"`,
    refused: `custody stack artifact get blob ${'0'.repeat(64)} --store file:kept`,
  },
  { code: 'E_KEY', given: 'echo no > a.key; chmod 600 a.key', refused: `custody stack vc sign ${RELEASE}/corridor.vc.json --key a.key` },
  { code: 'E_KEY', given: 'custody stack vc keygen --out a.key', refused: 'custody stack vc keygen --out a.key' },
  { code: 'E_IO', refused: 'custody stack verify nowhere.lock' },
  { code: 'E_IO', given: `chmod 000 ${RELEASE}/corridor.vc.json`, refused: `${withoutPower} ${lock}` },
  { code: 'E_IO', refused: `${lock} --root nowhere` },
];

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'stack-next-')));
  mkdirSync(join(folder, 'home'));
  cpSync(join(project, 'examples/stack'), join(folder, 'work'), { recursive: true });
});

afterEach(() => {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    spawnSync('chmod', ['-R', 'u+rwX', folder]);
    rmSync(folder, { recursive: true });
  }
});

function place(cwd = join(folder, 'work')) {
  return { cwd, env: { PATH: `${join(project, 'bin')}${delimiter}${process.env['PATH']}`, HOME: join(folder, 'home') } };
}

it.each(scenarios)('next_command of $code runs, and only looks, after: $given; $refused', async ({ code, given, refused }) => {
  if (given !== undefined) await runLine(given, place());
  const envelope = JSON.parse((await runLine(refused, place())).out);
  expect(envelope).toMatchObject({ outcome: 'REFUSAL', refusal: { code, next_command: expect.any(String) } });
  const before = folderState(folder);
  const where = refused.startsWith('cd ../away') ? join(folder, 'away') : undefined;
  const next = envelope.refusal.next_command as string;
  const { status, stderr } = spawnSync('sh', ['-c', next], { ...place(where), encoding: 'utf8', timeout: 240_000 });
  expect([next, status, stderr]).toEqual([next, 0, expect.any(String)]);
  expect(folderState(folder)).toEqual(before);
  expect(next).toMatch(/^(?:ls |head |sha256sum |custody stack [a-z ]+ --help$)/);
});

it('next_command of stack is tried here for every code that comes with one in a script', () => {
  const refusals = printedDocuments(['stack'])
    .filter((document) => document['outcome'] === 'REFUSAL' && 'refusal' in document)
    .map((document) => document['refusal'] as { readonly code: string; readonly next_command: string | null });
  const codes = refusals.filter(({ next_command }) => next_command !== null).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(scenarios.map(({ code }) => code)));
});
