/**
 * A pack in a folder. One walk that follows no link tells everything that is there; members are hashed by several threads, and those
 * whose content is wanted are read here.
 */
import { lstatSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { digestOf } from '#core/digest';
import { isDocumentRow, rowPath } from '#core/file-rows';
import { placeOf, placesBelow } from '#core/path/sorted-paths';
import { CHANGED, errorCode, osText, osTextOfErrno } from '#disk/os-error';
import { shownBelow, withSeparator } from '#disk/path/below';
import { holdsOnlyFolders, rawPathOf } from '#disk/walk/only-folders';
import type { SkipEntry } from '#disk/walk/skipped-entry';
import { walker } from '#disk/walk/walk';
import { ANY_SIZE, CHANGED_DURING_READ, type FileQuestion, HASHED, NOT_REGULAR, UNREADABLE } from '#hashing/hash-file';
import { newHasher } from '#hashing/hashers';
import { type Answer, type Asked, hashFiles, type NextRows } from '#hashing/pool';
import { UNPROVEN } from '#hashing/prove-file';
import { firstQuestion, MOST_ROWS } from '#hashing/prove-rows';
import { MANIFEST_NAME, type PackMember } from '../../document.ts';
import { type HashFiles, type PackPlace, type Proving, pathsIn, type Survey } from '../survey.ts';
import { tellContent } from './content.ts';
import { exactListing, type Range } from './listing.ts';
import { readManifestFile } from './manifest.ts';

/** An answer's errno is negative. */
const GONE = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const IS_LINK = -constants.errno.ELOOP;
/** A name that is too long cannot be there either. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export function openFolder(given: string, path: string): PackPlace {
  const input: { path: string; hash: string | null; bytes: number | null } = {
    path: shownBelow(given, MANIFEST_NAME),
    hash: null,
    bytes: null,
  };
  return {
    kind: 'folder',
    input,
    manifestBytes(onSize) {
      const bytes = readManifestFile(given, path, onSize);
      input.hash = digestOf(newHasher, 'blake3', [bytes]);
      input.bytes = bytes.length;
      return bytes;
    },
    survey: (survey) => surveyFolder(path, survey),
    *sources(rows) {
      for (let row = 0; row < rows.count; row++) yield `${path}/${rowPath(rows, row)}`;
    },
  };
}

/** First what is as it was sealed, by the short way; then the rest at length. */
function surveyFolder(folder: string, survey: Survey): void {
  const { proving } = survey;
  const unproven: number[] = [];
  let proven = 0;
  try {
    const nextListed = listedMembers(folder, survey);
    if (proving !== undefined) proven = prove(rowQuestions(nextListed, folder, proving, unproven), proving, unproven);
    else for (let some = nextListed(); some !== undefined; some = nextListed()) addRange(unproven, some);
  } catch (error) {
    // The folder itself cannot be listed.
    if (errorCode(error) === undefined) throw error;
    return survey.onUnreadable('.', osText(error));
  }
  if (unproven.length > 0) tellUnproven(folder, unproven, survey);
  if (proving === undefined || proven < proving.rows.count)
    survey.members.forEach((_, index) => survey.isTold(index) || tellUnseen(folder, index, survey));
}

function addRange(indexes: number[], { from, to }: Range): void {
  for (let index = from; index < to; index++) indexes.push(index);
}

/** Gives some after the others the members that are there as regular files, and tells what else is there. */
function listedMembers(folder: string, survey: Survey): () => Range | undefined {
  if (survey.proving === undefined) return walkedMembers(folder, survey, 0);
  const listing = exactListing(folder, survey.proving.rows, [MANIFEST_NAME]);
  let nextWalked: (() => Range | undefined) | undefined;
  return function nextListed() {
    const listed = listing.next();
    if (listed !== undefined || listing.isExact()) return listed;
    nextWalked ??= walkedMembers(folder, survey, listing.seen());
    return nextWalked();
  };
}

/** The same by a walk, but for the first `seen` members. The walk and the members both ascend, so that they go side by side. */
function walkedMembers(folder: string, survey: Survey, seen: number): () => Range | undefined {
  const { members } = survey;
  const nextEntry = walker(folder, { follow: false });
  let at = 0;
  return function nextOfWalk() {
    for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) {
      const { relativePath } = entry;
      if (entry.kind === 'skip') {
        tellSkip(entry, survey);
        continue;
      }
      while (at < members.length && compareUtf8((members[at] as PackMember).path, relativePath) < 0) at++;
      if (members[at]?.path !== relativePath) tellOther(relativePath, survey);
      else if (at++ >= seen) return { from: at - 1, to: at };
    }
    return undefined;
  };
}

/** What is listed as questions about rows, as many to one as it has room for; a row that may not be asked about, or has no room, is left unproven. */
function rowQuestions(
  nextListed: () => Range | undefined,
  folder: string,
  { rows, isOutlineEnough }: Proving,
  unproven: number[],
): NextRows {
  const nextRange = joined(nextListed);
  let { from, to }: Range = { from: 0, to: 0 };
  const endOfAsked = (): number => {
    if (isOutlineEnough) return to;
    let end = from;
    while (end < to && !isDocumentRow(rows, end)) end++;
    return end;
  };
  return function nextQuestion() {
    for (;;) {
      if (from === to) {
        const listed = nextRange();
        if (listed === undefined) return undefined;
        ({ from, to } = listed);
      }
      const question = firstQuestion({ folder: withSeparator(folder), rows, from, to: endOfAsked() });
      from = question.to;
      if (question.to > question.from) return question;
      unproven.push(from++);
    }
  };
}

/** Ranges that follow each other as one, until it has enough for a question. */
function joined(next: () => Range | undefined): () => Range | undefined {
  let ahead: Range | undefined;
  return function nextJoined() {
    let range = ahead ?? next();
    ahead = undefined;
    while (range !== undefined && range.to - range.from < MOST_ROWS) {
      ahead = next();
      if (ahead === undefined || ahead.from !== range.to) break;
      range = { from: range.from, to: ahead.to };
      ahead = undefined;
    }
    return range;
  };
}

/** How many are proven. */
function prove(next: NextRows, { proveRows, onProven }: Proving, unproven: number[]): number {
  let proven = 0;
  proveRows(next, ({ from, to }, sizes) => {
    for (let index = from; index < to; index++) {
      const size = sizes[index - from] as number;
      if (size === UNPROVEN) unproven.push(index);
      else {
        onProven(index, size);
        proven++;
      }
    }
  });
  return proven;
}

/** One by one: documents are read here, all others hashed by several threads. */
function tellUnproven(folder: string, unproven: readonly number[], survey: Survey): void {
  let next = 0;
  const nextQuestion = (): Asked<number> | undefined => {
    while (next < unproven.length) {
      const index = unproven[next++] as number;
      if (survey.needsContent(survey.members[index] as PackMember)) tellContent(folder, index, survey);
      else return { item: index, question: questionOf(join(folder, pathOf(index, survey))) };
    }
    return undefined;
  };
  const hash: HashFiles = survey.hashFiles ?? ((ask, tell) => hashFiles(ask, {}, tell));
  hash(nextQuestion, (index, answer) => tellAnswer(index, answer as Answer, survey));
}

function tellOther(path: string, survey: Survey): void {
  if (path !== MANIFEST_NAME) survey.onExtra(path);
}

function questionOf(path: string): FileQuestion {
  return { path, algorithm: 'sha256', expectedSize: ANY_SIZE, isKnownRegular: true, confine: null };
}

/** A link or device in the place of a member, or of a folder on the way to members, is what makes them not regular. */
function tellSkip(entry: SkipEntry, survey: Survey): void {
  const { relativePath, why, named } = entry;
  if (why === 'unreadable') return survey.onUnreadable(relativePath, systemWords(entry));
  const paths = pathsIn(survey.members);
  if (why === 'bad name' && named === 'directory' && holdsOnlyFolders(rawPathOf(entry))) return undefined;
  const { from, to } = placesBelow(paths, relativePath);
  const itself = placeOf(paths, relativePath);
  if (why === 'bad name' || (itself < 0 && from === to)) return survey.onExtra(relativePath);
  if (itself >= 0) survey.onNotRegular(itself);
  for (let index = from; index < to; index++) survey.onNotRegular(index);
}

/** Without the path, which a finding or refusal names by itself. */
function systemWords({ relativePath, detail }: SkipEntry): string {
  const { error } = detail;
  return (typeof error === 'string' ? error : '').replace(`IO error for operation on ${relativePath}: `, '');
}

function tellAnswer(index: number, answer: Answer, survey: Survey): void {
  // Gone since it was listed: it is looked for once more, with those that were never seen.
  if (answer.status === UNREADABLE && GONE.has(answer.errno)) return;
  if (answer.status === HASHED) survey.onHashed(index, `sha256:${answer.hex}`, answer.size);
  else if (answer.status === NOT_REGULAR || answer.errno === IS_LINK) survey.onNotRegular(index);
  else survey.onUnreadable(pathOf(index, survey), answer.status === CHANGED_DURING_READ ? CHANGED : osTextOfErrno(answer.errno));
}

/** No file of that name was listed; an empty folder may have it. */
function tellUnseen(folder: string, index: number, survey: Survey): void {
  const path = pathOf(index, survey);
  try {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found?.isFile() === false) survey.onNotRegular(index);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (!NOWHERE.has(code)) survey.onUnreadable(path, osText(error));
  }
}

function pathOf(index: number, { members }: Survey): string {
  return (members[index] as PackMember).path;
}
