/** `pack verify`: a pack, in a folder or an archive, against its own manifest. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { Refusal } from '#core/refusal';
import type { PackPlace } from '#pack/ops/survey';
import { verifyPack } from '#pack/ops/verify';
import { refusedReport, reportDocument } from '#pack/report';
import { reportLines } from '#pack/report-text';
import type { PackVerdict } from '#pack/verify';
import type { Finished, Invocation } from '../command.ts';
import { expectedId } from '../expect.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { watching } from '../progress.ts';
import { refuseOutputInPack } from './output-in-pack.ts';
import { packInput, recordPackId } from './witnessed.ts';

export function run(invocation: Invocation): Finished {
  const [pack] = invocation.args as [string];
  const [deep, expect] = [invocation.has('--deep'), expectedId(invocation) ?? undefined];
  invocation.record.params = { subcommand: 'verify', deep, ...(expect === undefined ? {} : { expect }) };
  invocation.record.inputs = [packInput(invocation, pack)];
  refuseOutputInPack(invocation);
  requireWritableOutput(invocation);
  const seen: Seen = { place: null, packId: null };
  let verdict: PackVerdict;
  try {
    verdict = judge(invocation, pack, seen);
  } catch (error) {
    if (!(error instanceof Refusal) || !invocation.has('--json')) throw error;
    // Never into --output, which is for verdicts.
    invocation.stdout.write(jsonBytes(refusedReport(error, seen.packId)));
    return { exit: 2, outcome: 'REFUSAL' };
  } finally {
    if (seen.place !== null) invocation.record.inputs = [seen.place.input];
  }
  show(invocation, verdict);
  return { exit: verdict.outcome === 'OK' ? 0 : 1, outcome: verdict.outcome };
}

/** What is known of the pack, should it be refused later. */
interface Seen {
  place: PackPlace | null;
  packId: string | null;
}

function judge(invocation: Invocation, pack: string, seen: Seen): PackVerdict {
  return verifyPack({
    given: pack,
    path: invocation.resolve(pack),
    deep: invocation.has('--deep'),
    expect: expectedId(invocation) ?? undefined,
    threads: invocation.integer('--jobs', 0),
    maxSize: invocation.integer('--max-size', 0),
    watch: watching(invocation, 'pack'),
    onPlace: (place) => {
      seen.place = place;
    },
    onManifest: ({ packId }) => {
      seen.packId = packId;
      recordPackId(invocation, packId);
    },
  });
}

function show(invocation: Invocation, verdict: PackVerdict): void {
  if (invocation.has('--json')) return writePayload(invocation, (write) => write(jsonBytes(reportDocument(verdict))));
  const { good, bad } = invocation.paint;
  writePayload(invocation, (write) => {
    for (const line of reportLines(verdict, { show: escapeControls, good, bad })) write(encodeUtf8(`${line}\n`));
  });
}

function jsonBytes(document: Parameters<typeof formatPretty>[0]): Uint8Array {
  return encodeUtf8(`${formatPretty(document)}\n`);
}
