/**
 * Copies the members of a pack into the staging folder. Each member is read once, to copy and to hash it (C8), and its type is determined.
 * A member that cannot be copied completely is refused by name.
 */

import { constants as system } from 'node:os';
import { dirname } from 'node:path';
import { CHANGED, osTextOfErrno } from '#disk/os-error';
import { makeFolders } from '#disk/write/make-folders';
import { CHANGED_DURING_READ, COPIED, type CopyAnswer, type CopyJob, copyFiles, NOT_REGULAR, UNWRITABLE } from '#hashing/copy-files';
import type { PackMember } from '../document.ts';
import { badMember, cannotAccess } from '../refusals.ts';
import { type Collected, notRegular } from './collect.ts';
import { typeOfCopy } from './copied-type.ts';
import type { DetectedMember } from './detect-type.ts';
import { PACK_INSPECTORS } from './inspectors.ts';
import { cannotWrite, unwritable } from './target.ts';

export interface PackCopy {
  /** The absolute path of the staging folder. */
  readonly folder: string;
  /** The target as it was typed, or the default target, for refusals. */
  readonly output: string;
  readonly threads?: number | undefined;
  readonly onCopied: (member: Collected, answer: CopyAnswer) => void;
  /** Called for a member that is not what it seems to be, before `onCopied`. */
  readonly onDoubt: (path: string, doubt: string) => void;
  /** Whether BLAKE3 is also computed for members that are arguments themselves. */
  readonly alsoBlake3: boolean;
}

const IS_LINK = -system.errno.ELOOP;

/** The result has the order of `members`. */
export function copyMembers(members: readonly Collected[], copy: PackCopy): readonly PackMember[] {
  const copied: PackMember[] = [];
  copyFiles(nextJob(members, copy), { threads: copy.threads, inspect: PACK_INSPECTORS }, (member, answer) => {
    if (answer.status !== COPIED) throw notCopied(member, answer, copy.output);
    const { type, fault, doubt } = detected(member, answer, copy);
    if (fault !== null) throw badMember(member.source, type.artifactVersion as string, fault);
    if (doubt !== null) copy.onDoubt(member.path, doubt);
    copied.push({ path: member.path, bytesHash: `sha256:${answer.hex}`, ...type });
    copy.onCopied(member, answer);
  });
  return copied;
}

/** Folders are created when the first member in them is copied. */
function nextJob(members: readonly Collected[], { folder, output, alsoBlake3 }: PackCopy): () => CopyJob<Collected> | undefined {
  const made = new Set(['.']);
  let next = 0;
  return function nextMember() {
    const member = members[next++];
    if (member === undefined) return undefined;
    const parent = dirname(member.path);
    if (!made.has(parent)) {
      makeFolder(`${folder}/${parent}`, output);
      made.add(parent);
    }
    const isArgument = member.argument !== null;
    return {
      item: member,
      from: member.file,
      to: `${folder}/${member.path}`,
      isKnownRegular: true,
      alsoBlake3: alsoBlake3 && isArgument,
    };
  };
}

function makeFolder(path: string, output: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

function notCopied({ source }: Collected, { status, errno }: CopyAnswer, output: string): unknown {
  if (status === NOT_REGULAR) return notRegular(source, 'not a regular file any more');
  if (status === CHANGED_DURING_READ) return changed(source);
  const text = osTextOfErrno(errno);
  if (status === UNWRITABLE) return unwritable(output, text);
  return errno === IS_LINK ? notRegular(source, 'link') : cannotAccess(`Cannot read input: ${source}: ${text}`, source, text);
}

function changed(source: string): Error {
  return cannotAccess(`Cannot read input: ${source}: ${CHANGED}`, source, CHANGED);
}

function detected({ path }: Collected, answer: CopyAnswer, { folder, output }: PackCopy): DetectedMember {
  try {
    const type = typeOfCopy(`${folder}/${path}`, path, answer);
    if (type === null) throw cannotAccess(`Cannot write output: ${output}: a copy changed: ${path}`, output, CHANGED);
    return type;
  } catch (error) {
    throw cannotWrite(output, error);
  }
}
