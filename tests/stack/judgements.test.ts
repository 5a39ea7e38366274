/**
 * Locks that were changed by hand so that they look as before: nothing that is not derived anew may pass as verified, and what was locked
 * and left alone is never called changed.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '#cli/run';
import { scratchFolder } from '../faults/program.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { CORRIDOR_FOLDER as C, LOCK, signedZone, write } from './signed-zone.ts';
import { smallFiles, ZONE } from './small-zone.ts';

const scratch = scratchFolder();
const AML = 'modules/aml/module.yaml';
const PROFILE = 'profiles/fin/profile.yaml';
const LAWPACK_LOCK = 'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json';
const CREATED = '--created 2026-06-01T00:00:00Z';
const HEX = 'a'.repeat(64);
let count = 0;

type Texts = Readonly<Record<string, string>>;
/** Changed by hand. */
type Document = ReturnType<typeof JSON.parse>;

function tree(changes: Texts = {}): string {
  const folder = join(scratch, `tree-${count++}`);
  mkdirSync(folder);
  signedZone(folder);
  for (const [path, text] of Object.entries(changes)) write(folder, path, text);
  return folder;
}

async function custody(cwd: string, line: string): Promise<{ exit: number; out: string }> {
  const context = fakeContext(`custody ${line} --no-witness`, { cwd });
  return { exit: await run(context), out: context.out() };
}

async function locked(changes: Texts = {}, options = ''): Promise<string> {
  const folder = tree(changes);
  const { exit, out } = await custody(folder, `stack lock ${ZONE} ${CREATED} ${options}`);
  expect([exit, out]).toEqual([0, expect.stringContaining('active')]);
  return folder;
}

function forge(cwd: string, change: (lock: Document) => void): void {
  const lock = JSON.parse(readFileSync(join(cwd, LOCK), 'utf8'));
  change(lock);
  writeFileSync(join(cwd, LOCK), JSON.stringify(lock));
}

async function verified(cwd: string, options = ''): Promise<Document> {
  const { exit, out } = await custody(cwd, `stack verify ${LOCK} --json ${options}`);
  return { exit, ...JSON.parse(out) };
}

const kinds = ({ findings }: Document): readonly string[] =>
  findings.map(({ kind, section, id, field }: Document) => [kind, section, id, field].join(' '));

const zoneText = (from: RegExp, to: string): Texts => {
  const text = (smallFiles[ZONE] as string).replace('org.example.corridor.swift', 'org.example.corridor.one');
  expect(text).toMatch(from);
  return { [ZONE]: text.replace(from, to) };
};
const textOf = (path: string, from: RegExp | string, to: string): Texts => ({ [path]: (smallFiles[path] as string).replace(from, to) });

test('stack verify finds an overlay that names a module which only looks like the second of its name', async () => {
  const overlay = '{module_id: org.example.reg.aml, patches: [overlays/aml.patch]}';
  const folder = await locked(zoneText(/overlays: .*/, `overlays: [${overlay}, ${overlay}]`));
  expect((await verified(folder)).exit).toBe(0);
  forge(folder, ({ overlays }) => {
    overlays[1].module_id = 'org.example.reg.aml#2';
  });
  expect(kinds(await verified(folder))).toEqual(['DIFFERS overlays  order']);
});

test('stack verify finds parameters that have the shape of a reference, whatever in them was changed', async () => {
  const folder = await locked({
    ...textOf(AML, /parameters:[^]*/, ''),
    ...textOf(PROFILE, ', params: {tier: 2, mode: strict}', ''),
    ...zoneText(/params_overrides: .*/, `params_overrides: {org.example.reg.aml: {artifact_type: blob, digest_sha256: ${HEX}, limit: 1}}`),
  });
  forge(folder, ({ modules }) => {
    modules[0].params.limit = 1_000_000;
  });
  const report = await verified(folder);
  expect(kinds(report)).toEqual(['DIFFERS modules org.example.reg.aml params']);
  expect(report.findings[0].expected.limit).toBe(1_000_000);
});

test('stack verify finds that a jurisdiction and a domain that share a colon are no lawpack', async () => {
  const folder = await locked();
  forge(folder, ({ lawpacks }) => {
    lawpacks[0].jurisdiction_id = 'ex:north';
  });
  expect((await verified(folder)).refusal.detail.faults).toEqual([
    { at: 'lawpacks[0].jurisdiction_id', message: 'expected a name without a colon, found ex:north' },
  ]);
  const { out } = await custody(tree(zoneText(/jurisdiction_stack: .*/, "jurisdiction_stack: ['ex:north']")), `stack lock ${ZONE}`);
  expect(JSON.parse(out).refusal.code).toBe('E_BAD_ZONE');
});

test('stack verify accounts for the name of an entry of another section as for a field that is not known', async () => {
  const folder = await locked();
  forge(folder, ({ corridors, modules }) => {
    corridors[0].domain = 'civil';
    modules[0].corridor_id = 'org.example.corridor.one';
  });
  const { not_checked: notChecked } = await verified(folder);
  expect(notChecked.map(({ id, field, reason }: Document) => [id, field, reason])).toEqual(
    expect.arrayContaining([
      ['org.example.corridor.one', 'domain', 'not known here'],
      ['org.example.reg.aml', 'corridor_id', 'not known here'],
    ]),
  );
});

test('stack verify accounts for what a reference says beside its digest, unless it is the file that was read', async () => {
  const folder = await locked({}, '--emit-artifactrefs');
  const hints = async () =>
    (await verified(folder)).not_looked_up.filter(({ reason }: Document) => reason.includes('hint')).map(({ field }: Document) => field);
  expect(await hints()).toEqual([]);
  forge(folder, ({ corridors: [corridor], lawpacks: [lawpack] }) => {
    corridor.trust_anchors_sha256.uri = 'https://elsewhere.example/anchors.yaml';
    corridor.key_rotation_sha256.artifact_type = 'vc';
    corridor.corridor_agreement_vc_sha256[1].byte_length = 1;
    lawpack.lawpack_digest_sha256.uri = 'elsewhere.zip';
  });
  expect((await verified(folder)).exit).toBe(0);
  expect((await hints()).sort()).toEqual([
    'corridor_agreement_vc_sha256[1]',
    'key_rotation_sha256',
    'lawpack_digest_sha256',
    'trust_anchors_sha256',
  ]);
});

test('stack verify takes numbers as the lock writes them: 1.0 as 1, -0.0 as 0', async () => {
  const text = (smallFiles[AML] as string).replace('default: 0.5', 'default: 1.0').replace('path: src/}', 'path: src/, weight: -0.0}');
  const folder = await locked({ [AML]: text });
  expect(await verified(folder)).toMatchObject({ exit: 0, findings: [] });
  await custody(folder, `stack lock ${ZONE} ${CREATED} --format yaml --out other.lock`);
  expect((await custody(folder, `stack diff other.lock ${LOCK}`)).exit).toBe(0);
});

test('stack verify takes an archive that came into the store after the stack was locked, and one that went', async () => {
  const text = readFileSync(join(tree(), LAWPACK_LOCK), 'utf8').replace(/ *"artifact_path".*\n/, '');
  const folder = await locked({ [LAWPACK_LOCK]: text });
  renameSync(join(folder, 'dist'), join(folder, 'away'));
  expect(kinds(await verified(folder))).toEqual(['MISSING lawpacks ex-north:civil lawpack_artifact_path']);
  await custody(folder, `stack lock ${ZONE} ${CREATED}`);
  expect(JSON.parse(readFileSync(join(folder, LOCK), 'utf8')).lawpacks[0]).not.toHaveProperty('lawpack_artifact_path');
  renameSync(join(folder, 'away'), join(folder, 'dist'));
  expect(await verified(folder)).toMatchObject({ exit: 0, findings: [] });
  forge(folder, ({ lawpacks }) => {
    lawpacks[0].lawpack_artifact_path = 'elsewhere.zip';
  });
  expect(kinds(await verified(folder))).toEqual(['DIFFERS lawpacks ex-north:civil lawpack_artifact_path']);
});

test('stack verify takes no anchors from a store that it would not take from a tree', async () => {
  const folder = await locked();
  await custody(folder, `stack artifact put --lock ${LOCK} --no-sync`);
  const anchors: Document = JSON.parse(readFileSync(join(folder, `${C}/trust-anchors.yaml`), 'utf8'));
  for (const anchor of anchors.trust_anchors) anchor.allowed_attestations = anchor.allowed_attestations[0];
  write(folder, 'anchors.yaml', JSON.stringify(anchors));
  const { out } = await custody(folder, 'stack artifact put anchors.yaml --type blob --no-sync --json');
  forge(folder, ({ corridors }) => {
    corridors[0].trust_anchors_sha256 = JSON.parse(out).stored[0].digest_sha256;
  });
  const report = await verified(folder, '--store file:dist/artifacts');
  expect(kinds(report)).toContain('UNREADABLE corridors org.example.corridor.one trust_anchors_sha256');
});

test('stack lock keeps the time of a lock only if what it says held then', async () => {
  const folder = await locked();
  forge(folder, (lock) => {
    lock.generated_at = '2020-01-01T00:00:00Z';
  });
  const { out } = await custody(folder, `stack lock ${ZONE}`);
  expect(out).toContain('updated');
  const { generated_at: time } = JSON.parse(readFileSync(join(folder, LOCK), 'utf8'));
  expect(time).not.toBe('2020-01-01T00:00:00Z');
  expect(await verified(folder)).toMatchObject({ exit: 0 });
});

test('stack lock writes nothing that nobody could read again: long YAML, deep parameters', async () => {
  const many = `{type: array, default: [${Array.from({ length: 70_000 }, () => '1').join(', ')}]}`;
  const long = tree({
    ...textOf(AML, 'parameters:', `parameters:\n  many: ${many}\n  note: {type: string}`),
    ...textOf(PROFILE, 'mode: strict', 'mode: strict, note: "\\u0085"'),
  });
  const unread = `cannot write stack lock ${LOCK}, which nobody could read: bad stack lock ${LOCK}`;
  const { exit, out } = await custody(long, `stack lock ${ZONE} --format yaml`);
  expect([exit, JSON.parse(out).refusal.message]).toEqual([2, `${unread}: more than 131072 tokens`]);
  expect((await custody(long, `stack lock ${ZONE}`)).exit).toBe(0);
  expect((await verified(long)).exit).toBe(0);
  const value = `${'['.repeat(125)}${']'.repeat(125)}`;
  const deep = tree(textOf(AML, 'parameters:', `parameters:\n  deep: {type: array, default: ${value}}`));
  const refused = await custody(deep, `stack lock ${ZONE}`);
  expect([refused.exit, JSON.parse(refused.out).refusal.message]).toEqual([
    2,
    expect.stringContaining(`${unread}: nesting deeper than 128`),
  ]);
});

const changed = async (change: (lock: Document) => void, changes: Texts = {}): Promise<Document> => {
  const folder = await locked(changes);
  write(folder, 'old.lock', readFileSync(join(folder, LOCK)));
  forge(folder, change);
  const { exit, out } = await custody(folder, `stack diff old.lock ${LOCK} --json`);
  return { exit, ...JSON.parse(out) };
};

test('stack diff shows parameters that have the shape of a reference as what they are', async () => {
  const params = `params: {tier: 2, mode: strict, of_sha256: {artifact_type: blob, digest_sha256: ${HEX}, limit: 1}}`;
  const module = textOf(AML, 'parameters:', 'parameters:\n  of_sha256: {type: object}');
  const edit = ({ modules }: Document): void => {
    modules[0].params.of_sha256.limit = 2;
  };
  const { exit, severity, changes } = await changed(edit, { ...module, ...textOf(PROFILE, 'params: {tier: 2, mode: strict}', params) });
  expect([exit, severity, changes.map(({ field }: Document) => field)]).toEqual([1, 'high', ['params.of_sha256']]);
});

test('stack diff shows signers in another order', async () => {
  const { exit, changes } = await changed(({ corridors }) => corridors[0].corridor_agreement_signers.reverse());
  expect([exit, changes]).toEqual([
    1,
    [expect.objectContaining({ severity: 'low', kind: 'REORDERED', field: 'corridor_agreement_signers' })],
  ]);
});
