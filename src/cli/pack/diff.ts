/** `pack diff`: what changed between two packs, folders or archives; each must match its own pack_id. */

import { diffDocument, diffOutcome } from '#pack/diff';
import { diffLines } from '#pack/diff-text';
import { diffPacks } from '#pack/ops/diff';
import { openPlace } from '#pack/ops/place';
import type { OpenPack } from '#pack/ops/read-members';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, showInOutput } from '../output-file.ts';
import { packInput, recordPackId } from './ledger-inputs.ts';
import { refuseOutputInPack } from './output-in-pack.ts';

export function run(invocation: Invocation): Finished {
  const [a, b] = invocation.args as [string, string];
  const { record } = invocation;
  record.params = { subcommand: 'diff' };
  record.inputs = [a, b].map((given) => packInput(invocation, given));
  refuseOutputInPack(invocation);
  requireWritableOutput(invocation);
  const packs: OpenPack[] = [];
  try {
    for (const given of [a, b]) packs.push({ given, place: openPlace(given, invocation.resolve(given)) });
    const diff = diffPacks(packs[0] as OpenPack, packs[1] as OpenPack);
    recordPackId(invocation, diff.aPackId, 'a_pack_id');
    recordPackId(invocation, diff.bPackId, 'b_pack_id');
    showInOutput(invocation, { document: () => diffDocument(diff), lines: () => diffLines(diff, escapeControls) });
    const outcome = diffOutcome(diff);
    return { exit: outcome === 'NO_CHANGES' ? 0 : 1, outcome };
  } finally {
    record.inputs = [...packs.map(({ place }) => ({ ...place.input })), ...record.inputs.slice(packs.length)];
  }
}
