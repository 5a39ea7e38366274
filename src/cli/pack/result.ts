/**
 * The output of seal, export, import, push, pull and fetch: two lines, or with `--json` a `pack.result.v0`.
 *
 *     PUBLISHED sha256:9a0b…
 *     file:/srv/evidence
 */

import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { KeptFiles } from '#pack/ops/seal-by-reference';
import type { CarriedSeals } from '#pack/ops/seals/beside';
import { fileFields, type ReferencedFile } from '#pack/references';
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
  /** For a fetch: the files that were fetched are no members. */
  readonly isFiles?: true;
  /** For a push: the blobs that were sent, and those that existed already. */
  readonly transfer?: Transfer;
  /** For a seal of the files of a run: which runs, and what was not found. */
  readonly fromRun?: JsonObject | undefined;
  /** For a seal: the files that are kept in a store instead. */
  readonly byReference?: KeptFiles | undefined;
  /** Files that are not in the pack that was moved, but in a store. */
  readonly references?: readonly ReferencedFile[];
  /** What became of the seals beside the pack that was moved. */
  readonly seals?: CarriedSeals;
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

function keptDocument({ files, bytes, store, sent, presentChecked }: KeptFiles): JsonObject {
  const { checksum, reading, size } = presentChecked;
  return { files, bytes, store, sent, present_checked: { by_checksum: checksum, by_reading: reading, by_size_only: size } };
}

/** What a pack refers to is not in it, so it is neither moved nor verified with it. */
function sayReferences(invocation: Invocation, references: readonly ReferencedFile[]): void {
  if (references.length === 0) return;
  const stores = [...new Set(references.map(({ store }) => store))].slice(0, 3).join(', ');
  invocation.say(escapeControls(`${counted(references.length, 'file')} by reference in ${stores}: not part of the pack, and not read`));
}

/** Seals that stay behind are reported; those that travel are mentioned. */
function saySeals(invocation: Invocation, { carried, present, leftOut, unread, error }: CarriedSeals): void {
  for (const { message } of leftOut.slice(0, SHOWN)) invocation.say(escapeControls(`a seal stays behind: ${message}`));
  if (leftOut.length > SHOWN) invocation.say(`${counted(leftOut.length - SHOWN, 'more seal')} stay behind`);
  if (unread > 0) invocation.say(`${counted(unread, 'seal')} not read: there are too many`);
  if (error !== null) invocation.say(escapeControls(`the seals of the pack could not be read, and stay behind: ${error}`));
  if (carried + present > 0 && !invocation.has('--json'))
    invocation.note(`${counted(carried, 'seal')} carried${present === 0 ? '' : `, ${present} there already`}`);
}

/** So many seals that stay behind are named. */
const SHOWN = 5;

/** Absent where there was no seal. */
function sealsDocument({ carried, present, leftOut, unread, error }: CarriedSeals): JsonObject {
  if (carried + present + leftOut.length + unread === 0 && error === null) return {};
  const left = leftOut.map((seal) => ({ ...seal }));
  return { seals: { carried, present, left_out: left, ...(unread === 0 ? {} : { unread }), ...(error === null ? {} : { error }) } };
}

export function finishWith(invocation: Invocation, result: PackResult): Finished {
  const { outcome, packId, location } = result;
  sayReferences(invocation, result.references ?? []);
  if (result.seals !== undefined) saySeals(invocation, result.seals);
  show(invocation, { document: () => resultDocument(result), lines: () => [`${outcome} ${packId}`, escapeControls(location)] });
  announceIfNotPrinted(invocation, [{ how: HOW[outcome], place: location, id: packId, facts: factsOf(result) }]);
  return { exit: 0, outcome };
}

function factsOf({ memberCount, bytes, isFiles }: PackResult): readonly string[] {
  const [members, size] = membersText(memberCount, bytes);
  return [isFiles === true ? counted(memberCount, 'file') : (members as string), size as string];
}

function resultDocument({
  outcome,
  packId,
  memberCount,
  bytes,
  location,
  transfer,
  fromRun,
  byReference,
  references = [],
  seals,
  warnings = [],
}: PackResult): JsonObject {
  const optional = {
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => ({ ...warning })) }),
    ...(fromRun === undefined ? {} : { from_run: fromRun }),
    ...(byReference === undefined ? {} : { by_reference: keptDocument(byReference) }),
    ...(references.length === 0 ? {} : { references: references.map(fileFields) }),
    ...(seals === undefined ? {} : sealsDocument(seals)),
  };
  const fields = { version: 'pack.result.v0', outcome, pack_id: packId, member_count: memberCount, bytes, location, ...optional };
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
