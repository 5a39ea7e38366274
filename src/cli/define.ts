/**
 * Makes the rows of the tables from what differs between them. Every command has the common options, refuses with exit 2, and carries the
 * version that its schema is named for, unless its row says otherwise.
 *
 *     option('--only GLOB', 'glob', 'Check only members whose path matches GLOB (repeatable)', { repeatable: true })
 *     argument('[ROOT...]', 'dir_path', 'Folders to scan')     as the usage line shows it: not required, more than one
 *     exits('NO_CHANGES', 'CHANGES')                           0, 1, and 2 for a refusal
 */
import { type Argument, type Command, type Option, schemaName } from './command.ts';

export function flag(name: string, help: string, more: Partial<Option> = {}): Option {
  return { flag: name, type: 'flag', help, ...more };
}

export function option(typed: `--${string} ${string}`, type: Option['type'], help: string, more: Partial<Option> = {}): Option {
  const [name, value] = typed.split(' ') as [string, string];
  return { flag: name, value, type, help, ...more };
}

export function argument(typed: string, type: Argument['type'], help: string, choices?: readonly string[]): Argument {
  const [name] = /\w+/.exec(typed) as RegExpExecArray;
  const variadic = typed.includes('...');
  return { name, type, required: !typed.startsWith('['), ...(variadic ? { variadic } : {}), ...(choices ? { choices } : {}), help };
}

export function exits(positive: string, negative?: string): Command['exits'] {
  return {
    '0': { meaning: positive, domain: 'positive' },
    ...(negative === undefined ? {} : { '1': { meaning: negative, domain: 'negative' } }),
    '2': { meaning: 'REFUSAL', domain: 'error' },
  };
}

/** `EX_TEMPFAIL` of sysexits.h: engines of array jobs can be told to run such a task again. */
export const TRY_AGAIN = 75;

/** For commands that are tasks of an array job. */
export const tryAgain: Command['exits'] = { [TRY_AGAIN]: { meaning: 'TRY_AGAIN', domain: 'error' } };

export const reads = ['reads files', 'appends to the ledger'] as const;
export const writes = ['reads files', 'writes files', 'appends to the ledger'] as const;

/** The same for a command that may be given the URL of a store. */
export function connects(effects: Command['effects']): Command['effects'] {
  return [...effects.slice(0, -1), 'opens connections', ...effects.slice(-1)];
}

/** Those of every command that are for agents. */
export const agentOptions: readonly Option[] = [
  flag('--describe', 'Print the machine-readable description (operator.json) and exit'),
  flag('--schema', 'Print the JSON Schema of the output and exit'),
  flag('--robot-triage', 'Print one JSON object for agents: health, capabilities, first commands; exit'),
];

/** Options of every command. Those that print and exit take precedence over everything else on the line (C9). */
export const everywhere: readonly Option[] = [
  flag('--quiet', 'Nothing on standard error but warnings and errors', { short: '-q' }),
  flag('--verbose', 'Also say on standard error what was read, with how many threads, and how long it took', { short: '-v' }),
  flag('--no-witness', 'Leave no record of this run in the witness ledger'),
  flag('--no-color', 'No colours, also on a terminal (as NO_COLOR does; FORCE_COLOR asks for them anywhere)'),
  flag('--help', 'Print this help and exit', { short: '-h' }),
  flag('--version', 'Print the name and version and exit', { short: '-V' }),
  ...agentOptions,
];

type Row = Omit<Command, 'arguments' | 'options' | 'version'> & Partial<Command>;

export function command(row: Row): Command {
  return { arguments: [], version: schemaName(row), ...row, options: [...(row.options ?? []), ...everywhere] };
}
