import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { AT, alice, bob, CORRIDOR, type CorridorOptions } from '../../../tests/stack/signed-corridor.ts';
import { CORRIDOR_FOLDER, LOCK, lockZone, signedZone } from '../../../tests/stack/signed-zone.ts';
import { blockersOf, type Explanation, explainOutcome } from '../verify/explain.ts';
import { type ExplainRequest, explainStack } from './explain.ts';
import { parseLockFile } from './lock-file.ts';

const scratch = scratchFolder('stack-explain');
let count = 0;

async function locked(options: CorridorOptions = {}): Promise<string> {
  const folder = join(scratch, `tree-${count++}`);
  mkdirSync(folder);
  signedZone(folder, options);
  await lockZone(folder);
  return folder;
}

function explain(cwd: string, asked: Partial<ExplainRequest> = {}): Promise<Explanation> {
  const lock = parseLockFile(readFileSync(join(cwd, LOCK)), LOCK);
  const where = { lock, given: LOCK, root: null, zone: null, store: null, cwd, prefix: 'msez' } as const;
  return explainStack({ ...where, corridor: null, at: null, ...asked });
}

test('explainStack() lists every check of an active corridor', async () => {
  const explanation = await explain(await locked());
  expect(explainOutcome(explanation)).toBe('STACK_OK');
  expect(explanation.judgedAt).toBe(AT);
  const verdict = explanation.corridors[0]?.verdict;
  expect(verdict?.entry.corridor_activated).toBe(true);
  expect(verdict?.parties.map(({ id, counts }) => [id, counts])).toEqual([
    [alice.did, true],
    [bob.did, true],
  ]);
  expect(verdict?.checks.filter(({ verdict: judged }) => judged === 'not_checked').map(({ kind }) => kind)).toEqual(['revocation']);
});

test('explainStack() gives the reasons of every blocker', async () => {
  const { corridors } = await explain(await locked({ parties: [alice] }));
  const verdict = corridors[0]?.verdict;
  if (!verdict) throw new Error('no verdict');
  expect(blockersOf(verdict).map(({ blocker }) => blocker)).toEqual(verdict.entry.corridor_activation_blockers);
  for (const { reasons } of blockersOf(verdict)) expect(reasons.length).toBeGreaterThan(0);
});

test('explainStack() judges at another time', async () => {
  const folder = await locked();
  const { judgedAt, corridors, generatedAt } = await explain(folder, { at: Date.parse('2025-06-01T00:00:00Z') });
  expect([generatedAt, judgedAt]).toEqual([AT, '2025-06-01T00:00:00Z']);
  expect(corridors).toMatchObject([{ lockedActivated: true, verdict: { entry: { corridor_activated: false } }, findings: [] }]);
});

test('explainStack() reports that the files differ from those that the lock pins', async () => {
  const folder = await locked();
  const place = join(folder, CORRIDOR_FOLDER, 'agreement.0.vc.json');
  writeFileSync(place, readFileSync(place, 'utf8').replace('urn:example:terms', 'urn:example:other'));
  const explanation = await explain(folder);
  expect(explainOutcome(explanation)).toBe('STACK_DRIFT');
  expect(explanation.corridors[0]?.findings.map(({ file }) => file)).toContain(`${CORRIDOR_FOLDER}/agreement.0.vc.json`);
  expect(explanation.corridors[0]?.verdict?.entry.corridor_activated).toBe(false);
});

test('explainStack() names the file that prevents a verdict', async () => {
  const folder = await locked();
  rmSync(join(folder, CORRIDOR_FOLDER, 'corridor.vc.json'));
  expect((await explain(folder)).corridors).toMatchObject([
    { verdict: null, findings: [{ kind: 'MISSING', file: `${CORRIDOR_FOLDER}/corridor.vc.json` }] },
  ]);
});

test('explainStack() explains a corridor even if another part of the tree is broken', async () => {
  const folder = await locked();
  writeFileSync(join(folder, 'modules/aml/module.yaml'), '{');
  expect(explainOutcome(await explain(folder))).toBe('STACK_OK');
});

test('explainStack() refuses a corridor that the lock does not have, and lists the known ones', async () => {
  const folder = await locked();
  await expect(explain(folder, { corridor: 'org.example.none' })).toRefuse('E_NOT_FOUND');
  await expect(explain(folder, { corridor: 'org.example.none' })).rejects.toThrow(CORRIDOR);
  expect((await explain(folder, { corridor: CORRIDOR })).corridors).toHaveLength(1);
});
