/**
 * `fingerprint --fp ID [INPUT]`: adds to every hashed record what its file was recognised as, in the order of the input for every `--jobs`.
 *
 *     vacuum data | hashbytes | fingerprint --fp loan-tape.v1 --fp csv.v0
 */

import { isFree } from '#disk/path/is-free';
import { chooseFingerprints } from '#fingerprint/ops/choose';
import { listDocument, listOf } from '#fingerprint/ops/list';
import { fingerprintRecords } from '#fingerprint/ops/records';
import { version } from '#installation/paths';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { openInput } from '../hash/input.ts';
import { suggestion } from '../nearest.ts';
import { bufferText, escapeControls } from '../output.ts';
import { isProgressShown, startProgress } from '../progress.ts';
import { commandsBelow } from '../select.ts';
import { show } from '../show.ts';
import { openDefinitions, threadSettings } from './settings.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  if (invocation.has('--list')) return list(invocation);
  const ids = invocation.values('--fp');
  if (ids.length === 0) return withoutRecords(invocation);
  if (invocation.has('--json')) throw new UsageError('--json needs --list, or files and no --fp');
  if (invocation.args.length > 1) throw meantCommand(invocation) ?? new UsageError(`unexpected argument '${invocation.args[1]}'`);
  const settings = threadSettings(invocation);
  const diagnose = invocation.has('--diagnose');
  const { threads, timeoutMs, maxSize, maxMemoryMb } = settings;
  invocation.record.params = {
    fingerprints: ids,
    ...(invocation.has('--definitions') ? { definitions: invocation.values('--definitions') } : {}),
    ...(diagnose ? { diagnose } : {}),
    ...(threads === undefined ? {} : { jobs: threads }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs / 1000 }),
    ...(maxSize === undefined ? {} : { max_size: maxSize }),
    ...(maxMemoryMb === undefined ? {} : { max_memory: maxMemoryMb }),
  };
  const asked = chooseFingerprints(ids, await openDefinitions(invocation));
  const input = openInput(invocation);
  const out = bufferText(invocation.stdout);
  const found = isProgressShown(invocation) ? input.countRecords() : null;
  const isSilent = input.isStdin && invocation.context.isPiped?.('stdin') === true;
  const progress = startProgress(invocation, { tool: 'fingerprint', total: found?.files, measure: () => found, isSilent });
  const { cwd, now } = invocation.context;
  try {
    const { isAllMatched } = await fingerprintRecords(
      input.source,
      { ...settings, asked, cwd, version, at: now().getTime(), diagnose, onFailure: progress.warn },
      (line) => {
        out.write(`${line}\n`);
        progress.advance(1);
      },
    );
    return isAllMatched ? { exit: 0, outcome: 'ALL_MATCHED' } : { exit: 1, outcome: 'PARTIAL' };
  } finally {
    out.flush();
    progress.done();
    invocation.record.inputs = [input.close()];
  }
}

/** Without `--fp` the arguments are files to be identified; `-` is standard input, which holds records. */
async function withoutRecords(invocation: Invocation): Promise<Finished> {
  const { args } = invocation;
  if (args.length === 0 || args.includes('-'))
    throw new UsageError('no fingerprint is asked for: expected at least one --fp ID, --list, or files to be identified');
  const meant = isFree(invocation.resolve(args[0] as string)) ? meantCommand(invocation) : null;
  if (meant !== null) throw meant;
  const unfit = ['--diagnose', '--definitions'].find((flag) => invocation.has(flag));
  if (unfit !== undefined) throw new UsageError(`${unfit} needs --fp`);
  return (await import('./files.ts')).run(invocation);
}

/** The first word may be a mistyped command: `fingerprint chek x.fp.yaml`. */
function meantCommand({ tool, args: [first = ''] }: Invocation): UsageError | null {
  const words = commandsBelow(tool, []).map((command) => command.words[0] as string);
  const meant = suggestion(first, words);
  return meant === '' ? null : new UsageError(`${tool.name} has no command '${first}'${meant}`);
}

/**
 * `fingerprint --list`: the definitions that may be requested, and those that may not, with the reason.
 *
 *     csv.v0 (csv)
 *     loan-tape.v1 (csv)
 *     rent-roll.v1 untrusted: definitions/rent-roll.fp.yaml
 */
async function list(invocation: Invocation): Promise<Finished> {
  const listed = listOf(await openDefinitions(invocation));
  show(invocation, { document: () => listDocument(listed), lines: () => lines(listed) });
  return { exit: 0 };
}

function* lines({ usable, blocked }: ReturnType<typeof listOf>): Generator<string, undefined, undefined> {
  for (const { id, format } of usable) yield `${id} (${format})`;
  for (const { id, status, path } of blocked) yield escapeControls(`${id ?? '?'} ${status}: ${path}`);
  return undefined;
}
