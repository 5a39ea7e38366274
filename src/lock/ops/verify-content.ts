/**
 * `lock verify --content`: runs the fingerprints that a lock names on its members again, and compares the content hashes. If a fingerprint
 * is not available, or only in another version than the lock names, its members are skipped. They never pass.
 *
 *     await verifyContent(lock, { root: '/data', only: [], confined: false, definitions, settings: {} })
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { type Glob, isSelected } from '#core/glob/glob';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { withSeparator } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import type { Candidate } from '#fingerprint/candidate';
import { providersOf } from '#fingerprint/ops/choose';
import type { AvailableDefinitions } from '#fingerprint/ops/definitions';
import type { FileAnswer, FileQuestion } from '#fingerprint/ops/question';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from '#fingerprint/ops/threads';
import type { WeightedQuestion } from '#threads/supervised-pool';
import {
  type ContentReport,
  type FoundContent,
  isChanged,
  judgeContent,
  newContentReport,
  type PinnedContent,
  pinnedContent,
} from '../content/content.ts';
import type { JudgedLock } from '../verify.ts';
import type { ChangedMember } from './compare-content.ts';
import { requireFolder } from './verify.ts';

export interface ContentCheck {
  /** An absolute path. */
  readonly root: string;
  readonly only: readonly Glob[];
  readonly confined: boolean;
  readonly definitions: AvailableDefinitions;
  readonly settings: ThreadSettings;
  /** Where older versions of the members are; absent if changes are not compared. */
  readonly against?: Against | undefined;
  readonly onMember?: () => void;
}

export interface Against {
  /** The path as it was typed. */
  readonly given: string;
  /** An absolute path. */
  readonly root: string;
  /** How many differences of a file are named. */
  readonly most: number;
}

type NotJudged = Extract<FoundContent, { readonly kind: 'not judged' }>;

/** A member in the order of the questions. `notJudged` is set if the member is not examined, and says why. */
interface Turn {
  readonly pinned: PinnedContent;
  readonly notJudged: NotJudged | null;
}

export async function verifyContent(lock: JudgedLock, check: ContentCheck): Promise<ContentReport> {
  if (check.against !== undefined) requireFolder(check.against.given, check.against.root);
  const report = newContentReport(check.against?.root);
  const fingerprints: Candidate[] = [];
  const known = new Map<string, number | NotJudged>();
  const folder = withSeparator(check.root);
  const confine = check.confined ? exactRealPath(check.root) : null;
  for (const { fingerprintId: id, fingerprintVersion: version } of pinnedMembers(lock, check.only, null)) {
    const key = `${id}\0${version}`;
    if (known.has(key)) continue;
    const found = findVersion(id, version, check.definitions);
    known.set(key, 'kind' in found ? found : fingerprints.push(found) - 1);
  }
  const members = pinnedMembers(lock, check.only, report);
  const turns: Turn[] = [];
  const changed: ChangedMember[] = [];
  const next = (): WeightedQuestion<FileQuestion, FileAnswer> | undefined => {
    const pinned = members.next().value;
    if (pinned === undefined) return undefined;
    const which = known.get(`${pinned.fingerprintId}\0${pinned.fingerprintVersion}`) as number | NotJudged;
    const notJudged = pinned.contentHash === null ? NOTHING_PINNED : typeof which === 'number' ? null : which;
    turns.push({ pinned, notJudged });
    return questionFor(pinned, { folder, confine, which: notJudged === null ? (which as number) : null, fingerprints });
  };
  await askFingerprints({ fingerprints, at: 0, diagnose: false, isAlone: true }, check.settings, next, (answer) => {
    const { pinned, notJudged } = turns.shift() as Turn;
    const found = notJudged ?? foundFrom(answer);
    if (check.against !== undefined && isChanged(pinned, found)) changed.push({ pinned, found });
    else judgeContent(report, pinned, found);
    check.onMember?.();
  });
  if (check.against === undefined || changed.length === 0) return report;
  const versionOf = ({ fingerprintId, fingerprintVersion }: PinnedContent): number =>
    known.get(`${fingerprintId}\0${fingerprintVersion}`) as number;
  const { compareChanged } = await import('./compare-content.ts');
  await compareChanged(changed, { ...check, against: check.against, fingerprints, versionOf }, (member, compared) =>
    judgeContent(report, member.pinned, member.found, compared),
  );
  return report;
}

const NOTHING_PINNED: NotJudged = { kind: 'not judged', reason: 'NO_CONTENT_HASH', detail: 'the lock names no content hash' };

/** Yields the members that have a fingerprint. `report` counts the others. */
function* pinnedMembers(
  { members }: JudgedLock,
  only: readonly Glob[],
  report: ContentReport | null,
): Generator<PinnedContent, undefined, undefined> {
  for (let index = 0; index < members.count; index++) {
    const member = members.value(index);
    if (!isSelected(only, member['path'] as string)) continue;
    const pinned = pinnedContent(member);
    if (pinned !== null) yield pinned;
    else if (report !== null) report.withoutFingerprint++;
  }
  return undefined;
}

function findVersion(id: string, version: string, definitions: AvailableDefinitions): Candidate | NotJudged {
  const providers = providersOf(id, definitions);
  const found = providers.find((candidate) => candidate.version === version);
  if (found !== undefined) return found;
  if (providers.length > 0) {
    const versions = providers.map((candidate) => candidate.version).join(', ');
    return { kind: 'not judged', reason: 'OTHER_VERSION', detail: `expected version ${version}, found ${versions}` };
  }
  const blocked = definitions.blocked.find((one) => one.id === id);
  const detail = blocked === undefined ? 'no such fingerprint is available' : `${blocked.path} is ${blocked.kind}`;
  return { kind: 'not judged', reason: 'NO_DEFINITION', detail };
}

interface Asking {
  readonly folder: string;
  readonly confine: string | null;
  readonly which: number | null;
  readonly fingerprints: readonly Candidate[];
}

/** The file is parsed in the format of its fingerprint, whatever its name is. */
function questionFor(
  { path, size, bytesHash }: PinnedContent,
  { folder, confine, which, fingerprints }: Asking,
): WeightedQuestion<FileQuestion, FileAnswer> {
  const formats = which === null ? [] : [(fingerprints[which] as Candidate).format];
  const only = which === null ? [] : [which];
  const question: FileQuestion = { path: folder + path, formats, size: null, bytesHash, mustMatch: false, confine, only };
  return which === null ? { question, weight: 0, known: UNASKED } : { question, weight: size };
}

const UNASKED: FileAnswer = { kind: 'unread', error: 'it was not asked about', isMissing: false };

function foundFrom(answer: ThreadAnswer): FoundContent {
  switch (answer.kind) {
    case 'judged': {
      const { content_hash, reason } = parseJson(encodeUtf8(answer.fingerprint ?? '{}')) as JsonObject;
      const contentHash = typeof content_hash === 'string' ? content_hash : null;
      if (contentHash === null && answer.warnings !== undefined)
        return { kind: 'not judged', reason: 'NO_CONTENT_HASH', detail: answer.warnings.map(({ message }) => message).join('; ') };
      return { kind: 'judged', bytesHash: answer.bytesHash ?? '', contentHash, reason: typeof reason === 'string' ? reason : null };
    }
    case 'unparsed':
    case 'ended':
      return { kind: 'not judged', reason: 'PARSE_ERROR', detail: answer.error };
    case 'unread':
      return { kind: 'not judged', reason: 'IO_ERROR', detail: answer.error };
    case 'changed':
      return { kind: 'not judged', reason: 'IO_ERROR', detail: 'changed while it was read' };
    default:
      return answer satisfies never;
  }
}
