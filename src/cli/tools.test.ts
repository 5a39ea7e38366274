import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { describe as describeTool } from './about/describe.ts';
import { findTool } from './find-tool.ts';
import { commandName, custody, tools } from './tools.ts';

const all = [custody, ...tools];

it.each(all.map((tool) => [tool.name, tool] as const))('%s gives one flag the same arity in all its commands', (_, tool) => {
  const arities = new Map<string, Set<boolean>>();
  for (const { options } of tool.commands) {
    for (const { flag, value } of options) arities.set(flag, (arities.get(flag) ?? new Set()).add(value === undefined));
  }
  expect([...arities].filter(([, set]) => set.size > 1)).toEqual([]);
});

it.each(all.map((tool) => [tool.name, tool] as const))('%s has no duplicate flags or commands', (_, tool) => {
  const words = tool.commands.map((command) => command.words.join(' '));
  expect(new Set(words).size).toBe(words.length);
  for (const { options } of tool.commands) expect(new Set(options.map(({ flag }) => flag)).size).toBe(options.length);
});

it.each(all.map((tool) => [tool.name, tool] as const))('%s accepts the common options in every command', (_, tool) => {
  for (const { options } of tool.commands) {
    const flags = options.map(({ flag }) => flag);
    expect(flags).toEqual(expect.arrayContaining(['--no-witness', '--no-color', '--help', '--version', '--describe', '--schema']));
  }
});

it.each(all.map((tool) => [tool.name, tool] as const))('%s describes itself as a valid operator.v0', async (_, tool) => {
  const schema = JSON.parse(readFileSync(new URL('../../schemas/operator.v0.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  validate(await describeTool(tool));
  expect(validate.errors).toBeNull();
});

it.each(tools)('findTool() finds $name by its name and by its executable', async (tool) => {
  expect(await findTool(tool.name)).toBe(tool);
  if (tool.binary !== null) expect(await findTool(tool.binary)).toBe(tool);
});

it.each(['custody', 'unpack', '__proto__', ''])('findTool() finds no tool %j', async (word) =>
  expect(await findTool(word)).toBeUndefined(),
);

it('commandName() is what a person types', () => {
  const names = tools.map((tool) => [commandName('custody', tool), commandName(tool.binary ?? 'custody', tool)]);
  expect(names).toEqual([
    ['custody vacuum', 'vacuum'],
    ['custody hash', 'hashbytes'],
    ['custody fingerprint', 'fingerprint'],
    ['custody lock', 'lock'],
    ['custody pack', 'pack'],
    ['custody chain', 'custody chain'],
    ['custody replay', 'custody replay'],
    ['custody stack', 'custody stack'],
    ['custody witness', 'custody witness'],
  ]);
});
