/**
 * What a `next_command` would do, told from its words alone and from the line that was refused; the product's own tables are not asked (M1).
 *
 *     classOf('ls -la data', 'lock --scan dta')                                          looks
 *     classOf('vacuum d | hashbytes | lock --note x', 'vacuum d | lock --note x')        repeats
 *     classOf('lock --scan=data --output=d.json', 'lock --scan data --output data/d')    writes new
 *     classOf('custody chain update a', 'custody chain lock a')                          throws Forbidden
 */
import type { NextClass } from '#core/refusal';
import { parsePipeline } from '../helpers/script-words.ts';

export class Forbidden extends Error {}

/** Programs of the system that read and print. */
const LOOKING: readonly string[] = ['ls', 'df', 'head', 'cat', 'readlink', 'sha256sum'];

/** Ours: those that print and leave nothing but a line in the ledger, as long as they are given no file to write. */
const READING: readonly string[] = [
  'vacuum',
  'hash',
  'fingerprint',
  'fingerprint check',
  'fingerprint test',
  'fingerprint struct-check',
  'lock',
  'lock verify',
  'lock merge',
  'lock diff',
  'pack verify',
  'pack diff',
  'pack list',
  'pack store verify',
  'chain verify',
  'chain diff',
  'chain resolve',
  'chain list',
  'chain trust list',
  'stack verify',
  'stack diff',
  'stack explain',
  'stack artifact verify',
  'replay verify',
  'replay explain',
  'witness query',
  'witness last',
  'witness count',
  'witness verify',
  'verify',
  'verdict merge',
  'show',
  'why',
  'policy check',
  'policy explain',
  'key show',
  'key list',
];

/** Ours: those that make something, and by themselves put it in no other's place. */
const MAKING: readonly string[] = ['pack seal', 'pack import', 'pack export', 'pack pull', 'pack push'];

const OUTPUTS: readonly string[] = ['--output', '-o', '--out', '--archive'];

/** What overwrites or accepts, as an option: never proposed, not even where it was typed. */
const HARMFUL = /^--(force|replace|write-expected|accept|in-place|fix)$/;

/** What trusts, or drops or widens a protection: proposed only where it was typed, with that very value. */
const GUARDING = /^--(definitions|trust|max-size|timeout|expect|exit-code-offset|plain-http|allow-[a-z-]+|unlocked|no-(?!color$)[a-z-]+)$/;

const VALUED = /^--(definitions|trust|max-size|timeout|expect|exit-code-offset)$/;

interface Call {
  /** `lock verify`, `chain trust list`; of a program of the system its name. */
  readonly name: string;
  readonly isOurs: boolean;
  readonly args: readonly string[];
  /** `--flag=value` is two words here. */
  readonly words: readonly string[];
}

/** `asked` is the line that was refused. The same question at the end of the line is a repeated one, whatever is piped into it. */
export function classOf(command: string, asked: string): NextClass {
  refuseShell(command);
  const calls = callsOf(command);
  const refused = callsOf(asked);
  const writes = calls.map((call) => isWriting(call, refused));
  const piped = calls.slice(0, -1).flatMap(({ words }) => words);
  if (isSame(calls.at(-1) as Call, refused.at(-1) as Call, piped)) return 'repeats';
  return writes.includes(true) ? 'writes new' : 'looks';
}

/** Throws where it does more than write to a name of its own. */
function isWriting({ name, isOurs, args, words }: Call, refused: readonly Call[]): boolean {
  if (!isOurs) {
    if (LOOKING.includes(name)) return false;
    if (name === 'mkdir' && args[0] === '-p' && args.length === 2) return true;
    throw new Forbidden(`not a program that only looks: ${name}`);
  }
  if (args.includes('--help') || args.includes('--version')) return false;
  const harmful = words.find((word) => HARMFUL.test(word));
  if (harmful !== undefined) throw new Forbidden(`${harmful} overwrites or accepts`);
  const asked = refused.filter((each) => each.name === name).flatMap((each) => [...guards(each.words)].map((guard) => guard.join(' ')));
  const added = [...guards(words)].find((guard) => !asked.includes(guard.join(' ')));
  if (added !== undefined) throw new Forbidden(`${added.join(' ')} was not asked for`);
  const overwritten = outputs(words).find((file) =>
    refused.some((each) => !outputs(each.words).includes(file) && each.words.includes(file)),
  );
  if (overwritten !== undefined) throw new Forbidden(`${overwritten} is what the question was about`);
  if (MAKING.includes(name)) return true;
  if (!READING.includes(name)) throw new Forbidden(`not a command that only looks: ${name}`);
  return outputs(words).length > 0;
}

function outputs(words: readonly string[]): readonly string[] {
  return words.filter((_, at) => OUTPUTS.includes(words[at - 1] ?? ''));
}

function* guards(words: readonly string[]): Generator<readonly [string, string]> {
  for (const [at, word] of words.entries()) {
    if (GUARDING.test(word)) yield [word, VALUED.test(word) ? (words[at + 1] ?? '') : ''];
  }
}

/** The same words, whatever their order; a file may be `piped` into it instead. */
function isSame(one: Call, other: Call, piped: readonly string[]): boolean {
  if (one.name !== other.name) return false;
  const [a, b] = [one.words, other.words.filter((word) => !piped.includes(word))].map((words) =>
    words.map((word) => word.replace(/^-o$/, '--output')).toSorted(),
  ) as [string[], string[]];
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

/** Anything but words in quotes and pipes: a redirection, a list, a substitution. */
function refuseShell(command: string): void {
  const bare = command.replaceAll(/'[^']*'|"'"/g, '');
  const odd = /[;&<>`$()"\\*?[\]{}!#~\n]/.exec(bare.replaceAll(/\$(WORK|HOME)\b/g, ''));
  if (odd !== null) throw new Forbidden(`more than words and pipes: ${odd[0]}`);
}

function callsOf(line: string): readonly Call[] {
  return parsePipeline(line, {}).stages.map(callOf);
}

/** In scripts `exec` and `unprivileged` stand before a program. */
function callOf(stage: readonly string[]): Call {
  const [program, ...rest] = stage[0] === 'exec' || stage[0] === 'unprivileged' ? stage.slice(1) : stage;
  const isOurs = ['custody', 'vacuum', 'hashbytes', 'fingerprint', 'lock', 'pack'].includes(program as string);
  const dashes = rest.indexOf('--');
  const options = dashes < 0 ? rest : rest.slice(0, dashes);
  const words = [
    ...options.flatMap((word) => /^(--[a-z-]+)=([^]*)$/.exec(word)?.slice(1) ?? [word]),
    ...rest.slice(options.length).filter((word) => word !== '--'),
  ].map((word) => word.replace(/^\.\/-/, '-'));
  if (!isOurs) return { name: program as string, isOurs, args: rest, words };
  const named = program === 'custody' ? rest : [program === 'hashbytes' ? 'hash' : (program as string), ...rest];
  const all = [...READING, ...MAKING, ...OTHERS].toSorted((a, b) => b.length - a.length);
  const name = all.find((each) => each.split(' ').every((word, at) => named[at] === word)) ?? named.slice(0, 2).join(' ');
  return { name, isOurs, args: named.slice(name.split(' ').length), words: program === 'custody' ? words.slice(1) : words };
}

/** The rest, which no refusal may propose. */
const OTHERS: readonly string[] = [
  'pack store repair',
  'pack store gc',
  'chain lock',
  'chain update',
  'chain sign',
  'chain keygen',
  'chain prune',
  'chain run',
  'chain trust add',
  'chain trust remove',
  'stack lock',
  'stack artifact put',
  'stack artifact get',
  'stack vc sign',
  'stack vc keygen',
  'stack vc verify',
  'stack vc payload-hash',
];
