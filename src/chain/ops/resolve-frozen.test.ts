import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ExampleRoots, INTEGRITY, layOutExample, lockExample, setVersion, writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { parseToolId } from '../id.ts';
import { openFinder } from './find-tools.ts';
import { resolveFrozen } from './resolve-frozen.ts';

const folder = scratchFolder('chain-frozen');
let roots: ExampleRoots;

beforeEach(() => {
  roots = layOutExample(folder);
  lockExample(roots, { scope: 'user' });
});

const resolve = () => resolveFrozen(parseToolId('web/scraper'), roots, openFinder(roots));

it('resolveFrozen() returns the chain that the lock pins', () => {
  const { lock: found, chain, findings } = resolve();
  expect(found.file).toBe(roots.lockfile);
  expect(chain.map(({ integrity }) => integrity)).toEqual([INTEGRITY.scraper, INTEGRITY.runtime, INTEGRITY.primitive]);
  expect(findings).toEqual([]);
});

it('resolveFrozen() does not search: a file in a nearer space is ignored', () => {
  const shadow = join(roots.project, '.ai/tools/runtimes/python_script.yaml');
  writeFile(shadow, 'not even a tool');
  expect(resolve().findings).toEqual([]);
  expect(resolve().chain[1]?.file).toBe(roots.runtime);
});

it('resolveFrozen() reports a pinned file that has changed, or is gone', () => {
  appendFileSync(roots.primitive, '# x\n');
  expect(resolve().findings).toMatchObject([{ kind: 'CHANGED', position: 2 }]);
  rmSync(roots.runtime);
  expect(resolve()).toMatchObject({
    chain: [{ itemId: 'web/scraper' }],
    findings: [{ kind: 'MISSING', position: 1, itemId: 'runtimes/python_script', expected: INTEGRITY.runtime }],
  });
});

it('resolveFrozen() searches an element only in its pinned space', () => {
  mkdirSync(join(roots.system, 'tools/runtimes'));
  cpSync(roots.runtime, join(roots.system, 'tools/runtimes/python_script.yaml'));
  rmSync(roots.runtime);
  expect(resolve().findings).toMatchObject([{ kind: 'MISSING', position: 1 }]);
});

it('resolveFrozen() uses the lock of the current version', () => {
  setVersion(roots, '2.0.0');
  lockExample(roots, { scope: 'user' });
  expect(resolve().lock.version).toBe('2.0.0');
});

it('resolveFrozen() reports a tool that is older than the version in the newest lock', () => {
  setVersion(roots, '2.0.0');
  lockExample(roots, { scope: 'user' });
  setVersion(roots, '1.0.0');
  const { lock: inForce, findings } = resolve();
  expect(inForce.version).toBe('2.0.0');
  expect(findings).toMatchObject([{ kind: 'ROLLED_BACK', expected: '2.0.0', actual: '1.0.0' }, { kind: 'CHANGED' }]);
});

it('resolveFrozen() refuses a version or a tool that no lock pins', () => {
  setVersion(roots, '2.0.0');
  lockExample(roots, { scope: 'user' });
  setVersion(roots, '3.0.0');
  expect(resolve).toRefuse('E_UNLOCKED', {}, 'web/scraper 3.0.0');
  rmSync(dirname(roots.lockfile), { recursive: true });
  expect(resolve).toRefuse('E_UNLOCKED');
});

it('resolveFrozen() reports a root that is gone, even if several versions are pinned', () => {
  setVersion(roots, '2.0.0');
  lockExample(roots, { scope: 'user' });
  rmSync(roots.scraper);
  expect(resolve().findings).toMatchObject([{ kind: 'MISSING', position: 0 }]);
});

it('resolveFrozen() reports a changed version as changed content if there is only one lock', () => {
  setVersion(roots, '2.0.0');
  expect(resolve().findings).toMatchObject([{ kind: 'CHANGED', position: 0 }]);
});
