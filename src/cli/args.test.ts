import { expect, it } from 'vitest';
import { parseLine } from './args.ts';
import { type Command, UsageError } from './command.ts';
import { select } from './select.ts';

async function parse(line: string): Promise<string> {
  const [program = '', ...argv] = line.split(' ');
  const selection = await select(program, argv);
  const { args, flags } = parseLine(selection, selection.command as Command);
  return [...selection.words, ...args.map((arg) => `'${arg}'`), ...[...flags].map(([flag, values]) => `${flag}=${values.join('+')}`)].join(
    ' ',
  );
}

it.each([
  ['lock', ''],
  ['lock in.jsonl --dataset-id d', "'in.jsonl' --dataset-id=d"],
  ['lock --dataset-id verify', '--dataset-id=verify'],
  ['lock --note=--version', '--note=--version'],
  ['lock -- verify', "'verify'"],
  ['lock -', "'-'"],
  ['lock --output=--json', '--output=--json'],
  ['lock -o x', '--output=x'],
  ['lock --scan d --include *.csv --include *.txt', '--scan=d --include=*.csv+*.txt'],
  ['lock --no-witness verify d.json', "verify 'd.json' --no-witness="],
  ['lock witness query --limit 3', 'witness query --limit=3'],
  ['custody lock verify d.json', "verify 'd.json'"],
  ['custody --no-color lock verify d.json', "verify 'd.json' --no-color="],
  ['custody hashbytes --algorithm BLAKE3', '--algorithm=BLAKE3'],
  ['custody witness count', 'count'],
  ['vacuum a b -- -c', "'a' 'b' '-c'"],
  ['vacuum', ''],
])('parseLine() reads `%s`', async (line, expected) => expect(await parse(line)).toBe(expected));

it.each([
  ['lock --datset-id d', 'unknown option --datset-id; did you mean --dataset-id?'],
  ['lock --bogus', 'unknown option --bogus'],
  ['lock -x', 'unknown option -x'],
  ['lock --root d', '--root is an option of lock verify, not of lock'],
  ['lock verify d --dataset-id x', '--dataset-id is an option of lock, not of lock verify'],
  ['lock --dataset-id', '--dataset-id needs a value: --dataset-id ID'],
  ['lock --output --json', '--output needs a value, found --json; if that is meant, write --output=--json'],
  ['lock --output --version', '--output needs a value, found --version; if that is meant, write --output=--version'],
  ['lock --strict=yes', '--strict takes no value'],
  ['lock --note a --note b', '--note is given twice'],
  ['lock --strict --strict', '--strict is given twice'],
  ['lock a b', "lock has no command 'a'; it has verify, plan, merge, diff, witness, capabilities, robot-docs, doctor"],
  ['lock verfy d.json', "lock has no command 'verfy'; did you mean verify?"],
  ['lock verify', 'LOCKFILE is missing'],
  ['lock diff a', 'NEW is missing'],
  ['lock diff a b c', "unexpected argument 'c'"],
  ['lock doctor helth', "TOPIC is one of health, capabilities, robot-docs; found 'helth'; did you mean health?"],
  ['custody completions csh', "SHELL is one of bash, zsh, fish; found 'csh'; did you mean zsh?"],
])('parseLine() refuses `%s`', (line, message) => expect(parse(line)).rejects.toThrow(new UsageError(message)));

it('select() never treats the value of an option of any command of the tool as a word', async () =>
  expect((await select('lock', ['--root', 'verify', 'diff'])).words).toEqual(['diff']));

it('select() stops at a group', async () =>
  expect(await select('lock', ['witness'])).toMatchObject({ command: undefined, words: ['witness'] }));

it('select() selects the same tool for hash and hashbytes', async () => {
  const hash = (await select('hashbytes', [])).tool;
  expect((await select('custody', ['hash'])).tool).toBe(hash);
  expect((await select('custody', ['hashbytes'])).tool).toBe(hash);
});
