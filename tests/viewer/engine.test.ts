/** The page gives the verdict of the command line, byte for byte but for where the files lie, for every sample of every kind. */
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNSEEN } from '#evidence/chain';
import { layOutExample } from '../chain/example.ts';
import { SAMPLES } from '../evidence/samples.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { filesIn, judgeInPage } from './engine-in-node.ts';

const scratch = scratchFolder('viewer');
let count = 0;

/**
 * A page has no variables that name other folders, and no URL is given to it; a file that vanishes in between is another test's; a browser
 * shows no empty folders, so that a store without its blobs is no store.
 */
const JUDGED = SAMPLES.filter(
  ({ env, spoil, title }) => env === undefined && spoil === undefined && !/URL|not there|without its blobs/.test(title),
);

it.each(JUDGED)('$kind $title: the page says $outcome as the command line does', async (sample) => {
  const made = join(scratch, String(count++));
  mkdirSync(made);
  const given = await sample.make(made);
  // Absolute paths in the evidence lead nowhere, as they do in a page.
  const folder = `${made}-moved`;
  renameSync(made, folder);
  const root = sample.root === undefined ? '' : ` --root ${sample.root}`;
  const { out } = await runInProcess(folder, `custody verify ${given}${root} --json --no-witness`);
  const page = await judgeInPage(filesIn(folder), given, { root: sample.root ?? null });
  expect(page).toBe(out.replaceAll(`"${folder}"`, '"/"').replaceAll(`${folder}/`, '/'));
  expect(JSON.parse(page)).toMatchObject({ kind: sample.kind, outcome: sample.outcome });
});

it('judges every kind', () => {
  const kinds = new Set(JUDGED.map(({ kind }) => kind));
  // What of a tool-chain lock a page can judge is the next test, and in the tests of all findings.
  expect([...new Set(SAMPLES.map(({ kind }) => kind))].filter((kind) => !kinds.has(kind))).toEqual(['chain-lock']);
});

it.each([
  ['nothing', [], 'PARTIAL', []],
  ['the tool of the project', ['project/.ai/tools/web/scraper.py'], 'FAILED', ['CHANGED']],
  ['a runtime of the user', ['user/tools/runtimes/python_script.yaml'], 'PARTIAL', []],
] as const)(
  'chain-lock: where %s was changed, what is in other spaces is not checked, and is no failure',
  async (_, changed, outcome, codes) => {
    const folder = join(scratch, `chain-${count++}`);
    const { project, user, system } = layOutExample(folder);
    const env = { USER_SPACE: user, SYSTEM_SPACE: system };
    await runInProcess(project, 'custody chain lock web/scraper --scope project --no-witness', env);
    for (const path of changed) appendFileSync(join(folder, path), '# more\n');
    const verdict = JSON.parse(await judgeInPage(filesIn(folder), 'project/lockfiles/web/scraper@1.0.0.lock.json')) as {
      readonly findings: readonly { readonly code: string }[];
    };
    const failed = codes.length;
    expect(verdict).toMatchObject({
      kind: 'chain-lock',
      outcome,
      coverage: { expected: 3, verified: 1 - failed, failed, skipped: 2 },
      not_checked: [{ what: '2 elements', reason: UNSEEN }],
    });
    expect(verdict.findings.map(({ code }) => code)).toEqual(codes);
  },
);

it.each(['ed25519', 'P-256', 'P-384'])('judges seals of %s as the command line does, and a damaged one too', async (type) => {
  const folder = join(scratch, `sealed-${type}`);
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/a.csv'), 'id\n1\n');
  const { privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: type });
  const key = join(scratch, `${type}.pem`);
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --no-witness');
  expect((await runInProcess(folder, `custody sign d.lock.json --key ${key} --role producer --no-witness`)).exit).toBe(0);
  const seals = join(folder, 'd.lock.json.seals.jsonl');
  const whole = readFileSync(seals, 'utf8');
  const damaged = whole.replace(/("sig":"[^"]{20})(.)/, (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'));
  for (const [text, outcome] of [
    [whole, 'OK'],
    [damaged, 'FAILED'],
  ] as const) {
    writeFileSync(seals, text);
    const { out } = await runInProcess(folder, 'custody verify d.lock.json --json --no-witness');
    const page = await judgeInPage(filesIn(folder), 'd.lock.json');
    expect(page).toBe(out.replaceAll(`${folder}/`, '/'));
    expect(JSON.parse(page)).toMatchObject({ outcome });
  }
});
