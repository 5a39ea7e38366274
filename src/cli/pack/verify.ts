/** `pack verify`: checks a pack, in a folder or an archive, against its own manifest. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import type { PackPlace } from '#pack/ops/survey';
import { verifyPack } from '#pack/ops/verify';
import { refusedReport, reportDocument } from '#pack/report';
import { reportLines } from '#pack/report-text';
import type { PackVerdict } from '#pack/verify';
import type { Finished, Invocation } from '../command.ts';
import { expectedId } from '../expect.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, showInOutput } from '../output-file.ts';
import { progressWatch } from '../progress.ts';
import { packInput, recordPackId } from './ledger-inputs.ts';
import { refuseOutputInPack } from './output-in-pack.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [pack] = invocation.args as [string];
  const [deep, expect] = [invocation.has('--deep'), expectedId(invocation) ?? undefined];
  invocation.record.params = { subcommand: 'verify', deep, ...(expect === undefined ? {} : { expect }) };
  invocation.record.inputs = [packInput(invocation, pack)];
  refuseOutputInPack(invocation);
  requireWritableOutput(invocation);
  const seen: Seen = { place: null, packId: null };
  let verdict: PackVerdict;
  try {
    verdict = await judge(invocation, pack, seen);
  } catch (error) {
    if (!(error instanceof Refusal) || !invocation.has('--json')) throw error;
    // A refusal is never written to --output, which is for verdicts.
    invocation.stdout.write(encodeUtf8(`${formatPretty(refusedReport(error, seen.packId))}\n`));
    return { exit: 2, outcome: 'REFUSAL' };
  } finally {
    if (seen.place !== null) invocation.record.inputs = [seen.place.input];
  }
  const { good, bad, warn } = invocation.paint;
  showInOutput(invocation, {
    document: () => reportDocument(verdict),
    lines: () => reportLines(verdict, { show: escapeControls, good, bad, warn }),
  });
  return { exit: verdict.outcome === 'OK' ? 0 : 1, outcome: verdict.outcome };
}

/** What is known about the pack so far, for a refusal. */
interface Seen {
  place: PackPlace | null;
  packId: string | null;
}

async function judge(invocation: Invocation, pack: string, seen: Seen): Promise<PackVerdict> {
  const verdict = verifyPack({
    given: pack,
    path: invocation.resolve(pack),
    deep: invocation.has('--deep'),
    expect: expectedId(invocation) ?? undefined,
    threads: invocation.integer('--jobs', 0),
    maxSize: invocation.integer('--max-size', 0),
    watch: progressWatch(invocation, 'pack'),
    onPlace: (place) => {
      seen.place = place;
    },
    onManifest: ({ packId }) => {
      seen.packId = packId;
      recordPackId(invocation, packId);
    },
  });
  // Only the store that is named here is opened, never one that a reference names.
  if (!invocation.has('--store') || verdict.references.files.length === 0) return verdict;
  const [{ withNamedStore }, { readReferences }] = await Promise.all([import('./named-store.ts'), import('#pack/ops/references')]);
  const watch = progressWatch(invocation, 'pack');
  return withNamedStore(invocation, `pack verify ${shellPath(pack)}`, (store) => readReferences(verdict, store, watch));
}
