/**
 * One command line of `custody verify`, judged by the command line and by the page, over a folder that has only what a browser shows.
 *
 *     await bothJudge(folder, ['d.lock.json', '--policy', 'custody.policy.yaml'], { clock })     { commandLine, page }
 */
import { copyFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Trusted } from '../../src/viewer/engine/messages.ts';
import { runTool } from '../helpers/run-tool.ts';
import { filesIn, judgeInPage } from './engine-in-node.ts';

export interface BothJudged {
  /** The document that each gives, or the message of a refusal. */
  readonly commandLine: string;
  readonly page: string;
}

interface Question {
  readonly given: string;
  readonly root: string | null;
  readonly trusted: Trusted | null;
  readonly at: string | null;
  readonly signature: string | null;
}

const POLICY = 'custody.policy.yaml';

interface How {
  readonly clock: string;
  /** Whether the page is asked too, after the command line. */
  readonly isNew?: (commandLine: string) => boolean;
}

/** Null for what a page is never asked, and for what is not new. */
export async function bothJudge(folder: string, words: readonly string[], { clock, isNew = () => true }: How): Promise<BothJudged | null> {
  const question = questionOf(folder, words);
  if (question === null) return null;
  const { given, root, trusted, at, signature } = question;
  // The page judges what lies beside a document.
  if (signature !== null) copyFileSync(join(folder, signature), join(folder, `${given}${suffixOf(signature)}`));
  const asked = withoutOption(words, '--signature').filter((word) => !FLAGS.includes(word));
  const argv = ['verify', ...asked, ...FLAGS];
  const env = { HOME: join(folder, 'no-home') };
  const { stdout } = await runTool('custody', argv, { cwd: folder, env, now: () => new Date(clock) });
  const commandLine = Buffer.from(stdout).toString().replaceAll(`"${folder}"`, '"/"').replaceAll(`${folder}/`, '/');
  if (commandLine === '' || !isNew(commandLine)) return null;
  const page = await judgeInPage(filesIn(folder), given, { root, trusted, at: Date.parse(at ?? clock) }).catch(
    (error: Error) => error.message,
  );
  const { refusal } = JSON.parse(commandLine) as { readonly refusal?: { readonly message: string } };
  return { commandLine: refusal?.message ?? commandLine, page };
}

function suffixOf(signature: string): string {
  const ending = extname(signature);
  if (ending === '.tsr' || ending === '.minisig') return ending;
  return ending === '.json' ? '.sigstore.json' : '.sig';
}

function withoutOption(words: readonly string[], name: string): readonly string[] {
  const at = words.indexOf(name);
  return at < 0 ? words : words.toSpliced(at, 2);
}

const NAMES = [
  '--policy',
  '--policy-digest',
  '--key',
  '--allowed-signers',
  '--trusted-root',
  '--tsa-root',
  '--identity',
  '--issuer',
  '--namespace',
];
const OTHERS = ['--root', '--at', '--signature'];
const FLAGS = ['--json', '--no-witness'];

/** Null for paths, stores, and options that a page does not have. */
function questionOf(folder: string, words: readonly string[]): Question | null {
  const values = new Map<string, string[]>();
  const paths: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (FLAGS.includes(word)) continue;
    if ([...NAMES, ...OTHERS].includes(word)) values.set(word, [...(values.get(word) ?? []), words[++at] as string]);
    else if (word.startsWith('-')) return null;
    else paths.push(word);
  }
  // Only one can lie beside the document under its usual name.
  if ((values.get('--signature')?.length ?? 0) > 1) return null;
  const [given = '.'] = paths;
  const one = (name: string): string | null => values.get(name)?.at(-1) ?? null;
  const all = [...paths, ...[...values.values()].flat()];
  if (one('--at') !== null && Number.isNaN(Date.parse(one('--at') ?? ''))) return null;
  if (paths.length > 1 || all.some((path) => /^(?:\/|\w+:\/|\.\.)/.test(path) && !path.startsWith('https:'))) return null;
  if (!isThere(folder, given) || (one('--signature') !== null && !isThere(folder, one('--signature') ?? ''))) return null;
  const policy = one('--policy') ?? (isFolder(folder, given) || !isThere(folder, POLICY) ? null : POLICY);
  const isTrusting = policy !== null || NAMES.some((name) => values.has(name));
  const trusted: Trusted = {
    files: filesIn(folder),
    policy,
    policyDigest: one('--policy-digest'),
    keys: values.get('--key') ?? [],
    allowedSigners: one('--allowed-signers'),
    roots: values.get('--trusted-root') ?? [],
    tsaRoots: values.get('--tsa-root') ?? [],
    identity: one('--identity'),
    issuer: one('--issuer'),
    namespace: one('--namespace'),
  };
  return { given, root: one('--root'), trusted: isTrusting ? trusted : null, at: one('--at'), signature: one('--signature') };
}

function isThere(folder: string, path: string): boolean {
  return statSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
}

function isFolder(folder: string, path: string): boolean {
  return statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
}
