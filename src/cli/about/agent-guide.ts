/**
 * The answers to the first questions of an agent, generated from the tables: `capabilities`, `robot-docs`, `--robot-triage`. They only
 * read, and leave no record in the ledger.
 */

import { version } from '#installation/paths';
import { type Command, type Finished, type Invocation, schemaName, type Tool } from '../command.ts';
import { writeText } from '../output.ts';
import type { RunContext } from '../run-context.ts';
import { commandName, custody, tools } from '../tools.ts';
import { usageLine } from '../usage.ts';
import { CONTRACT, examine, isHealthy } from './doctor.ts';

export async function runCapabilities(invocation: Invocation): Promise<Finished> {
  const { tool, context, stdout } = invocation;
  const capabilities = await capabilitiesOf(context.program, tool);
  writeText(stdout, invocation.has('--json') ? `${JSON.stringify(capabilities, null, 2)}\n` : formatCapabilities(context.program, tool));
  return { exit: 0 };
}

export function runGuide({ tool, context, stdout }: Invocation): Finished {
  writeText(stdout, formatGuide(context.program, tool));
  return { exit: 0 };
}

/** One object with the answers to an agent's first questions: does the installation work, what can it do, what to run. */
export async function formatTriage(context: RunContext, tool: Tool): Promise<string> {
  const checks = await examine(context, tool);
  const name = commandName(context.program, tool);
  const triage = {
    schema: `${tool.name}.doctor.triage.v1`,
    contract: CONTRACT,
    tool: tool.name,
    version,
    ok: isHealthy(checks),
    failed_checks: checks.filter((check) => !check.ok),
    description: tool.description,
    pipeline: { upstream: tool.upstream, downstream: tool.downstream },
    commands: commandsOf(context.program, tool).map(({ usage, command }) => ({ usage, summary: command.summary })),
    next_commands: [`${name} capabilities --json`, `${name} robot-docs guide`, `${name} --describe`, `${name} --schema`],
  };
  return `${JSON.stringify(triage, null, 2)}\n`;
}

async function capabilitiesOf(program: string, tool: Tool): Promise<object> {
  return {
    schema: `${tool.name}.doctor.capabilities.v1`,
    contract: CONTRACT,
    tool: tool.name,
    version,
    description: tool.description,
    pipeline: { upstream: tool.upstream, downstream: tool.downstream },
    commands: commandsOf(program, tool).map(({ name, usage, command }) => ({
      usage,
      summary: command.summary,
      effects: command.effects,
      output_schema: schemaName(command),
      exit_codes: command.exits,
      examples: command.examples.map((example) => `${name} ${example}`),
    })),
    refusals: (await tool.refusals()).map(({ code, message, next }) => ({ code, message, next })),
  };
}

function formatCapabilities(program: string, tool: Tool): string {
  const blocks = commandsOf(program, tool).map(({ usage, command }) => {
    return `\n${usage}\n  ${command.summary}\n  effects: ${command.effects.join(', ') || 'none'}\n`;
  });
  return `${tool.name} ${version} — ${tool.description}\n${blocks.join('')}`;
}

function formatGuide(program: string, tool: Tool): string {
  const sections = commandsOf(program, tool).map(({ name, usage, command }) => {
    const exits = Object.entries(command.exits).map(([code, { meaning }]) => `${code} ${meaning}`);
    const examples = command.examples.map((example) => `    ${name} ${example}\n`);
    return `## ${usage}\n\n${command.summary}. Exit: ${exits.join(', ')}.\n\n${examples.join('')}`;
  });
  return `# ${tool.name} ${version}\n\n${tool.description}.\n\n${rulesOf(tool)}\n${sections.join('\n')}`;
}

function rulesOf({ ownExits }: Tool): string {
  return `Rules for every command:

- Data goes to standard output, everything else to standard error.
${ownExits === undefined ? EXITS : ownExitRules(ownExits)}- A run that judges or writes leaves one record in the witness ledger (EPISTEMIC_WITNESS, else ~/.epistemic/witness.jsonl) unless --no-witness is
  given; one whose records or lockfile nobody read to the end leaves none. What was made is reported on standard error.
- --describe prints the options and codes as JSON, --schema the JSON Schema of the output.
`;
}

const EXITS = `- Exit 0 is good evidence, 1 bad evidence, 2 a refusal: nothing was judged.
- A refusal is one JSON object on standard output: {version, outcome: "REFUSAL", refusal: {code, message, detail, next_command}}.
  next_command only looks, repeats the question, or writes to a name that is free: run it as it stands. Where it is null, a person decides;
  the message says what.
- A mistake on the command line is also exit 2, with text on standard error and no JSON.
`;

function ownExitRules({ mistake, bug }: NonNullable<Tool['ownExits']>): string {
  return `- Exit 0 is good evidence; the others stand with each command. Whatever happened, standard output has one JSON object.
- A mistake on the command line is exit ${mistake}, with text on standard error and no JSON; an internal error is exit ${bug}.
`;
}

interface Named {
  /** The name of the tool as it is typed: `custody lock`. */
  readonly name: string;
  readonly usage: string;
  readonly command: Command;
}

/** The commands of a tool; for `custody`, those of all tools. */
function commandsOf(program: string, tool: Tool): readonly Named[] {
  return (tool === custody ? [...tools, custody] : [tool]).flatMap((each) => {
    const name = commandName(program, each);
    return each.commands.map((command) => ({ name, usage: usageLine(name, command), command }));
  });
}
