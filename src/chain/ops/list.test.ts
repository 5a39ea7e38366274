import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ExampleRoots, layOutExample, lockExample, setVersion, writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { pinnedTools } from './every-tool.ts';
import { openFinder } from './find-tools.ts';
import { listLocks, pruneLocks } from './list.ts';
import { openLocks } from './lockfiles.ts';

const folder = scratchFolder('chain-list');
let roots: ExampleRoots;

beforeEach(() => {
  roots = layOutExample(folder);
});

const lock = (id = 'web/scraper', scope: 'user' | 'project' = 'project') => lockExample(roots, { scope }, [id]);
const list = () => listLocks(roots, openFinder(roots));
const statuses = () => list().map(({ space, id, version, status }) => `${space} ${id} ${version} ${status}`);
const prune = (options: { dryRun?: boolean; anyProject?: boolean } = {}) =>
  pruneLocks(list(), { roots, dryRun: false, anyProject: false, ...options }).map(
    ({ id, version, action }) => `${action} ${id} ${version}`,
  );
const remembered = () => [...new Set(pinnedTools(openLocks(roots), openFinder(roots)))];

it('listLocks() lists the locks of every space, nearest first', () => {
  lock();
  lock('runtimes/python_script', 'user');
  expect(statuses()).toEqual(['project web/scraper 1.0.0 CURRENT', 'user runtimes/python_script 2.1.0 CURRENT']);
  expect(list().map(({ reason }) => reason)).toEqual([null, null]);
});

it('listLocks() reports a lock that is hidden by a nearer one', () => {
  lock();
  lock('web/scraper', 'user');
  expect(statuses()).toEqual(['project web/scraper 1.0.0 CURRENT', 'user web/scraper 1.0.0 HIDDEN']);
  expect(list()[1]?.reason).toBe(`the lock in project space counts: ${list()[0]?.file}`);
});

it('listLocks() reports a drifted chain with its findings', () => {
  lock();
  appendFileSync(roots.runtime, '# x\n');
  rmSync(roots.primitive);
  expect(list()).toMatchObject([{ status: 'DRIFTED', reason: 'CHANGED runtimes/python_script, MISSING primitives/subprocess' }]);
});

it('listLocks() reports a chain that cannot be resolved', () => {
  lock();
  writeFileSync(roots.runtime, '(');
  expect(list()).toMatchObject([{ status: 'UNRESOLVED', reason: expect.stringContaining('cannot read tool runtimes/python_script') }]);
  writeFileSync(roots.scraper, '(');
  expect(list()).toMatchObject([{ status: 'UNRESOLVED', reason: expect.stringContaining('cannot read tool web/scraper') }]);
});

it('listLocks() reports a corrupt lock, and continues', () => {
  lock('runtimes/python_script', 'user');
  writeFile(join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json'), '{}');
  expect(list()).toMatchObject([{ status: 'CORRUPT', reason: expect.stringContaining('lockfile_version') }, { status: 'CURRENT' }]);
});

it('listLocks() reports a root that is gone, and where it may be', () => {
  lock();
  lock('web/scraper', 'user');
  rmSync(roots.scraper);
  expect(list()).toMatchObject([
    { status: 'ROOT_GONE', reason: 'tool not found: web/scraper, searched in project, user, system' },
    { status: 'ROOT_GONE', reason: expect.stringContaining('; another project may have it') },
  ]);
});

it('listLocks() reports another version, and whether it is pinned', () => {
  lock();
  setVersion(roots, '1.1.0');
  expect(list()).toMatchObject([{ status: 'OTHER_VERSION', reason: 'it is 1.1.0 now, which no lock pins', isSuperseded: false }]);
  lock();
  expect(list()).toMatchObject([{ status: 'OTHER_VERSION', reason: 'it is 1.1.0 now', isSuperseded: true }, { status: 'CURRENT' }]);
});

it('pruneLocks() removes the locks of tools that no longer exist, and folders that become empty', () => {
  lock();
  setVersion(roots, '1.1.0');
  lock();
  expect(prune()).toEqual(['REMOVED web/scraper 1.0.0']);
  expect(statuses()).toEqual(['project web/scraper 1.1.0 CURRENT']);
  rmSync(roots.scraper);
  expect(prune()).toEqual(['REMOVED web/scraper 1.1.0']);
  expect(existsSync(join(roots.project, 'lockfiles/web'))).toBe(false);
  expect(existsSync(join(roots.project, 'lockfiles'))).toBe(true);
});

it('pruneLocks() keeps a folder that has other content', () => {
  lock();
  rmSync(roots.scraper);
  writeFile(join(roots.project, 'lockfiles/web/notes.txt'), '');
  expect(prune()).toEqual(['REMOVED web/scraper 1.0.0']);
  expect(existsSync(join(roots.project, 'lockfiles/web/notes.txt'))).toBe(true);
});

it('pruneLocks() only reports what it would do', () => {
  lock();
  rmSync(roots.scraper);
  expect(prune({ dryRun: true })).toEqual(['WOULD_REMOVE web/scraper 1.0.0']);
  expect(statuses()).toHaveLength(1);
});

it('pruneLocks() keeps the lock of another version while the new one is not pinned: otherwise a changed version number would remove the lock', () => {
  lock();
  setVersion(roots, '1.1.0');
  expect(prune({ anyProject: true })).toEqual(['KEPT web/scraper 1.0.0']);
});

it('pruneLocks() keeps locks that are evidence of a change', () => {
  lock();
  appendFileSync(roots.scraper, '# x\n');
  expect(prune({ anyProject: true })).toEqual(['KEPT web/scraper 1.0.0']);
  writeFileSync(join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json'), '{');
  rmSync(roots.scraper);
  expect(prune({ anyProject: true })).toEqual(['KEPT web/scraper 1.0.0']);
});

it('pruneLocks() never removes a lock of the system', () => {
  lock();
  mkdirSync(join(roots.system, 'lockfiles'));
  cpSync(join(roots.project, 'lockfiles'), join(roots.system, 'lockfiles'), { recursive: true });
  rmSync(roots.scraper);
  expect(prune({ anyProject: true })).toEqual(['REMOVED web/scraper 1.0.0', 'KEPT web/scraper 1.0.0']);
  expect(statuses()).toEqual(['system web/scraper 1.0.0 ROOT_GONE']);
});

it('pruneLocks() keeps the locks that a user has for other projects, unless requested', () => {
  lock('web/scraper', 'user');
  roots = { ...roots, project: join(folder, 'other') };
  expect(prune()).toEqual(['KEPT web/scraper 1.0.0']);
  expect(prune({ anyProject: true })).toEqual(['REMOVED web/scraper 1.0.0']);
  expect(existsSync(dirname(roots.lockfile))).toBe(false);
});

it('pinnedTools() names a tool of this project that is gone, by the lock in the project', () => {
  lock();
  rmSync(roots.scraper);
  expect(remembered()).toEqual(['web/scraper']);
});

it('pinnedTools() does not include the tools of other projects', () => {
  lock('web/scraper', 'user');
  lock('runtimes/python_script', 'user');
  roots = { ...roots, project: join(folder, 'other') };
  expect(remembered()).toEqual(['runtimes/python_script']);
  rmSync(roots.runtime);
  expect(remembered()).toEqual(['runtimes/python_script']);
});

it('pinnedTools() includes a tool that is now in another space', () => {
  lock('web/scraper', 'user');
  mkdirSync(join(roots.user, 'tools/web'));
  cpSync(roots.scraper, join(roots.user, 'tools/web/scraper.py'));
  rmSync(roots.scraper);
  expect(remembered()).toEqual(['web/scraper']);
});

it('pinnedTools() includes the tool of a corrupt lock, so that the fault is reported', () => {
  writeFile(roots.lockfile, '{');
  rmSync(roots.scraper);
  expect(remembered()).toEqual(['web/scraper']);
});
