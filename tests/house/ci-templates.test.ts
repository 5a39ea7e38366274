/** What other projects run in their CI: the very steps of each file, with the environment that the forge sets. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const yaml = (name: string): unknown => parse(readFileSync(join(project, name), 'utf8'), { strict: true, uniqueKeys: true });

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly id?: string; readonly run: string; readonly env?: Readonly<Record<string, string>> }[];
  };
}

const action = yaml('action.yml') as Action;
let workspace: string;
const at = (name: string): string => join(workspace, name);
const text = (name: string): string => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

beforeEach(() => {
  workspace = scratchFolder('ci');
  for (const name of ['output', 'summary.md']) writeFileSync(at(name), '');
  spawnSync('mkdir', ['-p', at('repo/data')]);
  writeFileSync(at('repo/data/a.csv'), 'id\n1\n');
});

function shell(script: string, env: Readonly<Record<string, string>>) {
  const { PATH = '', LD_LIBRARY_PATH = '' } = process.env;
  const all = { PATH: `${join(project, 'bin')}:${PATH}`, LD_LIBRARY_PATH, HOME: workspace, CI: 'true', ...env };
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: at('repo'), env: all, encoding: 'utf8' });
}

/** As a runner does it: defaults, inputs as variables, each step by bash, until one fails. */
function runAction(given: Readonly<Record<string, string>>) {
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: value }]) => [name, value])), ...given };
  const filled = (value: string): string =>
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name as keyof typeof inputs] as string);
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: project.replace(/\/$/, ''),
    GITHUB_WORKSPACE: at('repo'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary.md'),
  };
  let ended = { status: 0 as number | null, stdout: '', stderr: '' };
  for (const step of action.runs.steps) {
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]));
    ended = shell(step.run, { ...env, ...own });
    if (ended.status !== 0) break;
  }
  const outputs = Object.fromEntries(
    text('output')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  return { ...ended, outputs, summary: text('summary.md') };
}

describe('action.yml', () => {
  it('passes on the outputs of its step, and no script has an input as text', () => {
    const names = ['outcome', 'lock-hash', 'pack-id'];
    expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual(
      names.map((name) => [name, `\${{ steps.run.outputs.${name} }}`]),
    );
    expect(action.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
    expect(Object.keys(action.inputs).every((name) => /^[a-z]+(-[a-z]+)*$/.test(name))).toBe(true);
  });

  it('locks a folder, verifies the lock, and fails after a change, with annotations, outputs and a summary', () => {
    const locked = runAction({ command: 'lock', path: 'data', output: 'd.lock.json' });
    const { lock_hash: hash } = JSON.parse(text('repo/d.lock.json')) as { lock_hash: string };
    expect([locked.status, locked.outputs]).toEqual([0, { outcome: 'LOCK_CREATED', 'lock-hash': hash }]);
    const good = runAction({ report: 'junit=custody.xml' });
    expect([good.status, good.outputs['outcome']]).toEqual([0, 'OK']);
    expect(text('repo/custody.xml')).toContain('<testsuite ');
    writeFileSync(at('repo/data/a.csv'), 'id\n2\n');
    const bad = runAction({ path: 'd.lock.json\n', root: 'data' });
    expect([bad.status, bad.outputs['outcome']]).toEqual([1, 'FAILED']);
    expect(bad.stdout).toContain('::error title=HASH_MISMATCH,file=data/a.csv,line=1::');
    expect(bad.summary).toContain('## custody verify: FAILED');
  });

  it('seals a pack', () => {
    const sealed = runAction({ command: 'seal', path: 'data', output: 'pack' });
    const { pack_id: id } = JSON.parse(text('repo/pack/manifest.json')) as { pack_id: string };
    expect([sealed.status, sealed.outputs, sealed.summary]).toEqual([
      0,
      { outcome: 'PACK_CREATED', 'pack-id': id },
      `## custody seal: PACK_CREATED\n\n${id}\n`,
    ]);
  });

  it.each([
    ['what is no evidence', { path: 'data/a.csv' }, 'REFUSED'],
    ['a path that is a script', { path: '$(touch owned); `touch owned`\n;touch owned' }, 'REFUSED'],
    ['an option as a path', { path: '--report=json=owned' }, 'REFUSED'],
    ['a pack over a folder', { command: 'seal', path: 'data', output: 'data' }, 'REFUSAL'],
    ['a lock of nothing', { command: 'lock', path: 'none', output: 'x.lock.json' }, 'REFUSAL'],
  ])('refuses %s, and says so', (_, inputs, outcome) => {
    const ended = runAction(inputs);
    expect([ended.status, ended.outputs['outcome'], existsSync(at('repo/owned'))]).toEqual([2, outcome, false]);
    expect(ended.summary).toContain(outcome);
  });

  it.each([{ command: 'rm' }, { command: 'lock', output: '' }])('refuses %j', (inputs) => {
    const ended = runAction(inputs);
    expect([ended.status, ended.stdout.startsWith('::error title=custody::the input ')]).toEqual([2, true]);
  });
});

describe('ci/gitlab.yml', () => {
  it('verifies, and leaves a JUnit report and a page where the job says', () => {
    const { '.custody-verify': job } = yaml('ci/gitlab.yml') as {
      '.custody-verify': {
        readonly variables: Readonly<Record<string, string>>;
        readonly script: readonly string[];
        readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } };
      };
    };
    const env = { ...job.variables, GITLAB_CI: 'true', CI_PROJECT_DIR: at('repo') };
    runAction({ command: 'lock', path: 'data', output: 'd.lock.json' });
    expect(shell(job.script.join('\n'), env).status).toBe(0);
    for (const name of [...job.artifacts.paths, job.artifacts.reports.junit]) expect(text(`repo/${name}`)).toContain('d.lock.json');
  });
});

describe('.pre-commit-hooks.yaml', () => {
  it('passes where the evidence is good, and stops the commit where it is not', () => {
    const [hook] = yaml('.pre-commit-hooks.yaml') as readonly [{ readonly entry: string; readonly pass_filenames: boolean }];
    expect(hook.pass_filenames).toBe(false);
    const env = { PRE_COMMIT: '1', GIT_INDEX_FILE: '.git/index' };
    runAction({ command: 'lock', path: 'data', output: 'd.lock.json' });
    expect(shell(hook.entry, env).status).toBe(0);
    writeFileSync(at('repo/data/a.csv'), 'id\n2\n');
    expect(shell(hook.entry, env).status).toBe(1);
  });
});
