/**
 * The whole program as one function of its context; it returns the exit code. The order of precedence on a line:
 *
 *     --version, --describe, --schema, --robot-triage    in this order, before everything else
 *     --help                                             before every mistake
 *     a mistake on the line                              usage on stderr, exit 2, no envelope, no record
 *     the command                                        a verdict (0, 1), or a refusal with its envelope (2), and a record
 *
 * A tool whose specification defines other exit codes has them in its table.
 *
 * If the reader of standard output closes the pipe, the run ends silently with 141, as a shell reports a process ended by SIGPIPE. Work
 * that was done by then stays done and is recorded with its own outcome, unless the output was the product itself: then there is no record.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Refusal } from '#core/refusal';
import { osText } from '#disk/os-error';
import { systemRefusal } from '#disk/system-refusal';
import { version } from '#installation/paths';
import { Interrupted } from '#threads/interruptible';
import { type Line, parseLine } from './args.ts';
import { type Command, type Finished, type Invocation, type Tool, UsageError } from './command.ts';
import { TRY_AGAIN } from './define.ts';
import { findTool, loadCustody } from './find-tool.ts';
import { createInvocation, type Output, type OutputHash } from './invocation.ts';
import { ClosedPipe, type RunContext, UnwritableOutput } from './run-context.ts';
import { type Selection, select } from './select.ts';

const CLOSED_PIPE = 141;

export async function run(context: RunContext): Promise<number> {
  try {
    return await dispatch(context).catch((error: unknown) => reportBug(context, error));
  } catch (error) {
    if (error instanceof ClosedPipe) return CLOSED_PIPE;
    if (!(error instanceof UnwritableOutput)) throw error;
    context.stderr.write(encodeUtf8(`${context.program}: ${unwritable(error)}\n`));
    return bugExit(await toolOf(context));
  }
}

/** A bug outside any command, such as a missing schema file, is reported like one inside. */
async function reportBug(context: RunContext, error: unknown): Promise<number> {
  if (error instanceof ClosedPipe || error instanceof UnwritableOutput || error instanceof Interrupted) throw error;
  const { formatEnvelope, internalRefusal } = await import('./envelope.ts');
  const tool = await toolOf(context);
  context.stderr.write(encodeUtf8(`${error instanceof Error ? error.stack : String(error)}\n`));
  context.stdout.write(formatEnvelope(tool.envelope, tool.outputSchema, internalRefusal(error)));
  return bugExit(tool);
}

/** The tool that a line is meant for, even if the rest of the line is wrong. */
async function toolOf(context: RunContext): Promise<Tool> {
  return (await select(context.program, context.argv)).tool;
}

function bugExit(tool: Tool): number {
  return tool.ownExits?.bug ?? 2;
}

/** The exit code for a refusal in the command's own table. What may pass has one of its own in a task of an array job. */
function refusalExit({ command: { exits, options }, has }: Invocation, { mayPass }: Refusal): number {
  const isTask = has('--shard') || options.every(({ flag }) => flag !== '--shard');
  if (mayPass && isTask && exits[TRY_AGAIN] !== undefined) return TRY_AGAIN;
  return Number(Object.keys(exits).find((code) => exits[code]?.meaning === 'REFUSAL') ?? 2);
}

/** For the completion scripts; no help shows it. */
async function complete({ argv, stdout }: RunContext): Promise<number> {
  stdout.write(encodeUtf8(await (await import('./completion/candidates.ts')).formatCandidates(argv.slice(1))));
  return 0;
}

async function dispatch(context: RunContext): Promise<number> {
  if (context.program === 'custody' && context.argv[0] === '__complete') return complete(context);
  let selection: Selection | undefined;
  try {
    selection = await select(context.program, context.argv);
    const answer = await informationText(context, selection);
    if (answer !== undefined) {
      context.stdout.write(encodeUtf8(answer));
      return 0;
    }
    if (selection.command === undefined) throw (await import('./usage.ts')).missingCommand(selection);
    return await execute(context, selection.tool, selection.command, parseLine(selection, selection.command));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { formatMistake } = await import('./usage.ts');
    const tool = selection?.tool ?? (await findTool(context.program)) ?? (await loadCustody());
    context.stderr.write(encodeUtf8(formatMistake(context.program, { tool, words: selection?.words ?? [], message: error.message })));
    return tool.ownExits?.mistake ?? 2;
  }
}

/** Answers requests that need neither arguments nor a ledger. */
async function informationText(context: RunContext, { tool, command, words, tokens }: Selection): Promise<string | undefined> {
  const asked = new Set(tokens.map((token) => (token.kind === 'flag' && !token.attached ? token.option?.flag : undefined)));
  if (asked.has('--version')) return `${tool.binary ?? tool.name} ${version}\n`;
  if (asked.has('--describe')) return (await import('./about/describe.ts')).formatOperator(tool);
  if (asked.has('--schema')) {
    const typed = new Set(tokens.map((token) => (token.kind === 'flag' ? token.option?.flag : undefined)));
    const chosen = command?.options.find(({ flag, schema }) => schema !== undefined && typed.has(flag)) ?? command;
    return (await import('./about/schema.ts')).readSchema(chosen?.schema ?? `${tool.outputSchema}.json`);
  }
  if (asked.has('--robot-triage')) return (await import('./about/agent-guide.ts')).formatTriage(context, tool);
  const isBare = tool.name === 'custody' && context.argv.length === 0;
  if (!asked.has('--help') && !isBare) return undefined;
  const [{ pageColumns }, { paintFor }] = await Promise.all([import('./about/page-layout.ts'), import('./output.ts')]);
  const paint = paintFor(context.stdout, { env: context.env, noColor: asked.has('--no-color') });
  const columns = pageColumns(context);
  if (isBare) return (await import('./custody/first-steps.ts')).formatFirstSteps({ paint, columns });
  return (await import('./usage.ts')).formatHelp(context.program, { tool, command, words, paint, columns });
}

async function execute(context: RunContext, tool: Tool, command: Command, line: Line): Promise<number> {
  const isWitnessed = command.effects.includes('appends to the ledger') && !line.flags.has('--no-witness');
  const outputHash = isWitnessed ? await newOutputHash().catch((error: unknown) => warnNotRecorded(context, tool, error)) : undefined;
  const output: Output = { isProduct: isProduct(tool, command) };
  const invocation = createInvocation({ context, tool, command, line, outputHash, output });
  const account = line.flags.has('--verbose') ? (await import('./about/run-account.ts')).beginAccount(invocation) : undefined;
  let finished: Finished;
  if (command.effects.includes('writes files'))
    context.onInterrupt?.(`interrupted; nothing was ${command.words.at(-1) === 'push' ? 'published' : 'written'}`);
  try {
    if (context.argumentFault !== undefined) throw context.argumentFault;
    const loaded = await command.load();
    finished = await loaded.run(invocation);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ClosedPipe || error instanceof Interrupted) throw error;
    // Nothing was written to the output file, so the hash covers the envelope alone.
    if (outputHash?.hasObserved) outputHash.hasher = (await newOutputHash()).hasher;
    finished = await refuse(invocation, output, error);
  }
  let isRecorded: boolean | undefined;
  if (finished.outcome !== undefined && outputHash !== undefined) {
    const recorded = { exit: finished.exit, outcome: finished.outcome };
    isRecorded = await import('./record.ts')
      .then(({ appendWitness }) => appendWitness(invocation, recorded, outputHash.hasher.digest()))
      // The files of the program may have been replaced since it started.
      .catch((error: unknown) => warnNotRecorded(context, tool, error));
  }
  const exit = output.lost === undefined ? finished.exit : await reportLostOutput(invocation, output.lost, finished);
  account?.end({ ...finished, exit }, isRecorded === true);
  return exit;
}

/** Records and lockfiles are the product of their commands; all other output only reports what was done or found. */
function isProduct({ outputMode }: Tool, { words }: Command): boolean {
  return words.length === 0 && (outputMode === 'stream' || outputMode === 'artifact');
}

/** The outcome stays valid and is in the ledger; the exit code says that it could not be printed here. */
async function reportLostOutput(invocation: Invocation, lost: ClosedPipe | UnwritableOutput, { outcome }: Finished): Promise<number> {
  if (lost instanceof ClosedPipe) return CLOSED_PIPE;
  const { announceAlways } = await import('./announce.ts');
  for (const made of invocation.announcements) announceAlways(invocation, made);
  invocation.say(`${unwritable(lost)}${outcome === undefined ? '' : `; the run itself ended with ${outcome}`}`);
  return bugExit(invocation.tool);
}

async function refuse(invocation: Invocation, output: Output, error: unknown): Promise<Finished> {
  const { context, tool, command } = invocation;
  if (error instanceof UnwritableOutput) {
    invocation.say(unwritable(error));
    return { exit: bugExit(tool), outcome: 'REFUSAL' };
  }
  const { formatEnvelope, internalRefusal } = await import('./envelope.ts');
  const known = systemRefusal(error);
  const refusal = known ?? internalRefusal(error);
  const hasOwnExit = known !== null && (known === error || tool.ownExits === undefined);
  const finished: Finished = { exit: hasOwnExit ? refusalExit(invocation, refusal) : bugExit(tool), outcome: 'REFUSAL' };
  if (known === null) context.stderr.write(encodeUtf8(`${error instanceof Error ? error.stack : String(error)}\n`));
  const formatted = (await command.formatRefusal?.(refusal, invocation.record)) ?? formatEnvelope(tool.envelope, command.version, refusal);
  // A person at a terminal gets the text below; a caller that requested JSON gets only JSON.
  const isShownAsText = context.stdout.isTTY && context.stderr.isTTY && !invocation.has('--json');
  const isForTerminal = context.stderr.isTTY && (isShownAsText || !context.stdout.isTTY);
  // Before standard output: the next tool of a pipeline prints its line after this one.
  if (isForTerminal || (isFromUpstream(refusal) && !context.stderr.isTTY)) await printRefusal(invocation, refusal);
  try {
    if (!isShownAsText) invocation.stdout.write(formatted);
  } catch (lost) {
    if (!(lost instanceof ClosedPipe || lost instanceof UnwritableOutput)) throw lost;
    output.lost = lost;
  }
  return finished;
}

/** The refusal comes from an earlier tool of the pipeline, whose message may not have been seen. */
function isFromUpstream({ detail }: Refusal): boolean {
  return typeof detail['upstream'] === 'string';
}

/**
 * For people, on standard error: with the next command on a terminal, in one line elsewhere. With `--progress`, standard error contains
 * only JSON lines.
 */
async function printRefusal({ context, tool, has }: Invocation, refusal: Refusal): Promise<void> {
  const { isTTY } = context.stderr;
  if (!isTTY && has('--progress')) return;
  const [{ escapeControls }, { formatSpine }] = await Promise.all([import('./output.ts'), import('#core/json/write')]);
  const { upstream, ...evidence } = refusal.detail;
  const what =
    typeof upstream === 'string' ? `${refusal.code} from ${upstream}: ${refusal.message} ${formatSpine(evidence)}` : refusal.message;
  const next = refusal.nextCommand === null || !isTTY ? '' : `  next: ${escapeControls(refusal.nextCommand)}\n`;
  context.stderr.write(encodeUtf8(`${tool.name}: ${escapeControls(what)}\n${next}`));
}

/** Without BLAKE3, or the part of the program that writes it, there is no record; the run's own result stays valid. */
function warnNotRecorded(context: RunContext, tool: Tool, error: unknown): undefined {
  const [why] = (error instanceof Error ? error.message : String(error)).split('\n', 1) as [string];
  context.stderr.write(encodeUtf8(`${tool.name}: witness append warning: ${why}\n`));
}

function unwritable(error: UnwritableOutput): string {
  return `cannot write standard output: ${osText(error.cause)}`;
}

async function newOutputHash(): Promise<OutputHash> {
  const { newHasher } = await import('#hashing/hashers');
  return { hasher: newHasher('blake3'), hasObserved: false };
}
