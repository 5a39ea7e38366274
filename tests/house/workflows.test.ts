/** Workflows run where nobody watches: what they call must exist, and what they borrow must not change under them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.github', 'workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const workflows = readdirSync(folder).map((name) => {
  const document = parseDocument(readFileSync(join(folder, name), 'utf8'), { strict: true, uniqueKeys: true });
  return { name, faults: [...document.errors, ...document.warnings], content: document.toJS() as Workflow };
});
const steps = workflows.flatMap(({ name, content }) =>
  Object.values(content.jobs).flatMap((job) => job.steps.map((step) => ({ name, step }))),
);

/** The scripts of package.json that a command runs: `npm run x`, `npm test`. */
function scriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bnpm (?:run (?:-\S+ )*([\w:-]+)|(test)\b)/g)].map(([, named, test]) => (named ?? test) as string);
}

describe('workflows', () => {
  it('are those of every change, of every night and of a release', () => {
    expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
  });

  it.each(workflows)('$name is YAML without a mistake, reads only unless a job says otherwise, and ends', ({ faults, content }) => {
    expect(faults).toEqual([]);
    expect(content.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(content.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('take actions by the hash of a commit', () => {
    const used = steps.flatMap(({ step }) => step.uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('call scripts that package.json has and files that are there', () => {
    const shells = readdirSync(join(root, '.ci')).map((name) => readFileSync(join(root, '.ci', name), 'utf8'));
    const commands = [...steps.flatMap(({ step }) => step.run ?? []), ...shells, ...Object.values(scripts)];
    const called = commands.flatMap(scriptsIn);
    expect(called).toEqual(expect.arrayContaining(['ok', 'types', 'lint', 'format:check', 'test']));
    expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = commands.flatMap((text) =>
      [...text.matchAll(/(?:^|\s)(?:bash|node) ((?:\.ci|scripts|bench)\/\S+)/gm)].map(([, path]) => path as string),
    );
    expect(files).toEqual(expect.arrayContaining(['.ci/run', '.ci/newest', '.ci/smoke', 'scripts/check-release.mjs', 'scripts/build.mjs']));
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('run the gate once, and in it every check once', () => {
    expect(steps.filter(({ name, step }) => name === 'ci.yml' && step.run === 'bash .ci/run')).toHaveLength(1);
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8').match(/^npm .*$/gm)).toEqual(['npm ci', 'npm run checks', 'npm test']);
    expect(scripts['ok']).toBe('npm run checks && npm test');
    expect(unfolded('ok').sort()).toEqual(['format:check', 'knip', 'lint', 'publint', 'test', 'types']);
  });
});

/** The scripts that a script runs in the end, as often as it runs them. */
function unfolded(name: string): string[] {
  const called = scriptsIn(scripts[name] ?? '');
  return called.length === 0 ? [name] : called.flatMap(unfolded);
}
