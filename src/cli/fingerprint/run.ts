/**
 * `fingerprint [INPUT]`: adds to every hashed record what its file was recognised as, in the order of the input for every `--jobs`.
 *
 *     vacuum data | hashbytes | fingerprint --fp loan-tape.v1 --fp csv.v0
 */

import { chooseAsked } from '#fingerprint/ops/choose';
import { listDocument, listOf } from '#fingerprint/ops/list';
import { fingerprintRecords } from '#fingerprint/ops/records';
import { version } from '#installation/paths';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { openInput } from '../hash/input.ts';
import { bufferText, escapeControls } from '../output.ts';
import { isProgressShown, startProgress } from '../progress.ts';
import { show } from '../show.ts';
import { openDefinitions, threadSettings } from './settings.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  if (invocation.has('--list')) return list(invocation);
  const ids = invocation.values('--fp');
  if (invocation.has('--json')) throw new UsageError('--json needs --list');
  if (ids.length === 0) throw new UsageError('no fingerprint is asked for: expected at least one --fp ID, or --list');
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
  const asked = chooseAsked(ids, await openDefinitions(invocation));
  const input = openInput(invocation);
  const out = bufferText(invocation.stdout);
  const found = isProgressShown(invocation) ? input.countRecords() : null;
  const isSilent = input.isStdin && invocation.world.isPiped?.('stdin') === true;
  const progress = startProgress(invocation, { tool: 'fingerprint', total: found?.files, measure: () => found, isSilent });
  const { cwd, now } = invocation.world;
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
