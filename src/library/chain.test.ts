import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, test } from 'vitest';
import { run } from '#cli/run';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { type ExampleRoots, GENERATED_AT, INTEGRITY, LOCK_SHA256, layOutExample, writeFile } from '../../tests/chain/example.ts';
import { fakeContext } from '../../tests/helpers/fake-context.ts';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { diffChainLocks, listChainLocks, lockChains, pruneChainLocks, resolveChain, updateChains, verifyChains } from './chain.ts';
import { signTools } from './chain-keys.ts';

const folder = scratchFolder('library-chain');
const created = new Date(GENERATED_AT);
let roots: ExampleRoots;
let spaces: { project: string; userSpace: string; systemSpace: string; env: Record<string, string> };

beforeEach(() => {
  roots = layOutExample(folder);
  spaces = { project: roots.project, userSpace: roots.user, systemSpace: roots.system, env: { HOME: folder } };
});

/** The output of the command line. */
async function printed(line: string): Promise<string> {
  const context = fakeContext(`custody chain ${line} --json --no-witness`, {
    cwd: roots.project,
    env: { HOME: folder, USER_SPACE: roots.user, SYSTEM_SPACE: roots.system },
  });
  await run(context);
  return context.out();
}

const bytesOf = (document: object): string => `${formatPretty(document as JsonObject)}\n`;
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

it('resolveChain() gives the document of the command line, searched and frozen', async () => {
  lockChains(['web/scraper'], spaces);
  for (const frozen of [false, true]) {
    const report = resolveChain('web/scraper', { ...spaces, frozen });
    expect(report.chain.map(({ integrity }) => integrity)).toEqual([INTEGRITY.scraper, INTEGRITY.runtime, INTEGRITY.primitive]);
    expect(report.lock).toBe(frozen ? roots.lockfile : null);
    expect(bytesOf(report)).toBe(await printed(`resolve web/scraper${frozen ? ' --frozen' : ''}`));
  }
});

it('resolveChain() reports how a frozen chain differs from its lock', () => {
  lockChains(['web/scraper'], spaces);
  appendFileSync(roots.runtime, '# more\n');
  expect(resolveChain('web/scraper', { ...spaces, frozen: true })).toMatchObject({
    outcome: 'CHAIN_DRIFT',
    findings: [{ kind: 'CHANGED' }],
  });
  expect(resolveChain('web/scraper', spaces).outcome).toBe('CHAIN_OK');
});

it.each([
  ['web/none', 'E_NOT_FOUND'],
  ['../web/scraper', 'E_BAD_ID'],
  ['', 'E_BAD_ID'],
])('resolveChain() refuses %j with %s', (id, code) => expect(() => resolveChain(id, spaces)).toRefuse(code));

it('lockChains() writes the very bytes of the worked example', () => {
  expect(lockChains(['web/scraper', 'web/scraper'], { ...spaces, created })).toEqual([
    { id: 'web/scraper', version: '1.0.0', file: roots.lockfile, change: 'created', findings: [], hiddenBy: null, retires: null },
  ]);
  expect(sha256(roots.lockfile)).toBe(LOCK_SHA256);
  expect(lockChains('all', spaces).map(({ change }) => change)).toEqual(['unchanged']);
  expect(sha256(roots.lockfile)).toBe(LOCK_SHA256);
});

it('lockChains() refuses an existing lock with other content, which updateChains() replaces with its findings', () => {
  lockChains(['web/scraper'], { ...spaces, created });
  appendFileSync(roots.scraper, '# more\n');
  expect(() => lockChains('all', spaces)).toRefuse('E_LOCK_DIFFERS');
  expect(sha256(roots.lockfile)).toBe(LOCK_SHA256);
  const [updated] = updateChains('all', spaces);
  expect(updated).toMatchObject({
    change: 'updated',
    findings: [{ kind: 'CHANGED', item_id: 'web/scraper', expected: INTEGRITY.scraper }],
  });
  expect(verifyChains('all', spaces).outcome).toBe('CHAIN_OK');
});

it('lockChains() writes where scope says, else where the environment says', () => {
  const project = join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json');
  const env = { ...spaces.env, CUSTODY_CHAIN_SCOPE: 'project' };
  expect(lockChains('all', { ...spaces, env, scope: 'user' })[0]?.file).toBe(roots.lockfile);
  expect(lockChains('all', { ...spaces, env })[0]?.file).toBe(project);
  const warnings: string[] = [];
  const [hidden] = lockChains('all', { ...spaces, scope: 'user', onWarning: (message) => warnings.push(message) });
  expect(hidden?.hiddenBy).toBe(project);
  expect(warnings).toEqual([`for web/scraper the lock in a nearer space still counts: ${project}`]);
});

it('lockChains() requires a valid scope and a valid time', () => {
  expect(() => lockChains('all', { ...spaces, scope: 'system' as 'user' })).toThrow(RangeError);
  expect(() => lockChains('all', { ...spaces, env: { CUSTODY_CHAIN_SCOPE: 'system' } })).toThrow(RangeError);
  expect(() => lockChains('all', { ...spaces, created: 'today' })).toThrow(RangeError);
  expect(existsSync(join(roots.user, 'lockfiles'))).toBe(false);
});

it('verifyChains() gives the document of the command line', async () => {
  lockChains(['web/scraper'], spaces);
  expect(verifyChains('all', spaces).counts).toEqual({ ok: 1, drifted: 0, unlocked: 0, refused: 0, passed_over: 0 });
  appendFileSync(roots.primitive, '# more\n');
  writeFile(join(roots.project, '.ai/tools/new.sh'), '# version: 1.0.0\n# tool_type: shell\n# executor_id: runtimes/python_script\n');
  for (const frozen of [false, true]) {
    const report = verifyChains('all', { ...spaces, frozen, requireSignatures: frozen });
    expect(report).toMatchObject({
      outcome: 'CHAIN_DRIFT',
      frozen,
      tools: [{ tool_id: 'new' }, { tool_id: 'web/scraper', status: 'DRIFT' }],
    });
    expect(bytesOf(report)).toBe(await printed(`verify --all${frozen ? ' --frozen --require-signatures' : ''}`));
  }
});

it('verifyChains() gives the reason for tools it could not judge, and a verdict on the others', async () => {
  lockChains(['web/scraper'], spaces);
  const report = verifyChains(['web/scraper', 'web/none'], spaces);
  expect(report).toMatchObject({ outcome: 'REFUSAL', counts: { ok: 1, refused: 1 }, refusal: { code: 'E_NOT_FOUND' } });
  expect(bytesOf(report)).toBe(await printed('verify web/scraper web/none'));
});

it('verifyChains() reports a tool that exists only in its lock', () => {
  lockChains('all', { ...spaces, scope: 'project' });
  rmSync(roots.scraper);
  expect(verifyChains('all', spaces)).toMatchObject({ outcome: 'CHAIN_DRIFT', tools: [{ findings: [{ kind: 'MISSING' }] }] });
});

it('verifyChains() counts a tool without a lock as a failure only with frozen, and one without a signature only with requireSignatures', () => {
  expect(verifyChains('all', spaces).outcome).toBe('CHAIN_OK');
  expect(verifyChains('all', { ...spaces, frozen: true }).outcome).toBe('CHAIN_DRIFT');
  expect(verifyChains('all', { ...spaces, requireSignatures: true }).outcome).toBe('CHAIN_DRIFT');
});

const asks = [verifyChains, lockChains, updateChains, signTools] as const;
test.each(asks.map((ask) => [ask.name, ask] as const))('%s() refuses an empty list of tool ids', (_, ask) => {
  for (const ids of [[], 'web/scraper', undefined, null]) expect(() => ask(ids as unknown as string[], spaces)).toThrow(RangeError);
});

it('diffChainLocks() gives the document of the command line, of paths and of bytes', async () => {
  lockChains('all', { ...spaces, created });
  const old = join(folder, 'old.lock.json');
  const before = readFileSync(roots.lockfile);
  writeFileSync(old, before);
  appendFileSync(roots.runtime, '# more\n');
  updateChains('all', spaces);
  const report = diffChainLocks(old, roots.lockfile);
  expect(report.changed).toMatchObject([{ item_id: 'runtimes/python_script', old: { integrity: INTEGRITY.runtime, position: 1 } }]);
  expect(bytesOf(report)).toBe(await printed(`diff ${old} ${roots.lockfile}`));
  expect(diffChainLocks(before, readFileSync(roots.lockfile))).toEqual({ ...report, old: '(bytes)', new: '(bytes)' });
  expect(diffChainLocks(old, before).outcome).toBe('NO_CHANGES');
});

it('diffChainLocks() refuses a file that is not a lock, and a missing one', () => {
  writeFile(join(folder, 'long.lock.json'), new Uint8Array((1 << 24) + 1));
  expect(() => diffChainLocks(new Uint8Array(), new Uint8Array())).toRefuse('E_BAD_LOCK');
  expect(() => diffChainLocks(join(folder, 'long.lock.json'), '')).toRefuse('E_BAD_LOCK');
  for (const path of [join(folder, 'none'), folder, '']) expect(() => diffChainLocks(path, path)).toRefuse('E_IO');
});

it('listChainLocks() and pruneChainLocks() give the documents of the command line', async () => {
  lockChains('all', { ...spaces, scope: 'project' });
  const file = join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json');
  expect(listChainLocks(spaces)).toMatchObject({ counts: { current: 1 }, locks: [{ file, status: 'CURRENT', action: null }] });
  rmSync(roots.scraper);
  expect(bytesOf(listChainLocks(spaces))).toBe(await printed('list'));
  const would = pruneChainLocks({ ...spaces, dryRun: true });
  expect(would.locks).toMatchObject([{ status: 'ROOT_GONE', action: 'WOULD_REMOVE' }]);
  expect(bytesOf(would)).toBe(await printed('prune --dry-run'));
  expect(existsSync(file)).toBe(true);
  expect(pruneChainLocks(spaces).locks).toMatchObject([{ action: 'REMOVED' }]);
  expect(existsSync(file)).toBe(false);
});

it("listChainLocks() and pruneChainLocks() keep a user's lock of a project's tool, unless anyProject is set", () => {
  lockChains('all', { ...spaces, scope: 'user' });
  rmSync(roots.scraper);
  expect(pruneChainLocks(spaces).locks).toMatchObject([{ action: 'KEPT' }]);
  expect(pruneChainLocks({ ...spaces, anyProject: true }).locks).toMatchObject([{ action: 'REMOVED' }]);
});

it('spaces are those of the environment by default', () => {
  const env = { HOME: folder, USER_SPACE: roots.user, SYSTEM_SPACE: roots.system };
  expect(resolveChain('web/scraper', { project: roots.project, env }).chain).toHaveLength(3);
  expect(() => resolveChain('web/scraper', { project: roots.project, env: { HOME: folder } })).toRefuse('E_NOT_FOUND');
});
