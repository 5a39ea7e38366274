/**
 * A pack in a folder. One walk that follows no link tells everything that is there; members are hashed by several threads, and those
 * whose content is wanted are read here.
 */
import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { memorySource } from '#core/byte-source';
import { digestOf } from '#core/digest';
import { once } from '#core/once';
import { compareUtf8 } from '#core/order';
import { placeOf, placesBelow } from '#core/paths-below';
import { CAREFULLY } from '#io/carefully';
import { descriptorSource } from '#io/descriptor';
import {
  ANY_SIZE,
  CHANGED_DURING_READ,
  FileHasher,
  type FileQuestion,
  HASHED,
  NOT_REGULAR,
  PROVEN_BY_HASH,
  UNREADABLE,
} from '#io/hash-file';
import { type Answer, type Asked, hashFiles } from '#io/hash-pool';
import { newHasher } from '#io/hashers';
import { CHANGED, errorCode, osText, osTextOfErrno } from '#io/os-error';
import type { SkipEntry } from '#io/skip';
import { walker } from '#io/walk';
import { MANIFEST_NAME, type PackMember } from '#pack/document';
import { readManifestFile } from './manifest-file.ts';
import { type PackPlace, pathsIn, type Survey } from './pack-survey.ts';

const ALGORITHM = 'sha256:';
/** An answer's errno is negative. */
const GONE = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const IS_LINK = -constants.errno.ELOOP;
/** A name that is too long cannot be there either. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export function openFolder(given: string, path: string): PackPlace {
  const input: { path: string; hash: string | null; bytes: number | null } = {
    path: join(given, MANIFEST_NAME),
    hash: null,
    bytes: null,
  };
  return {
    kind: 'folder',
    input,
    manifestBytes() {
      const bytes = readManifestFile(given, path);
      input.hash = digestOf(newHasher, 'blake3', [bytes]);
      input.bytes = bytes.length;
      return bytes;
    },
    survey: (survey) => surveyFolder(path, survey),
  };
}

/** The walk and the members both ascend, so that they go side by side. */
function surveyFolder(folder: string, survey: Survey): void {
  const { members } = survey;
  const careful = once(() => new FileHasher());
  const nextEntry = walker(folder, { follow: false });
  let at = 0;
  let told = 0;
  const nextQuestion = (): Asked<number> | undefined => {
    for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) {
      const { relativePath } = entry;
      if (entry.kind === 'skip') {
        tellSkip(entry, survey);
        continue;
      }
      while (at < members.length && compareUtf8((members[at] as PackMember).path, relativePath) < 0) at++;
      const member = members[at];
      if (member?.path !== relativePath) tellOther(relativePath, survey);
      else if (survey.needsContent(member)) tellContent(folder, at, survey);
      else return { item: at, question: questionOf(entry.absolutePath, PROVEN_BY_HASH) };
    }
    return undefined;
  };
  const deliver = (index: number, answer: Answer | null): void => {
    const { path, bytesHash } = members[index] as PackMember;
    told++;
    const found = answer as Answer;
    if (found.status !== HASHED) tellAnswer(index, found, survey);
    else if (isHex(bytesHash, found.hex)) survey.onHashed(index, bytesHash, found.size);
    else tellAnswer(index, askAgain(careful(), join(folder, path)), survey);
  };
  try {
    (survey.hashFiles ?? hashFiles)(nextQuestion, { threads: survey.threads }, deliver, members);
  } catch (error) {
    // The folder itself cannot be listed.
    if (errorCode(error) === undefined) throw error;
    return survey.onUnreadable('.', osText(error));
  }
  if (told < members.length) members.forEach((_, index) => survey.isTold(index) || tellUnseen(folder, index, survey));
}

/** Whether a hash of the manifest is this one, without a new string for each member. */
function isHex(bytesHash: string, hex: string): boolean {
  return bytesHash.length === ALGORITHM.length + hex.length && bytesHash.startsWith(ALGORITHM) && bytesHash.endsWith(hex);
}

function tellOther(path: string, survey: Survey): void {
  if (path !== MANIFEST_NAME) survey.onExtra(path);
}

function questionOf(path: string, expectedSize: number): FileQuestion {
  return { path, algorithm: 'sha256', expectedSize, isKnownRegular: true, confine: null };
}

/** Bytes that hash to what the manifest says need no other proof; of any others it is asked with all questions. */
function askAgain(hasher: FileHasher, path: string): Answer {
  const status = hasher.ask(questionOf(path, ANY_SIZE));
  return { status, size: hasher.size, errno: hasher.errno, hex: hasher.hex };
}

/** A link or device in the place of a member, or of a folder on the way to members, is what makes them not regular. */
function tellSkip(entry: SkipEntry, survey: Survey): void {
  const { relativePath, why } = entry;
  if (why === 'unreadable') return survey.onUnreadable(relativePath, systemWords(entry));
  const paths = pathsIn(survey.members);
  const { from, to } = placesBelow(paths, relativePath);
  const itself = placeOf(paths, relativePath);
  if (why === 'bad name' || (itself < 0 && from === to)) return survey.onExtra(relativePath);
  if (itself >= 0) survey.onNotRegular(itself);
  for (let index = from; index < to; index++) survey.onNotRegular(index);
}

/** Without the path, which a finding or refusal names by itself. */
function systemWords({ path, detail }: SkipEntry): string {
  const { error } = detail;
  return (typeof error === 'string' ? error : '').replace(`IO error for operation on ${path}: `, '');
}

function tellAnswer(index: number, answer: Answer, survey: Survey): void {
  // Gone since it was listed: it is looked for once more, with those that were never seen.
  if (answer.status === UNREADABLE && GONE.has(answer.errno)) return;
  if (answer.status === HASHED) survey.onHashed(index, `sha256:${answer.hex}`, answer.size);
  else if (answer.status === NOT_REGULAR || answer.errno === IS_LINK) survey.onNotRegular(index);
  else survey.onUnreadable(pathOf(index, survey), answer.status === CHANGED_DURING_READ ? CHANGED : osTextOfErrno(answer.errno));
}

function tellContent(folder: string, index: number, survey: Survey): void {
  const path = pathOf(index, survey);
  let fd: number;
  try {
    fd = openSync(join(folder, path), CAREFULLY);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    return errorCode(error) === 'ELOOP' ? survey.onNotRegular(index) : survey.onUnreadable(path, osText(error));
  }
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) return survey.onNotRegular(index);
    const isWhole = found.size < short.length ? tellShort(fd, found.size, index, survey) : tellLong(fd, index, survey);
    if (!isWhole) survey.onUnreadable(path, CHANGED);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    survey.onUnreadable(path, osText(error));
  } finally {
    closeSync(fd);
  }
}

/** Used for one file after the other. */
const short = new Uint8Array((1 << 20) + 1);

/** One read, which must meet the end where the system said it is (C8). */
function tellShort(fd: number, size: number, index: number, survey: Survey): boolean {
  const count = readSync(fd, short, 0, size + 1, 0);
  if (count !== size) return false;
  survey.onContent(index, memorySource(short.subarray(0, count)));
  return true;
}

/** Many reads, between two looks that must agree (C8). */
function tellLong(fd: number, index: number, survey: Survey): boolean {
  const before = fstatSync(fd, { bigint: true });
  survey.onContent(index, descriptorSource(fd));
  const after = fstatSync(fd, { bigint: true });
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
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
