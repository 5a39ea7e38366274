/**
 * Questions about evidence that was judged, for the views of the page; each is answered by the operation of a command.
 *
 *     await answerTo({ about: 'show', path: 'd.lock.json' }, verdicts)        as `custody show --json`
 */

import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { withRegularFile } from '#disk/read/regular-file';
import { findEvidence } from '#evidence/ops/find';
import { showEvidence } from '#evidence/ops/show/show';
import { kindOps } from '#evidence/ops/table';
import { whyEvidence } from '#evidence/ops/why/why';
import { questionOf } from '#evidence/why/question';
import { version } from '#installation/paths';
import { diffDocument, diffLocks } from '#lock/diff';
import { openLock } from '#lock/ops/open';
import { type JudgedLock, requireUntampered } from '#lock/verify';
import { explainStack } from '#stack/ops/explain';
import { readLockFile } from '#stack/ops/lock-file';
import { explainDocument } from '#stack/verify/explain';
import { verdictOn } from './judge.ts';
import { memberTable } from './member-table.ts';
import type { MemberTable } from './members.ts';
import type { Question } from './messages.ts';
import { ASKED, placeOf } from './page-options.ts';
import { reportsOf, reportText } from './reports.ts';
import { runsIn } from './runs.ts';

export async function answerTo(question: Question): Promise<MemberTable | string> {
  switch (question.about) {
    case 'members':
      return membersOf(question.path);
    case 'show':
      return formatSpine({ ...(await showEvidence(placeOf(question.path), ASKED)) } as unknown as JsonObject);
    case 'why':
      return formatSpine({ ...(await whyOf(question.path)) } as unknown as JsonObject);
    case 'diff':
      return formatSpine(
        diffDocument(diffLocks(lockAt(question.old), lockAt(question.path)), { old: question.old, new: question.path }, version),
      );
    case 'runs':
      return runsIn(placeOf(question.path));
    case 'reports':
      return formatSpine(reportsOf(placeOf(question.path)));
    case 'report':
      return reportText(placeOf(question.path), question.member);
    case 'corridors':
      return formatSpine(await explainedAt(question.path));
    default:
      return question satisfies never;
  }
}

async function membersOf(path: string): Promise<MemberTable> {
  const { found } = await findEvidence(placeOf(path), { depth: null });
  const [first] = found;
  if (first === undefined || first.kind === null) return memberTable([], null);
  const { describe } = await kindOps(first.kind);
  const { members } = await describe(first.place, ASKED);
  return memberTable(members, verdictOn(path));
}

function whyOf(path: string): ReturnType<typeof whyEvidence> {
  const question = questionOf(path);
  if (typeof question === 'string') throw new Error(question);
  const ledger = placeOf('no-ledger');
  return whyEvidence({ asked: path, question, place: placeOf(path) }, { places: [placeOf('.')], depth: null, ledger, asked: ASKED });
}

async function explainedAt(path: string): Promise<JsonObject> {
  const { path: given } = placeOf(path);
  const lock = withRegularFile(given, { follow: true }, (file) => readLockFile(file.read().source, path));
  const none = { root: null, zone: null, store: null, corridor: null, at: null };
  return explainDocument(await explainStack({ ...none, lock, given, cwd: '/', prefix: 'msez' }));
}

/** Refuses a lock whose own hash is wrong: it is not compared. */
function lockAt(path: string): JudgedLock {
  const place = placeOf(path);
  const lock = openLock(path, (read) => withRegularFile(place.path, { follow: true }, (file) => read(file.read().source)));
  return requireUntampered(path, lock);
}
