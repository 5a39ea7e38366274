import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { custody, tools } from '#cli/tools';
import type { RefusalRow } from '#core/refusal';
import { type PrintedRefusal, printedRefusals } from '../helpers/printed-refusals.ts';
import { classOf, Forbidden } from './next-class.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function textOf(folder: string, ending: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n');
}

/** Everything in capitals that a schema enumerates: outcomes, findings, reasons. */
function enumerated(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(enumerated);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const words = key === 'enum' || key === 'const' ? [inner].flat() : [];
    return [...words.filter((word): word is string => typeof word === 'string' && /^[A-Z][A-Z_]+$/.test(word)), ...enumerated(inner)];
  });
}

/** What needs a real process and lost privileges is tested beside the scripts. */
const scripts = `${textOf('tests/scripts', '.txt')}\n${textOf('tests', '.test.ts')}`;
const docs = `${textOf('docs', '.md')}\n${readdirSync(root).includes('README.md') ? readFileSync(join(root, 'README.md'), 'utf8') : ''}`;
const schemas = readdirSync(join(root, 'schemas')).filter((name) => name.endsWith('.json'));

/**
 * Printed by no `--schema` of their own: the envelope of every tool's refusals, the lines of a part that `lock --shard` writes to its output and of a receipt beside a lock, the references in a pack, what `fingerprint` prints with `--list --json` or for files, what `replay verify` prints with `--all`, what a policy and a seal have to be, what `custody serve` answers, and what `stack lock`
 * prints with `--json`, whose `--schema` is that of the lock it writes.
 */
const SHARED: readonly string[] = [
  'refusal.v0.json',
  'lock-part.v0.json',
  'verdict-part.v0.json',
  'lock-receipt.v0.json',
  'pack-reference.v0.json',
  'fingerprint-list.v0.json',
  'fingerprint-files.v0.json',
  'replay-summary.v1.json',
  'stack-lock.v0.json',
  'policy.v0.json',
  'seal.v0.json',
  'serve.v0.json',
];

describe('completeness', () => {
  it('every refusal code appears in a script', async () => {
    const tables = await Promise.all(
      [...tools, custody].map(async (tool) => (await tool.refusals()).map(({ code }) => ({ tool: tool.name, code }))),
    );
    const codes = tables.flat();
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter(({ code }) => !new RegExp(`["'\`]${code}["'\`]`).test(scripts))).toEqual([]);
  });

  it('every outcome and finding of a schema appears in a script', () => {
    const words = schemas.flatMap((name) =>
      enumerated(JSON.parse(readFileSync(join(root, 'schemas', name), 'utf8'))).map((word) => ({ name, word })),
    );
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter(({ word }) => !new RegExp(`\\b${word}\\b`).test(scripts))).toEqual([]);
  });

  it('every command appears in the documentation', () => {
    const commands = [custody, ...tools].flatMap((tool) => {
      return tool.commands.map(({ words }) => [tool.binary ?? `custody ${tool.name}`, ...words].join(' '));
    });
    expect(commands.filter((command) => !docs.includes(command))).toEqual([]);
  });

  it('every option appears in the documentation', () => {
    const flags = new Set(
      [custody, ...tools].flatMap((tool) => tool.commands.flatMap((command) => command.options.map(({ flag }) => flag))),
    );
    expect([...flags].filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(docs))).toEqual([]);
  });

  it('every schema that --schema prints exists and is published once', () => {
    const named = new Set(
      [custody, ...tools].flatMap((tool) => [`${tool.outputSchema}.json`, ...tool.commands.map((command) => command.schema)]),
    );
    expect([...named].filter((name) => !schemas.includes(name))).toEqual([]);
    expect(schemas.filter((name) => !named.has(name) && !SHARED.includes(name))).toEqual([]);
  });
});

/** Replay has one form for all endings, which has no field for a command; a terminal shows it. */
const WITHOUT_FIELD: readonly string[] = ['replay E_IO'];

const printed = printedRefusals();
const rows: ReadonlyMap<string, RefusalRow> = new Map(
  (
    await Promise.all(
      [...tools, custody].map(async (tool) => (await tool.refusals()).map((row) => [`${tool.name} ${row.code}`, row] as const)),
    )
  ).flat(),
);

function judged({ next, asked }: PrintedRefusal): string | null {
  try {
    return next === null ? null : classOf(next, asked);
  } catch (error) {
    if (error instanceof Forbidden) return error.message;
    throw error;
  }
}

/** M1. */
describe('the command that a refusal proposes', () => {
  it('is in a table: every refusal of a script has its row', () => {
    expect(printed.length).toBeGreaterThan(400);
    expect(printed.filter(({ tool, code }) => !rows.has(`${tool} ${code}`))).toEqual([]);
  });

  it('is of a class that its row names', () => {
    const wrong = printed
      .map((refusal) => ({ ...refusal, judged: judged(refusal) }))
      .filter((refusal) => refusal.judged !== null)
      .filter(({ tool, code, judged: found }) => !rows.get(`${tool} ${code}`)?.next.some((each) => each === found));
    expect(wrong).toEqual([]);
  });

  it('is shown by a script for every class that a row names', () => {
    const seen = new Set(printed.map((refusal) => `${refusal.tool} ${refusal.code}: ${judged(refusal)}`));
    const named = [...rows].flatMap(([key, { next }]) => next.map((each) => `${key}: ${each}`));
    expect(named.filter((each) => !seen.has(each) && !WITHOUT_FIELD.includes(each.replace(/:.*/, '')))).toEqual([]);
  });
});
