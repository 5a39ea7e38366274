/**
 * `chain run`: runs a tool, if its chain is signed and is the one that the lock pins. A refusal before the start is an envelope on standard
 * output. From the start on, the tool owns all three streams and the exit code. To distinguish the tool's exit code from a refusal, use
 * `--exit-code-offset`, or the one line of JSON that `--json` prints last on standard error.
 *
 *     custody chain run web/scraper --params '{"url":"https://example.org"}' -- --verbose
 *
 * The record contains the file and hash of every element, the lock and the exit code. The tool's output is not captured: the record's
 * `output_hash` is the hash of no bytes. Parameters and words may be secret, so only their hash is recorded.
 */
import { tmpdir } from 'node:os';
import { openFinder } from '#chain/ops/find-tools';
import { type CheckedChain, checkChain, runChain } from '#chain/ops/run';
import { toolIdOf } from '#chain/ops/verify';
import { type Element, resolvePartly } from '#chain/resolve';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { Refusal, refusalEnvelope } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { spacesOf } from './spaces.ts';

const RESULT = 'chain.result.v0';
const MAX_EXIT = 255;

export async function run(invocation: Invocation): Promise<Finished> {
  const offset = offsetOf(invocation);
  const params = paramsOf(invocation);
  const tell = (document: JsonObject): void => {
    if (invocation.has('--json')) invocation.context.stderr.write(encodeUtf8(`${formatSpine(document)}\n`));
  };
  try {
    const exit = await runRequested(invocation, params);
    tell({ version: RESULT, outcome: 'CHAIN_RAN', tool_id: invocation.args[0] as string, exit });
    return { exit: exit === 0 ? 0 : Math.min(exit + offset, MAX_EXIT), outcome: 'CHAIN_RAN' };
  } catch (error) {
    if (error instanceof Refusal) tell(refusalEnvelope(RESULT, error));
    throw error;
  }
}

/** Returns the exit code of the tool. */
async function runRequested(invocation: Invocation, params: JsonObject): Promise<number> {
  const { context, record } = invocation;
  const words = wordsOf(invocation);
  const inPlace = invocation.has('--in-place');
  record.params = { ...asked(invocation), params_hash: hashOf(params), words_hash: hashOf(words) };
  const checked = check(invocation);
  record.params = { ...record.params, lock: checked.lock };
  for (const warning of checked.warnings) invocation.say(escapeControls(`warning: ${warning}`));
  const temporary = invocation.resolve(context.env['TMPDIR'] || tmpdir());
  const streams = context.stdio ?? context;
  const { exit, left } = await runChain(checked, { params, words, env: context.env, cwd: context.cwd, temporary, inPlace, streams });
  if (left !== null) invocation.say(escapeControls(`warning: ${left}`));
  return exit;
}

/** Every failing exit code of the tool becomes greater than 2, which is the exit code of a refusal. */
function offsetOf({ value }: Invocation): number {
  const given = value('--exit-code-offset');
  if (given === undefined) return 0;
  const offset = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (offset >= 2 && offset < MAX_EXIT) return offset;
  throw new UsageError(`--exit-code-offset needs a number from 2 to ${MAX_EXIT - 1}, found '${given}'`);
}

/** The elements are recorded even if the chain is refused. */
function check(invocation: Invocation): CheckedChain {
  const [text] = invocation.args as [string];
  const roots = spacesOf(invocation);
  const finder = openFinder(roots);
  invocation.record.inputs = resolvePartly(toolIdOf(text), finder).chain.map(inputOf);
  return checkChain(text, { roots, unlocked: invocation.has('--unlocked'), allowUnsigned: invocation.has('--allow-unsigned') }, finder);
}

function inputOf({ file, integrity, bytes }: Element) {
  return { path: file, hash: `sha256:${integrity}`, bytes: bytes.length };
}

function asked({ args, has }: Invocation): JsonObject {
  return {
    subcommand: 'run',
    tool: args[0] as string,
    unlocked: has('--unlocked'),
    allow_unsigned: has('--allow-unsigned'),
    in_place: has('--in-place'),
  };
}

function paramsOf({ value }: Invocation): JsonObject {
  try {
    const params = parseJson(encodeUtf8(value('--params') ?? '{}'));
    if (isJsonObject(params)) return params;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`--params needs a JSON object: ${error.message}`);
  }
  throw new UsageError('--params needs a JSON object, found another value');
}

function wordsOf({ args, afterDashes }: Invocation): readonly string[] {
  const [, stray] = args.slice(0, args.length - afterDashes.length);
  if (stray !== undefined) throw new UsageError(`unexpected argument '${stray}'; put words for the tool after --`);
  return args.slice(1);
}

function hashOf(value: JsonValue): string {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(formatSpine(value)));
  return `sha256:${hasher.digest()}`;
}
