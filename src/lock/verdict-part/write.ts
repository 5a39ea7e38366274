/**
 * Writes a part of a verdict: the head, the lines of the three lists, and the hash of all of it.
 *
 *     emitVerdictPart(head, [members.failures.inOrder(), members.skips.inOrder(), members.hints], newHasher, write)
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { formatTrailer } from '../part/document.ts';
import type { MembersReport } from '../report.ts';
import { formatVerdictHead, questionId, type VerdictPartHead, type VerdictQuestion } from './document.ts';

/** The failures, the skips and the hints. */
export type Lists = readonly [Iterable<JsonObject>, Iterable<JsonObject>, Iterable<JsonObject>];

const PAGE = 1 << 16;

/** The head of what was found in one shard. */
export function shardHead(question: VerdictQuestion, index: number, members: MembersReport, newHasher: NewHasher): VerdictPartHead {
  const { verified, failures, skips, extras, unlisted, notSelected, hints, elsewhere = null } = members;
  const counts = { verified, failed: failures.count - extras, skipped: skips.count - unlisted, not_selected: notSelected ?? 0 };
  const expected = counts.verified + counts.failed + counts.skipped + counts.not_selected;
  return {
    question,
    id: questionId(question, newHasher),
    covers: [[index, index]],
    coverage: { ...counts, expected, extra: extras },
    unlisted,
    hints: hints.length,
    place: elsewhere,
  };
}

export function emitVerdictPart(head: VerdictPartHead, lists: Lists, newHasher: NewHasher, emit: (bytes: Uint8Array) => void): void {
  const hasher = newHasher('sha256');
  const page = new ByteWriter(PAGE);
  const flush = (): void => {
    hasher.update(page.view());
    emit(page.view());
    page.length = 0;
  };
  page.text(`${formatVerdictHead(head)}\n`);
  for (const list of lists)
    for (const entry of list) {
      page.text(`${formatSpine(entry)}\n`);
      if (page.length >= PAGE) flush();
    }
  flush();
  emit(encodeUtf8(formatTrailer(hasher.digest())));
}
