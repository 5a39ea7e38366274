/**
 * Man pages from the program's own tables, one for each tool: `lock.1`, `custody-chain.1` for a tool without a program of its own, and
 * `custody.1`. They are written by `npm run docs` and are part of the package.
 *
 *     .SS lock verify LOCKFILE [OPTIONS]
 *     Check a lockfile against its own hash, and with \-\-root against the files.
 *     .TP
 *     \fB\-\-root\fR \fIDIR\fR
 *     Folder of the members; …
 */
import type { Command, Option, Tool } from '#cli/command';
import { everywhere } from '#cli/define';
import { commandName, custody, tools } from '#cli/tools';
import { usageLine } from '#cli/usage';
import { version } from '#installation/paths';
import { isShared } from './reference.ts';

/** The pages by the names of their files. */
export async function formatManPages(): Promise<ReadonlyMap<string, string>> {
  const all = [custody, ...tools];
  return new Map(await Promise.all(all.map(async (tool) => [`${pageName(tool)}.1`, await formatManPage(tool)] as const)));
}

export function pageName(tool: Tool): string {
  return tool.binary ?? `custody-${tool.name}`;
}

/** The commands that have a section on the page of their tool. */
export function commandsOn(tool: Tool): readonly Command[] {
  return tool.commands.filter((command) => tool === custody || !isShared(tool, command));
}

async function formatManPage(tool: Tool): Promise<string> {
  const name = commandName(tool.binary ?? 'custody', tool);
  const commands = commandsOn(tool);
  const refusals = await tool.refusals();
  return [
    '.\\" Made from the tables of the program by npm run docs; do not edit.',
    `.TH ${quoted(pageName(tool).toUpperCase())} 1 "" ${quoted(`custody ${version}`)} ${quoted('custody')}`,
    '.nh',
    '.ad l',
    '.SH NAME',
    `${escaped(pageName(tool))} \\- ${escaped(tool.description.replace(/ — /g, ': '))}`,
    '.SH SYNOPSIS',
    ...commands.flatMap((command) => ['.PP', `\\fB${escaped([name, ...command.words].join(' '))}\\fR${synopsisRest(name, command)}`]),
    '.SH DESCRIPTION',
    ...descriptionLines(tool, name),
    '.SH COMMANDS',
    ...commands.flatMap((command) => commandLines(name, command)),
    '.SH OPTIONS OF EVERY COMMAND',
    ...everywhere.flatMap(optionLines),
    '.SH EXIT STATUS',
    escaped(tool.ownExits === undefined ? EXITS : OWN_EXITS),
    ...(refusals.length === 0
      ? []
      : ['.SH REFUSALS', escaped(REFUSALS), ...refusals.flatMap(({ code, message }) => tagged(bold(code), message))]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([variable, text]) => tagged(bold(variable), text)),
    '.SH FILES',
    ...tagged(italic('~/.epistemic/witness.jsonl'), 'The witness ledger, unless EPISTEMIC_WITNESS names another.'),
    '.SH SEE ALSO',
    [custody, ...tools]
      .filter((each) => each !== tool)
      .map((each) => `${bold(pageName(each))}(1)`)
      .join(',\n'),
    '',
  ].join('\n');
}

function descriptionLines(tool: Tool, name: string): readonly string[] {
  const shared = tool.commands.filter((command) => tool !== custody && isShared(tool, command));
  const [asked, others] = [shared.filter(({ words }) => words[0] === 'witness'), shared.filter(({ words }) => words[0] !== 'witness')];
  const listed = (commands: readonly Command[]): string => commands.map(({ words }) => bold([name, ...words].join(' '))).join(', ');
  return [
    escaped(`${tool.description}.`),
    ...(tool === custody || tool.binary === null ? [] : ['.PP', `${bold(`custody ${tool.name}`)} is the same program.`]),
    ...(tool === custody ? ['.PP', 'Each tool has a page of its own; see below.'] : []),
    ...(asked.length === 0
      ? []
      : ['.PP', `${listed(asked)} ask the ledger about the runs of this tool; see ${bold('custody-witness')}(1).`]),
    ...(others.length === 0 ? [] : ['.PP', `For ${listed(others)} see ${bold('custody')}(1).`]),
  ];
}

function synopsisRest(name: string, command: Command): string {
  return escaped(usageLine(name, command).slice([name, ...command.words].join(' ').length));
}

function commandLines(name: string, command: Command): readonly string[] {
  const own = command.options.filter((option) => !everywhere.includes(option));
  const exits = Object.entries(command.exits).map(([code, { meaning }]) => `${code} ${meaning}`);
  return [
    `.SS ${quoted([name, ...command.words].join(' '))}`,
    escaped(`${command.summary}.`),
    ...command.arguments.flatMap(({ name: given, help }) => tagged(italic(given), help)),
    ...own.flatMap(optionLines),
    '.PP',
    escaped(`Exit codes: ${exits.join(', ')}.`),
    '.PP',
    command.examples.length === 1 ? 'Example:' : 'Examples:',
    '.PP',
    '.RS 4',
    '.nf',
    ...command.examples.map((example) => escaped(`${name} ${example}`)),
    '.fi',
    '.RE',
  ];
}

function optionLines({ flag, short, alias, value, help, required }: Option): readonly string[] {
  const names = [short, flag, alias].filter((each) => each !== undefined).map(bold);
  const needed = required === undefined ? '' : ` (required${required === true ? '' : ` ${required}`})`;
  return tagged(`${names.join(', ')}${value === undefined ? '' : ` ${italic(value)}`}`, `${help}${needed}`);
}

function tagged(tag: string, text: string): readonly string[] {
  return ['.TP', tag, escaped(text)];
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

function italic(text: string): string {
  return `\\fI${escaped(text)}\\fR`;
}

/** An argument of a macro. */
function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '"': '\\(dq',
  '^': '\\(ha',
  '~': '\\(ti',
  '—': '\\(em',
  '…': '...',
};

/** Plain text for roff: nothing in it is a request, an escape or another sign than it was. */
function escaped(text: string): string {
  const safe = text.replace(/[\\\-'`"^~]|[^\u0020-\u007e]/gu, (sign) => SPECIAL[sign] ?? unicode(sign));
  return safe.startsWith('.') ? `\\&${safe}` : safe;
}

function unicode(sign: string): string {
  return `\\[u${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`;
}

const EXITS =
  '0 the evidence is good, 1 it is bad, 2 nothing was judged: a refusal, or a mistake on the command line. 141 the reader of standard output stopped reading.';
const OWN_EXITS = 'The codes are listed with each command. 0 is good evidence.';
const REFUSALS = 'A refusal is one JSON object with a code, a message and, if there is one, a command that helps. The codes:';

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['EPISTEMIC_WITNESS', 'The file of the witness ledger.'],
  ['SOURCE_DATE_EPOCH', 'The time to record, in seconds since 1970, for commands that record one.'],
  ['COLUMNS', 'The width of help pages.'],
  ['NO_COLOR, FORCE_COLOR', 'No colours, or colours also without a terminal.'],
];
