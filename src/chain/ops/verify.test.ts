import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExampleRoots, INTEGRITY, layOutExample, lockExample, writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import type { ToolVerdict } from '../verify.ts';
import { openFinder } from './find-tools.ts';
import { verifyTools } from './verify.ts';

const folder = scratchFolder('chain-verify');
let roots: ExampleRoots;

beforeEach(() => {
  roots = layOutExample(folder);
  lockExample(roots, { scope: 'user' });
});

/** Verifies with the fast check and with the full reader, which must agree. */
function verify(id = 'web/scraper'): ToolVerdict {
  const [quick] = verifyTools([id], { roots, finder: openFinder(roots), trusted: null });
  const [exact] = verifyTools([id], { roots, finder: openFinder(roots), trusted: null, onLock: () => undefined });
  expect(quick).toEqual(exact);
  return quick as ToolVerdict;
}

const edit = (file: string, change: (text: string) => string | Uint8Array) => writeFileSync(file, change(readFileSync(file, 'utf8')));
const copyInto = (file: string, target: string) => {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(file, target);
};

describe('verifyTools() and the worked example', () => {
  it('verifies it unchanged', () => {
    expect(verify()).toEqual({
      id: 'web/scraper',
      version: '1.0.0',
      lock: { space: 'user', file: roots.lockfile },
      status: 'OK',
      findings: [],
      refusal: null,
    });
  });

  it.each<[string, () => void, number, string]>([
    [
      'the runtime has another timeout',
      () => edit(roots.runtime, (text) => text.replace('timeout: 60', 'timeout: 61')),
      1,
      'c09bf07b52f5dc4c',
    ],
    ['the tool has a line more', () => appendFileSync(roots.scraper, '# x\n'), 0, '26dc894290d9c918'],
    ['the tool has no final newline', () => edit(roots.scraper, (text) => text.slice(0, -1)), 0, '8bea06093f9f1c3a'],
    ['the tool has a BOM', () => edit(roots.scraper, (text) => `\u{feff}${text}`), 0, '9add2007bf10b0e4'],
    // The original does not hash this line; custody does.
    ['the tool begins with a #! line', () => edit(roots.scraper, (text) => `#!/usr/bin/env python3\n${text}`), 0, 'c497c3151d638fb5'],
    ['the primitive was patched', () => appendFileSync(roots.primitive, '# patched\n'), 2, 'd7463bd5b25c91a7'],
  ])('reports CHANGED if %s', (_, change, position, actual) => {
    change();
    const expected = [INTEGRITY.scraper, INTEGRITY.runtime, INTEGRITY.primitive][position];
    const file = [roots.scraper, roots.runtime, roots.primitive][position];
    expect(verify()).toMatchObject({ status: 'DRIFT', findings: [{ kind: 'CHANGED', position, file, expected }] });
    expect(verify().findings[0]?.actual).toMatch(new RegExp(`^${actual}`));
  });

  it('succeeds for a tool with CRLF', () => {
    edit(roots.scraper, (text) => text.replaceAll('\n', '\r\n'));
    expect(verify().status).toBe('OK');
  });

  it('fails for a tool with a lone CR', () => {
    edit(roots.scraper, (text) => text.replace('import json\n', 'import json\r'));
    expect(verify().findings).toMatchObject([{ kind: 'CHANGED', position: 0 }]);
  });

  it('does not judge an empty tool, which has no metadata', () => {
    writeFileSync(roots.scraper, '');
    expect(verify()).toMatchObject({ status: 'REFUSED', refusal: { code: 'E_BAD_TOOL' } });
  });

  it('fails a tool that changed its version while a lock pins the old one', () => {
    edit(roots.scraper, (text) => text.replace('__version__ = "1.0.0"', '__version__ = "1.0.1"'));
    expect(verify()).toMatchObject({
      version: '1.0.1',
      lock: null,
      status: 'DRIFT',
      findings: [{ kind: 'UNLOCKED', expected: null, actual: '8dbe548270713a38569a76bcfd937e1984350c6bdea212e7fd83ab8ce8b6bbce' }],
    });
  });

  it('reports a shadowed runtime, with different content and with the same', () => {
    const shadow = join(roots.project, '.ai/tools/runtimes/python_script.yaml');
    copyInto(roots.runtime, shadow);
    expect(verify()).toMatchObject({
      status: 'DRIFT',
      findings: [{ kind: 'SHADOWED', position: 1, file: shadow, expected: 'user', actual: 'project' }],
    });
    appendFileSync(shadow, '# shadow\n');
    expect(verify().findings).toMatchObject([
      { kind: 'SHADOWED' },
      { kind: 'CHANGED', actual: 'c2a67597aea0c14d4d9c9ba2f5fccdaf3d2a5e99426e2284d23c9dac2f137032' },
    ]);
  });

  it('reports an element that moved to a lower space', () => {
    copyInto(roots.runtime, join(roots.system, 'tools/runtimes/python_script.yaml'));
    rmSync(roots.runtime);
    expect(verify().findings).toMatchObject([{ kind: 'SHADOWED', expected: 'user', actual: 'system' }]);
  });
});

it('verifyTools() reports a missing element, and who pinned it', () => {
  rmSync(roots.primitive);
  expect(verify().findings).toEqual([
    { kind: 'MISSING', position: 2, itemId: 'primitives/subprocess', file: null, expected: INTEGRITY.primitive, actual: null },
  ]);
});

it('verifyTools() finds the lock of a root that is gone, for any version', () => {
  rmSync(roots.scraper);
  renameSync(roots.lockfile, roots.lockfile.replace('1.0.0', '0.9.0'));
  const lockfile = roots.lockfile.replace('1.0.0', '0.9.0');
  edit(lockfile, (text) => text.replace('"version": "1.0.0"', '"version": "0.9.0"'));
  expect(verify()).toMatchObject({
    version: '0.9.0',
    lock: { file: lockfile },
    status: 'DRIFT',
    findings: [{ kind: 'MISSING', position: 0, expected: INTEGRITY.scraper }],
  });
});

it('verifyTools() refuses a tool that does not exist and that no lock pins', () =>
  expect(verify('web/none')).toMatchObject({ status: 'REFUSED', version: null, refusal: { code: 'E_NOT_FOUND' } }));

it('verifyTools() reports that a tool has no lock', () => {
  rmSync(roots.lockfile);
  expect(verify()).toMatchObject({ status: 'UNLOCKED', lock: null, findings: [{ kind: 'UNLOCKED', actual: INTEGRITY.scraper }] });
});

it('verifyTools() reports every finding, and judges every tool', () => {
  appendFileSync(roots.scraper, '# x\n');
  appendFileSync(roots.runtime, '# x\n');
  appendFileSync(roots.primitive, '# x\n');
  const verdicts = verifyTools(['web/scraper', '../x', 'web/none'], { roots, finder: openFinder(roots), trusted: null });
  expect(verdicts.map(({ status }) => status)).toEqual(['DRIFT', 'REFUSED', 'REFUSED']);
  expect(verdicts[0]?.findings.map(({ position }) => position)).toEqual([0, 1, 2]);
  expect(verdicts[1]).toMatchObject({ id: '../x', refusal: { code: 'E_BAD_ID' } });
});

it('verifyTools() reports a chain that has become longer, and one that has become shorter', () => {
  writeFile(join(roots.user, 'tools/wrap.yaml'), 'version: "1"\ntool_type: wrapper\nexecutor_id: primitives/subprocess\n');
  edit(roots.runtime, (text) => text.replace('executor_id: primitives/subprocess', 'executor_id: wrap'));
  expect(verify().findings.map(({ kind }) => kind)).toEqual(['CHANGED', 'EXECUTOR_CHANGED', 'CHAIN_LENGTH']);
  edit(roots.runtime, (text) =>
    text.replace('tool_type: runtime', 'tool_type: primitive').replace('executor_id: wrap', 'executor_id: null'),
  );
  expect(verify().findings.at(-1)).toMatchObject({ kind: 'CHAIN_LENGTH', expected: '3', actual: '2' });
});

it.each([
  ['another type', '"tool_type": "runtime"', '"tool_type": "wrapper"'],
  ['a type of null', '"tool_type": "primitive"', '"tool_type": null'],
])('verifyTools() does not believe a lock that says %s, though all hashes are right', (_, old, fresh) => {
  edit(roots.lockfile, (text) => text.replace(old, fresh));
  expect(verify().findings).toMatchObject([{ kind: 'EXECUTOR_CHANGED' }]);
});

it('verifyTools() uses the first match over the three lock folders', () => {
  for (const [space, root] of [
    ['system', roots.system],
    ['project', roots.project],
  ] as const) {
    const file = join(root, 'lockfiles/web/scraper@1.0.0.lock.json');
    copyInto(roots.lockfile, file);
    edit(file, (text) => text.replace('"tool_type": "runtime"', '"tool_type": "wrapper"'));
    expect(verify()).toMatchObject({ status: space === 'system' ? 'OK' : 'DRIFT', lock: { space: space === 'system' ? 'user' : space } });
  }
});

it('verifyTools() is blocked by a corrupt lock, even if the next folder has a good one', () => {
  writeFile(join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json'), '{}');
  expect(verify()).toMatchObject({ status: 'REFUSED', refusal: { code: 'E_BAD_LOCK' } });
});

it('verifyTools() is blocked by a lock that is a broken link', () => {
  mkdirSync(join(roots.project, 'lockfiles/web'), { recursive: true });
  symlinkSync('none', join(roots.project, 'lockfiles/web/scraper@1.0.0.lock.json'));
  expect(verify()).toMatchObject({ status: 'REFUSED', refusal: { code: 'E_IO' } });
});

it('verifyTools() judges by the content of a lock, whatever its formatting', () => {
  edit(roots.lockfile, (text) =>
    JSON.stringify({ note: 'kept', ...(JSON.parse(text) as object) }).replace('"system"', '"system:rye/core"'),
  );
  expect(verify().status).toBe('OK');
});

it('verifyTools() does not judge a cyclic chain', () => {
  edit(roots.runtime, (text) => text.replace('executor_id: primitives/subprocess', 'executor_id: web/scraper'));
  expect(verify()).toMatchObject({ status: 'REFUSED', refusal: { code: 'E_CYCLE' } });
});

it('verifyTools() reports every lock that it reads', () => {
  const told: string[] = [];
  verifyTools(['web/scraper'], { roots, finder: openFinder(roots), trusted: null, onLock: (file) => void told.push(file) });
  expect(told).toEqual([roots.lockfile]);
});

it('verifyTools() judges signatures even of a tool without a lock', () => {
  const trusted = { warnings: [], find: () => null, holds: () => false };
  const [locked] = verifyTools(['web/scraper'], { roots, finder: openFinder(roots), trusted });
  expect(locked?.findings.map(({ kind, position }) => `${kind} ${position}`)).toEqual(['UNSIGNED 0', 'UNSIGNED 1', 'UNSIGNED 2']);
  rmSync(roots.lockfile);
  const [unlocked] = verifyTools(['web/scraper'], { roots, finder: openFinder(roots), trusted });
  expect(unlocked).toMatchObject({ status: 'DRIFT', findings: [{ kind: 'UNLOCKED' }, { kind: 'UNSIGNED' }, {}, {}] });
});
