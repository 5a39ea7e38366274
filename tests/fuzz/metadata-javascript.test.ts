/** The reader of exported constants against the engine: what a module exports when it is loaded is what was read off it. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROGRAM_NAMES } from '#chain/metadata/fields';
import { readJavaScript } from '#chain/metadata/javascript';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { javascriptProgram, NOT_LITERAL } from './helpers/javascript-program.ts';

const LOADER = `
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const answers = [];
for (const program of JSON.parse(Buffer.concat(chunks))) {
  try {
    answers.push({ exports: { ...(await import('data:text/javascript;base64,' + Buffer.from(program).toString('base64'))) } });
  } catch (error) {
    answers.push({ error: String(error) });
  }
}
const text = JSON.stringify(answers, (key, value) => (typeof value === 'function' ? null : value));
process.stdout.write(text);
`;

interface Loaded {
  readonly error?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

function byEngine(programs: readonly string[]): readonly Loaded[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', LOADER], {
    input: JSON.stringify(programs),
    maxBuffer: 1 << 28,
  });
  expect(stderr.toString()).toBe('');
  return JSON.parse(stdout.toString()) as readonly Loaded[];
}

function byReader(program: string): Readonly<Record<string, unknown>> {
  const fields = readJavaScript(program, false);
  return Object.fromEntries([...PROGRAM_NAMES].flatMap(([name, field]) => (fields.has(field) ? [[name, fields.get(field)]] : [])));
}

describe('readJavaScript() beside the engine', () => {
  test('reads off a module what it exports', LONG_TIMEOUT, () => {
    const programs = fc.sample(javascriptProgram, runs(1500));
    const loaded = byEngine(programs);
    expect(loaded.filter(({ error }) => error !== undefined)).toEqual([]);
    for (const [index, program] of programs.entries()) {
      const exported = Object.entries((loaded[index] as Loaded).exports ?? {});
      const known = exported.filter(([name, value]) => name.startsWith('__') && value !== NOT_LITERAL);
      expect(byReader(program), program).toEqual(Object.fromEntries(known));
    }
  });
});
