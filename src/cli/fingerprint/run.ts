/**
 * `fingerprint [INPUT]`: adds to every hashed record what its file was recognised as, in the order of the input whatever `--jobs` says.
 *
 *     vacuum data | hashbytes | fingerprint --fp loan-tape.v1 --fp csv.v0
 */

import { chooseAsked } from '#fingerprint/ops/choose';
import { fingerprintRecords } from '#fingerprint/ops/records';
import { version } from '#installation/paths';
import { bufferText } from '../buffer-text.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { openInput } from '../hash/input.ts';
import { isProgressShown, startProgress } from '../progress.ts';
import { list } from './list.ts';
import { crewSettings, shelfOf } from './shelf.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  if (invocation.has('--list')) return list(invocation);
  const ids = invocation.values('--fp');
  if (invocation.has('--json')) throw new UsageError('--json needs --list');
  if (ids.length === 0) throw new UsageError('no fingerprint is asked for: expected at least one --fp ID, or --list');
  const settings = crewSettings(invocation);
  const diagnose = invocation.has('--diagnose');
  const { threads, timeoutMs, maxSize } = settings;
  invocation.record.params = {
    fingerprints: ids,
    ...(invocation.has('--definitions') ? { definitions: invocation.values('--definitions') } : {}),
    ...(diagnose ? { diagnose } : {}),
    ...(threads === undefined ? {} : { jobs: threads }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs / 1000 }),
    ...(maxSize === undefined ? {} : { max_size: maxSize }),
  };
  const asked = chooseAsked(ids, await shelfOf(invocation));
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
