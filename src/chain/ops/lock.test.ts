import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExampleRoots, GENERATED_AT, LOCK_SHA256, layOutExample, lockExample, writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import type { LockRequest } from './lock.ts';

const folder = scratchFolder('chain-lock');
let roots: ExampleRoots;
const PROJECT_LOCK = 'lockfiles/web/scraper@1.0.0.lock.json';

beforeEach(() => {
  roots = layOutExample(folder);
});

const lock = (options: Partial<LockRequest> = {}, ids?: readonly string[]) => lockExample(roots, options, ids);
const update = (options: Partial<LockRequest> = {}) => lock({ replace: true, generatedAt: '2026-02-02T00:00:00+00:00', ...options });

it('lockTools() writes the published bytes of the worked example, to the user space', () => {
  expect(lock()).toMatchObject([{ id: 'web/scraper', version: '1.0.0', file: roots.lockfile, change: 'created', findings: [] }]);
  const bytes = readFileSync(roots.lockfile);
  expect(bytes).toHaveLength(974);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(LOCK_SHA256);
  expect(readdirSync(dirname(roots.lockfile))).toEqual(['scraper@1.0.0.lock.json']);
});

it('lockTools() writes to the project if requested', () => {
  expect(lock({ scope: 'project' })).toMatchObject([{ file: join(roots.project, PROJECT_LOCK) }]);
  expect(existsSync(roots.lockfile)).toBe(false);
});

it.each([false, true])('lockTools() leaves a lock of the same content untouched, replace %s', (replace) => {
  lock();
  const then = new Date('2020-01-01T00:00:00Z');
  utimesSync(roots.lockfile, then, then);
  expect(lock({ replace, generatedAt: 'later' })).toMatchObject([{ change: 'unchanged', findings: [] }]);
  expect(statSync(roots.lockfile).mtime).toEqual(then);
  expect(readFileSync(roots.lockfile, 'utf8')).toContain(GENERATED_AT);
});

it('lockTools() refuses to replace a lock of different content, and reports the differences', () => {
  lock();
  const before = readFileSync(roots.lockfile);
  appendFileSync(roots.runtime, '# x\n');
  expect(() => lock()).toThrow(
    expect.objectContaining({
      code: 'E_LOCK_DIFFERS',
      nextCommand: 'custody chain verify web/scraper',
      detail: expect.objectContaining({ file: roots.lockfile, findings: [expect.objectContaining({ kind: 'CHANGED', position: 1 })] }),
    }),
  );
  expect(readFileSync(roots.lockfile)).toEqual(before);
});

it('lockTools() replaces it if requested, keeps its unknown keys, and reports the changes', () => {
  lock();
  const text = readFileSync(roots.lockfile, 'utf8');
  writeFileSync(
    roots.lockfile,
    text.replace('"registry": null', '"registry": {\n    "url": "u"\n  },\n  "verified_deps": null,\n  "note": "n"'),
  );
  appendFileSync(roots.runtime, '# x\n');
  expect(update()).toMatchObject([{ change: 'updated', findings: [{ kind: 'CHANGED', position: 1 }] }]);
  const written = JSON.parse(readFileSync(roots.lockfile, 'utf8')) as Record<string, unknown>;
  expect(written).toMatchObject({ generated_at: '2026-02-02T00:00:00+00:00', registry: { url: 'u' }, verified_deps: null, note: 'n' });
});

it('lockTools() resolves all chains before it writes a lock', () => {
  expect(() => lock({}, ['web/scraper', 'web/none'])).toThrow('tool not found: web/none');
  expect(existsSync(roots.lockfile)).toBe(false);
});

it('lockTools() writes a new lock beside the old one for another version', () => {
  lock();
  writeFileSync(roots.scraper, readFileSync(roots.scraper, 'utf8').replace('1.0.0', '1.1.0'));
  expect(lock()).toMatchObject([{ version: '1.1.0', change: 'created' }]);
  expect(readdirSync(dirname(roots.lockfile))).toEqual(['scraper@1.0.0.lock.json', 'scraper@1.1.0.lock.json']);
});

it('lockTools() is blocked by a corrupt lock, even for an update', () => {
  writeFile(roots.lockfile, '{');
  expect(() => lock()).toThrow('corrupt lockfile');
  expect(() => update()).toThrow('corrupt lockfile');
  expect(readFileSync(roots.lockfile, 'utf8')).toBe('{');
});

describe('lockTools() without a requested space', () => {
  const inProject = () => join(roots.project, PROJECT_LOCK);
  const inSystem = () => join(roots.system, PROJECT_LOCK);

  it('replaces the lock that is used, so that verify succeeds afterwards', () => {
    lock({ scope: 'project' });
    appendFileSync(roots.scraper, '# x\n');
    expect(update()).toMatchObject([{ file: inProject(), change: 'updated', hiddenBy: null }]);
    expect(existsSync(roots.lockfile)).toBe(false);
  });

  it('accepts a lock of the system space if the content is the same', () => {
    lock();
    mkdirSync(dirname(inSystem()), { recursive: true });
    cpSync(roots.lockfile, inSystem());
    rmSync(roots.lockfile);
    expect(lock()).toMatchObject([{ file: inSystem(), change: 'unchanged' }]);
    expect(existsSync(roots.lockfile)).toBe(false);
    expect(lock({ scope: 'user' })).toMatchObject([{ file: roots.lockfile, change: 'created' }]);
  });

  it('never writes to the system space: an update writes to a nearer space', () => {
    lock();
    mkdirSync(dirname(inSystem()), { recursive: true });
    cpSync(roots.lockfile, inSystem());
    rmSync(roots.lockfile);
    const before = readFileSync(inSystem());
    appendFileSync(roots.scraper, '# x\n');
    expect(() => lock()).toThrow(inSystem());
    expect(update()).toMatchObject([{ file: roots.lockfile, change: 'created', findings: [{ kind: 'CHANGED' }] }]);
    expect(readFileSync(inSystem())).toEqual(before);
  });

  it('reports that a nearer lock is still used, if the space was requested', () => {
    lock({ scope: 'project' });
    expect(lock({ scope: 'user' })).toMatchObject([{ file: roots.lockfile, change: 'created', hiddenBy: inProject() }]);
    expect(lock({ scope: 'project' })).toMatchObject([{ hiddenBy: null }]);
  });
});
