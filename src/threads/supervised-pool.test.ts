import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { isRunning } from '../../tests/is-running.ts';
import { askThreads, type SupervisedPoolOptions, ThreadFailure } from './supervised-pool.ts';

const folder = scratchFolder('supervised-pool');
const workerFile = join(folder, 'answers.cjs');
const processFile = join(folder, 'process.cjs');
const poolFile = join(folder, 'pool.cjs');

beforeAll(() => {
  const bundle = (entry: string, outfile: string): void => {
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', conditions: ['custody-source'] });
  };
  bundle('tests/helpers/doubling-thread.ts', workerFile);
  bundle('src/threads/process.ts', processFile);
  bundle('src/threads/supervised-pool.ts', poolFile);
});

const options: SupervisedPoolOptions = {
  workerFile,
  workerData: { factor: 2 },
  threads: 2,
  processFile,
  startsAtOnce: 'thread',
  timeoutMs: 1000,
  memoryMb: 64,
};

interface Way {
  readonly weight?: number;
  readonly needsProcess?: boolean;
}

async function ask(
  questions: readonly (number | string)[],
  changes: Partial<SupervisedPoolOptions> = {},
  { weight = 1, needsProcess = false }: Way = {},
) {
  const answers: unknown[] = [];
  let next = 0;
  await askThreads<number | string, number>(
    { ...options, ...changes },
    () => (next < questions.length ? { question: questions[next++] as number | string, weight, needsProcess } : undefined),
    (question, answer) => answers.push([question, answer instanceof ThreadFailure ? `${answer.what}: ${answer.message}` : answer]),
  );
  return answers;
}

it.each([1, 2, 5])('askThreads answers in the order of the questions with %s threads', async (threads) => {
  const questions = Array.from({ length: 1000 }, (_, i) => i);
  expect(await ask(questions, { threads })).toEqual(questions.map((i) => [i, 2 * i]));
});

it('askThreads lets no thread write to the streams of the program', () => {
  const program = `
      const { askThreads } = require(${JSON.stringify(poolFile)});
      const questions = [1, 'talk', 2];
      askThreads(${JSON.stringify(options)}, () => (questions.length > 0 ? { question: questions.shift(), weight: 1 } : undefined), () => {})
        .then(() => setTimeout(() => console.log('done'), 50));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
});

it('askThreads delivers known answers in their turn without asking', async () => {
  const told: unknown[] = [];
  const questions = Array.from({ length: 500 }, (_, i) => i);
  await askThreads<number, number>(
    options,
    () => {
      const question = questions.shift();
      return question === undefined ? undefined : { question, weight: 1, ...(question % 3 === 0 ? {} : { known: -question }) };
    },
    (question, answer) => told.push([question, answer]),
  );
  expect(told).toEqual(Array.from({ length: 500 }, (_, i) => [i, i % 3 === 0 ? 2 * i : -i]));
});

it('askThreads ends at once where there are no questions', async () => {
  expect(await ask([])).toEqual([]);
});

it.each([
  ['at once', 'thread', true, 1],
  ['for the first question', null, false, 1],
  ['for no answer that is known', null, true, 0],
] as const)('askThreads starts a thread %s', async (_, startsAtOnce, isKnown, expected) => {
  let started = 0;
  const count = (): unknown => started++;
  process.on('worker', count);
  const told: unknown[] = [];
  const questions = [1, 2, 3];
  await askThreads<number, number>(
    { ...options, startsAtOnce },
    () => {
      const question = questions.shift();
      return question === undefined ? undefined : { question, weight: 1, ...(isKnown ? { known: 2 * question } : {}) };
    },
    (_question, answer) => told.push(answer),
  );
  process.off('worker', count);
  expect({ told, started }).toEqual({ told: [2, 4, 6], started: expected });
});

const HAPPENED = [
  ['for ever', 'took too long: took longer than 1 s'],
  ['wait for ever', 'took too long: took longer than 1 s'],
  ['hoard', 'wanted too much memory: needed more than 64 MiB of memory'],
  ['throw', 'failed: thrown by the parser'],
  ['throw later', 'failed: thrown later'],
  ['leave', 'failed: the parser ended without an answer'],
] as const;

describe.each([
  ['thread', false],
  ['process', true],
] as const)('askThreads of a %s', (_, needsProcess) => {
  it.each(HAPPENED)('goes on after a question that makes it %s', async (bad, happened) => {
    const before = Array.from({ length: 40 }, (_item, i) => i);
    const after = Array.from({ length: 40 }, (_item, i) => 100 + i);
    const doubled = (numbers: readonly number[]) => numbers.map((number) => [number, 2 * number]);
    // Only the cases that must time out have a short time limit.
    const limits = happened.startsWith('took') ? {} : { timeoutMs: 30_000 };
    const answers = await ask([...before, bad, ...after, bad], limits, { needsProcess });
    expect(answers).toEqual([...doubled(before), [bad, happened], ...doubled(after), [bad, happened]]);
  });
});

it.each([1, 4])('askThreads ends a process whose buffers use too much memory, and no other, of %s', async (threads) => {
  const questions = [1, 'hoard buffers', 2, 'hoard buffers', 3];
  expect(await ask(questions, { threads, timeoutMs: 30_000 }, { needsProcess: true, weight: 1 << 20 })).toEqual([
    [1, 2],
    ['hoard buffers', 'wanted too much memory: needed more than 64 MiB of memory'],
    [2, 4],
    ['hoard buffers', 'wanted too much memory: needed more than 64 MiB of memory'],
    [3, 6],
  ]);
});

it('askThreads lets only a new process decide that a question wants too much memory', async () => {
  const questions = ['keep 40 MiB', 'keep 40 MiB', 'keep 40 MiB', 1];
  expect(await ask(questions, { threads: 1, timeoutMs: 30_000 }, { needsProcess: true })).toEqual([
    ...['keep 40 MiB', 'keep 40 MiB', 'keep 40 MiB'].map((question) => [question, question]),
    [1, 2],
  ]);
});

it.each([
  ['SIGKILL', 'wanted too much memory: needed more than 64 MiB of memory'],
  ['SIGTERM', 'failed: the parser ended without an answer'],
])('askThreads goes on in a new process where one was ended by %s', async (signal, failure) => {
  expect(await ask([signal, 1], { threads: 1, timeoutMs: 30_000 }, { needsProcess: true })).toEqual([
    [signal, failure],
    [1, 2],
  ]);
});

it('askThreads goes on where every question ends its process', async () => {
  const questions = ['SIGKILL', 'SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGTERM', 1];
  const answers = await ask(questions, { threads: 1, timeoutMs: 30_000 }, { needsProcess: true });
  expect(answers).toEqual(questions.map((question) => [question, question === 1 ? 2 : expect.stringMatching(/memory|without an answer/)]));
});

it('askThreads throws where every process ends before it begins', async () => {
  const broken = join(folder, 'broken.cjs');
  writeFileSync(broken, 'process.exit(1);');
  const asked = ask([1, 2], { processFile: broken, threads: 1, timeoutMs: 30_000 }, { needsProcess: true });
  await expect(asked).rejects.toThrow('the parser ended without an answer');
});

it('askThreads asks threads and processes in turn, and answers in order', async () => {
  const told: unknown[] = [];
  let next = 0;
  await askThreads<number, number>(
    options,
    () => (next < 300 ? { question: next++, weight: 1, needsProcess: next % 3 === 0 } : undefined),
    (question, answer) => told.push([question, answer]),
  );
  expect(told).toEqual(Array.from({ length: 300 }, (_, i) => [i, 2 * i]));
});

it('askThreads leaves no process behind, not even one that is busy when the program is killed', async () => {
  const program = `
    const { askThreads } = require(${JSON.stringify(poolFile)});
    let asked = 0;
    void askThreads(${JSON.stringify({ ...options, threads: 1, timeoutMs: 600_000 })},
      () => (asked++ < 2 ? { question: asked === 1 ? 'pid' : 'for ever', weight: 1 << 20, needsProcess: true } : undefined),
      (_, answer) => console.log(answer));`;
  const killed = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = (await once(killed.stdout, 'data')) as [Buffer];
  const pid = Number(printed);
  expect(isRunning(pid)).toBe(true);
  killed.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 240_000 }).toBe(false);
});

it('askThreads asks all heavy questions, one at a time for each thread', async () => {
  expect(await ask([1, 2, 'throw', 3], { threads: 3 }, { weight: 1 << 30 })).toEqual([
    [1, 2],
    [2, 4],
    ['throw', 'failed: thrown by the parser'],
    [3, 6],
  ]);
});

it('askThreads throws where no thread can start', async () => {
  await expect(ask([1], { workerFile: join(scratchFolder('no-worker'), 'none.cjs') })).rejects.toThrow(/Cannot find module/);
});

it('askThreads throws the error of its onAnswer', async () => {
  const failing = askThreads(
    options,
    () => ({ question: 1, weight: 1 }),
    () => {
      throw new Error('the reader is gone');
    },
  );
  await expect(failing).rejects.toThrow('the reader is gone');
});
