/**
 * Merges the files of the parts of a verdict. Each is judged whole first; its lists are read again whenever they are needed, so that
 * memory does not grow with the findings.
 *
 *     const parts = openVerdictParts(files);
 *     mergedReport(parts, { expect: null, strict: false }).members?.failures.inOrder()
 */
import { readSync } from 'node:fs';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';
import { errorCode, mayPass, osText } from '#disk/os-error';
import { type GivenFile, openGivenRegularFile } from '#disk/read/given-file';
import { newHasher, sha256Text } from '#hashing/hashers';
import type { SortedEntries } from '../../entries/sorted-entries.ts';
import { judgeProfiles } from '../../origin/profiles.ts';
import { unreadablePart } from '../../part/refusals.ts';
import type { Hint, MembersReport, VerifyReport } from '../../report.ts';
import { noneWeaker } from '../../strength.ts';
import type { VerdictPartHead } from '../../verdict-part/document.ts';
import { joinVerdictHeads, mergedByPath, requireWhole } from '../../verdict-part/join.ts';
import { type JudgedVerdictPart, judgeVerdictPart, type ListPlace, readList } from '../../verdict-part/read.ts';
import { emitVerdictPart } from '../../verdict-part/write.ts';
import { rootHint } from '../../wrong-root.ts';
import { isMemberUrl } from '../member-url.ts';

export interface VerdictPartFile {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** Sees all bytes that are read when the part is judged. */
  readonly observed?: (source: ByteSource) => ByteSource;
}

export interface VerdictParts {
  /** The head of the part that all parts together are. */
  readonly head: VerdictPartHead;
  readonly files: readonly (VerdictPartFile & JudgedVerdictPart)[];
}

type Emit = (bytes: Uint8Array) => void;

/** Judges every byte of the parts. */
export function openVerdictParts(given: readonly VerdictPartFile[]): VerdictParts {
  const files = given.map((file) => ({ ...file, ...judgePart(file) }));
  return { files, head: joinVerdictHeads(files.map(({ given: name, head }) => ({ name, head }))) };
}

function judgePart({ given, path, observed = (source) => source }: VerdictPartFile): JudgedVerdictPart {
  return reading(given, () => {
    const file = openGivenRegularFile(path);
    try {
      return judgeVerdictPart(given, { source: observed(file.source), newHasher, sha256: sha256Text });
    } finally {
      file.close();
    }
  });
}

/** The report of `lock verify` on the whole lock. Refuses where shards are missing. */
export function mergedReport(
  parts: VerdictParts,
  { expect, strict }: { readonly expect: string | null; readonly strict: boolean },
): VerifyReport {
  const { head, files } = parts;
  requireWhole(
    head,
    files.map(({ given }) => given),
  );
  const { lockfile, lockHash, leftOut, profiles: named, toolVersion } = head.question;
  const profiles = judgeProfiles(named, []);
  const isMeant = expect === null || expect === lockHash;
  return {
    lockfile,
    lockHash: { stored: lockHash, computed: lockHash as VerifyReport['lockHash']['computed'], valid: true },
    leftOut,
    members: isMeant ? membersOf(parts) : null,
    ...(profiles === null ? {} : { profiles: isMeant ? profiles : null }),
    ...(expect === null ? {} : { expected: { expected: expect, finding: isMeant ? null : 'UNEXPECTED_ID' } }),
    strict,
    toolVersion,
  };
}

/** The files are compared only with the lock that is meant. */
function membersOf(parts: VerdictParts): MembersReport {
  const { coverage, unlisted, question, place } = parts.head;
  const { verified, failed, extra: extras, not_selected: notSelected } = coverage;
  return {
    verified,
    weaker: noneWeaker(),
    extras,
    unlisted,
    failures: listOf(parts, 0),
    skips: listOf(parts, 1),
    root: question.root.path,
    notSelected: question.options.only.length > 0 ? notSelected : null,
    ...(isMemberUrl(question.root.path) ? { isStore: true } : {}),
    hints: [...(listOf(parts, 2).inOrder() as Iterable<Hint>), ...(place === null ? [] : rootHint(failed, place))],
  };
}

/** Writes one part that has the shards of all parts. */
export function emitMergedVerdictPart(parts: VerdictParts, emit: Emit): void {
  const [failures, skips, hints] = [0, 1, 2].map((list) => listOf(parts, list).inOrder()) as [Entries, Entries, Entries];
  emitVerdictPart(parts.head, [failures, skips, hints], newHasher, emit);
}

type Entries = Iterable<JsonObject>;

/** How many entries are written at a time. */
const RUN = 1024;

/** Opens the parts whenever it is read. */
function listOf({ files }: VerdictParts, list: number): SortedEntries {
  const some = files.flatMap((file) => {
    const place = file.lists[list] as ListPlace;
    return place.count === 0 ? [] : [{ ...file, place }];
  });
  function* inOrder(): Generator<JsonObject, void, undefined> {
    const opened: GivenFile[] = [];
    try {
      yield* mergedByPath(some.map((file) => readList(file.given, sourceAt(file, opened), file.place, newHasher)));
    } finally {
      for (const file of opened) file.close();
    }
  }
  return {
    count: some.reduce((sum, { place }) => sum + place.count, 0),
    inOrder,
    emitSorted(emit) {
      let run: string[] = [];
      let isFirst = true;
      const flush = (): void => {
        if (run.length > 0) emit(encodeUtf8(`${isFirst ? '' : ','}${run.join(',')}`));
        isFirst &&= run.length === 0;
        run = [];
      };
      for (const entry of inOrder()) if (run.push(formatSpine(entry)) === RUN) flush();
      flush();
    },
  };
}

/** The bytes of a list, from its start. */
function sourceAt({ given, path, place }: VerdictPartFile & { readonly place: ListPlace }, opened: GivenFile[]): ByteSource {
  const file = reading(given, () => openGivenRegularFile(path));
  opened.push(file);
  let at = place.start;
  return {
    read: (into) =>
      reading(given, () => {
        const count = readSync(file.fd, into, 0, into.length, at);
        at += count;
        return count;
      }),
  };
}

function reading<T>(given: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorCode(error) === undefined ? error : unreadablePart(given, osText(error), mayPass(error));
  }
}
