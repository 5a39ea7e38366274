/**
 * The lawpack archives, each held against the lock of its lawpack: content, archive and parts. Whatever speaks against one speaks against the
 * digest that the stack pins. One whose place is pinned and that is not there is missing, and its digest is then nothing but what its lock
 * says (S11).
 */

import { isRelPath } from '#core/path/rel-path';
import { Refusal } from '#core/refusal';
import type { LawpackFacts, ReadFile } from '../inputs/facts.ts';
import type { LawpackPrefix } from '../lawpack/lawpack.ts';
import type { LawpackFinding } from '../lawpack/lawpack-check.ts';
import { readLawpackLock } from '../lawpack/lawpack-lock.ts';
import type { Answer } from '../verify/verify.ts';
import { LAYOUT, type StackTree } from './gather/tree.ts';

export const ARCHIVE_NOT_AT_HAND = 'the archive is not at hand; the digest is the one its lock states';

export async function judgeArchives(tree: StackTree, lawpacks: readonly LawpackFacts[], prefix: LawpackPrefix): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const lawpack of lawpacks) {
    const id = `${lawpack.jurisdictionId}:${lawpack.domain}`;
    const places = [...new Set(lawpack.artifactPaths)].filter((place) => isRelPath(place) && tree.has(place));
    answers.push(...(places.length === 0 ? absentAnswers(id, lawpack) : [pathAnswer(id, lawpack)]));
    for (const place of places) {
      const answer = await judgeArchive(tree, place, lawpack, prefix);
      if (answer !== null) answers.push({ section: 'lawpacks', id, field: 'lawpack_digest_sha256', file: place, result: answer });
    }
  }
  return answers;
}

function absentAnswers(id: string, { lock, digest, artifactPath }: LawpackFacts): readonly Answer[] {
  const result = { tag: 'found', value: digest, unproven: ARCHIVE_NOT_AT_HAND } as const;
  return [
    { section: 'lawpacks', id, field: 'lawpack_digest_sha256', file: lock.place, result },
    {
      section: 'lawpacks',
      id,
      field: 'lawpack_artifact_path',
      file: artifactPath,
      result: { tag: 'missing', reason: 'the archive is not there' },
    },
  ];
}

/** An archive may come into the store, or go from it, after the stack was locked. */
function pathAnswer(id: string, { lock, artifactPath, artifactPaths, isPathStated }: LawpackFacts): Answer {
  const result = { tag: 'found', value: artifactPath, alsoFits: artifactPaths, absence: isPathStated ? 'differs' : 'fits' } as const;
  return { section: 'lawpacks', id, field: 'lawpack_artifact_path', file: lock.place, result };
}

/** Null where all that is stated is so. */
async function judgeArchive(
  tree: StackTree,
  place: string,
  { lock, digest }: LawpackFacts,
  prefix: LawpackPrefix,
): Promise<Answer['result'] | null> {
  const archive = readArchive(tree, place);
  if (archive instanceof Refusal) return { tag: 'unreadable', reason: archive.message };
  const { checkLawpack } = await import('./lawpack-archive.ts');
  const stated = readLawpackLock(lock.value);
  const { findings } = await checkLawpack(archive.bytes, stated.ok ? stated.value : { digest }, prefix);
  return contradiction(findings);
}

function readArchive(tree: StackTree, place: string): ReadFile | Refusal {
  try {
    return tree.file({ what: 'lawpack archive', path: place, folder: '', by: LAYOUT });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** One finding, in the words of all: the first shows what was pinned and what was found. */
export function contradiction(findings: readonly LawpackFinding[]): Answer['result'] | null {
  const [first] = findings;
  if (first === undefined) return null;
  const reason = findings.map(({ field, path, message }) => `${field}${path === null ? '' : ` (${path})`}: ${message}`).join('; ');
  return { tag: 'contradicted', expected: first.expected, actual: first.actual, reason };
}
