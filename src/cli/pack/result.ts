/**
 * The output of seal, export, import, push and pull: two lines, or with `--json` a `pack.result.v0`.
 *
 *     PUBLISHED sha256:9a0b…
 *     file:/srv/evidence
 */

import type { JsonObject } from '#core/json/value';
import type { Check } from '#store/store';
import { announceIfNotPrinted, membersText } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';

export interface PackResult {
  readonly outcome: 'PACK_CREATED' | 'PUBLISHED' | 'FETCHED';
  readonly packId: string;
  readonly memberCount: number;
  /** The total size of all members. */
  readonly bytes: number;
  /** The folder or archive as typed, or the URL of the store. */
  readonly location: string;
  /** For a push: the blobs that were sent, and those that existed already. */
  readonly transfer?: Transfer;
  /** For a seal of the files of a run: which runs, and what was not found. */
  readonly fromRun?: JsonObject | undefined;
  /** For a seal: members that are not what their name or content suggests. */
  readonly warnings?: readonly { readonly path: string; readonly message: string }[];
}

export interface Transfer {
  readonly sent: Tally;
  readonly present: Tally;
  readonly presentChecked: Readonly<Record<Check, number>>;
  readonly repaired: readonly string[];
  readonly tags: readonly { readonly tag: string; readonly outcome: string; readonly from?: string }[];
  /** The digest of the image manifest in a registry. */
  readonly image: string | undefined;
}

interface Tally {
  readonly blobs: number;
  readonly bytes: number;
}

/** The outcome as a verb. */
const HOW = { PACK_CREATED: 'created', PUBLISHED: 'published', FETCHED: 'fetched' } as const;

export function finishWith(invocation: Invocation, result: PackResult): Finished {
  const { outcome, packId, location } = result;
  show(invocation, { document: () => resultDocument(result), lines: () => [`${outcome} ${packId}`, escapeControls(location)] });
  announceIfNotPrinted(invocation, [
    { how: HOW[outcome], place: location, id: packId, facts: membersText(result.memberCount, result.bytes) },
  ]);
  return { exit: 0, outcome };
}

function resultDocument({ outcome, packId, memberCount, bytes, location, transfer, fromRun, warnings = [] }: PackResult): JsonObject {
  const told = {
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => ({ ...warning })) }),
    ...(fromRun === undefined ? {} : { from_run: fromRun }),
  };
  const fields = { version: 'pack.result.v0', outcome, pack_id: packId, member_count: memberCount, bytes, location, ...told };
  if (transfer === undefined) return fields;
  const { sent, present, presentChecked, repaired, image, tags } = transfer;
  const { checksum, reading, size } = presentChecked;
  return {
    ...fields,
    ...(image === undefined ? {} : { image_digest: image }),
    sent: { ...sent },
    present: { ...present },
    present_checked: { by_checksum: checksum, by_reading: reading, by_size_only: size },
    repaired: [...repaired],
    ...(tags.length === 0 ? {} : { tags: tags.map((each) => ({ ...each })) }),
  };
}
