/** `--describe`: the tool's `operator.json` (schema `operator.v0`), generated from the same tables that parse the line. */

import { version } from '#installation/paths';
import { type Argument, type Command, type Option, schemaName, type Tool } from '../command.ts';
import { custody, tools } from '../tools.ts';

/** The build and the test runner insert it from `package.json`. */
declare const CUSTODY_REPOSITORY: string;

export async function formatOperator(tool: Tool): Promise<string> {
  return `${JSON.stringify(await describe(tool), null, 2)}\n`;
}

export async function describe(tool: Tool): Promise<object> {
  const main = tool.commands.find((command) => command.words.length === 0);
  return {
    schema_version: 'operator.v0',
    name: tool.name,
    version,
    description: tool.description,
    repository: CUSTODY_REPOSITORY,
    license: 'MIT',
    invocation: {
      binary: tool.binary ?? 'custody',
      output_mode: tool.outputMode,
      output_schema: tool.outputSchema,
      json_flag: tool.jsonFlag,
    },
    arguments: main ? main.arguments.map(describeArgument) : [],
    options: main ? main.options.map(describeOption) : [],
    exit_codes: main?.exits ?? {},
    refusals: await tool.refusals(),
    capabilities: { formats: tool.formats, profile_aware: tool.name === 'lock', streaming: tool.streaming },
    pipeline: { upstream: tool.upstream, downstream: tool.downstream },
    subcommands: subcommands(tool),
  };
}

function subcommands(tool: Tool): readonly object[] {
  const own = tool.commands.filter((command) => command.words.length > 0).map((command) => describeCommand(command.words, command));
  if (tool !== custody) return own;
  return [...own, ...tools.flatMap((each) => each.commands.map((command) => describeCommand([each.name, ...command.words], command)))];
}

function describeCommand(words: readonly string[], command: Command): object {
  return {
    name: words.join(' '),
    description: command.summary,
    output_schema: schemaName(command),
    arguments: command.arguments.map(describeArgument),
    options: command.options.map(describeOption),
    exit_codes: command.exits,
  };
}

function describeArgument({ name, type, required, variadic, choices, help }: Argument, position: number): object {
  return {
    name: name.toLowerCase(),
    type,
    required,
    ...(variadic === true ? { variadic } : {}),
    ...(choices === undefined ? {} : { choices }),
    position,
    description: help,
  };
}

function describeOption({ flag, short, alias, type, choices, repeatable, required, schema, help }: Option): object {
  return {
    name: flag.slice(2).replaceAll('-', '_'),
    flag,
    ...(short === undefined ? {} : { short }),
    ...(alias === undefined ? {} : { alias }),
    type,
    ...(choices === undefined ? {} : { choices }),
    ...(repeatable === true ? { repeatable } : {}),
    ...(required === undefined ? {} : { required: true }),
    ...(schema === undefined ? {} : { output_schema: schemaName({ schema }) }),
    description: help,
  };
}
