/** The reader of Python's literals against Python itself: of a program that Python can parse, both say the same. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROGRAM_NAMES } from '#chain/metadata/fields';
import { MetadataError } from '#chain/metadata/metadata';
import { readPython } from '#chain/metadata/python';
import { Float, isJsonObject, type JsonValue } from '#core/json/value';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { pythonProgram } from './helpers/python-program.ts';

const judge = fileURLToPath(new URL('helpers/module-literals.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import ast']).status === 0;
const title = hasPython ? '' : ' (skipped: there is no python3 here)';

interface Judgement {
  readonly error?: string;
  readonly indentation?: boolean;
  readonly found?: Readonly<Record<string, unknown>>;
}

/** Python's table of names and its lone surrogates are not for this reader. */
const NOT_READ = /^(unreadable escape \\N|escape sequence that is not a character)/;

function byPython(programs: readonly string[]): readonly Judgement[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-I', judge], { input: JSON.stringify(programs), maxBuffer: 1 << 28 });
  expect(`${status} ${stderr.toString()}`).toBe('0 ');
  return JSON.parse(stdout.toString()) as readonly Judgement[];
}

function byReader(program: string): Judgement {
  try {
    const fields = readPython(program);
    const found = [...PROGRAM_NAMES].flatMap(([name, field]) => {
      const value = fields.get(field);
      return value === undefined ? [] : [[name, told(value)] as const];
    });
    return { found: Object.fromEntries(found) };
  } catch (error) {
    if (error instanceof MetadataError) return { error: error.message };
    throw error;
  }
}

/** In the words of the judge. */
function told(value: JsonValue): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return ['int', String(value)];
  if (value instanceof Float) return ['float', value.value];
  if (Array.isArray(value)) return ['list', value.map(told)];
  if (isJsonObject(value)) return ['dict', Object.fromEntries(Object.entries(value).map(([key, item]) => [key, told(item)]))];
  return ['plain', value];
}

/** A float is compared as a number, and so is an integer that JSON cannot keep. */
function comparable(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const [tag, value] = answer as [string, unknown];
  if (tag === 'float') return ['float', Number(value)];
  if (tag === 'int' && (BigInt(value as string) < -(2n ** 63n) || BigInt(value as string) >= 2n ** 64n)) return ['float', Number(value)];
  if (tag === 'list') return ['list', (value as unknown[]).map(comparable)];
  if (tag === 'dict') return ['dict', Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, comparable(item)]))];
  return answer;
}

/** What the reader must say where Python found this. */
function expected(found: Readonly<Record<string, unknown>>): Judgement {
  const isUnknown = Object.entries(found).some(([name, value]) => value === null && name.startsWith('__'));
  if (isUnknown) return { error: 'expected a literal to be assigned' };
  const known = Object.entries(found).filter(([, value]) => value !== null);
  return { found: Object.fromEntries(known.map(([name, value]) => [name, comparable(value)])) };
}

function compare(program: string, python: Judgement, reader: Judgement): boolean {
  if (python.found === undefined) {
    if (python.indentation === true && !/[ft]['"]/i.test(program)) expect(reader, program).toHaveProperty('error');
    return false;
  }
  if (reader.error !== undefined && NOT_READ.test(reader.error) && /\\[uUN]/.test(program)) return false;
  const said = reader.error === undefined ? reader : { error: reader.error.replace(/ at line.*/, '') };
  expect(said, program).toEqual(expected(python.found));
  return true;
}

describe.skipIf(!hasPython)(`readPython() beside Python${title}`, () => {
  test('says the same of every program that Python can parse', LONG_TIMEOUT, () => {
    const programs = fc.sample(pythonProgram, runs(3000));
    const judgements = byPython(programs);
    const compared = programs.filter((program, index) => compare(program, judgements[index] as Judgement, byReader(program)));
    expect(compared.length).toBeGreaterThan(programs.length / 5);
    expect(compared.filter((program) => 'found' in byReader(program) && program.includes('__version__')).length).toBeGreaterThan(9);
  });
});
