/**
 * Writes as text why a corridor is active or not:
 *
 *     stack explain: STACK_OK  stack.lock, judged at 2026-01-15T00:00:00Z
 *       corridor org.example.corridor.swift: not active
 *         blocked by role:zone_authority:1/2
 *             1 of 2 needed have signed
 *         party did:key:z6Mk… (Zone A), zone_authority: signed, agree
 *         role zone_authority: 1 of 2 needed, 2 participants — not met
 *         ok proof did:key:z6Mk… in corridors/swift/a.vc.json: valid MsezEd25519Signature2025 of 2026-01-01T00:00:00Z
 *         -- revocation in corridors/swift/key-rotation.yaml: whether a key was revoked was not looked up (method: http)
 */
import type { TextStyle } from '#core/text-style';
import type { PartyVerdict, ThresholdVerdict } from '../corridor/activation.ts';
import type { CorridorCheck } from '../corridor/check.ts';
import { blockersOf, type ExplainedCorridor, type Explanation, explainOutcome } from './explain.ts';
import { stateText } from './report-text.ts';

export function* explainLines(explanation: Explanation, style: TextStyle): Generator<string> {
  const { show, good, bad } = style;
  const outcome = explainOutcome(explanation);
  yield `stack explain: ${outcome === 'STACK_OK' ? good(outcome) : bad(outcome)}  ${show(explanation.lock)}, judged at ${show(explanation.judgedAt)}`;
  for (const corridor of explanation.corridors) yield* corridorLines(corridor, style);
}

function* corridorLines(
  { corridorId, lockedActivated, verdict, notJudged, findings }: ExplainedCorridor,
  style: TextStyle,
): Generator<string> {
  const { show, bad, good, warn } = style;
  const activated = verdict?.entry.corridor_activated ?? null;
  const state = verdict === null ? bad('cannot be judged') : (activated === false ? warn : good)(stateText(activated));
  const differs = verdict === null || activated === lockedActivated ? '' : `, locked as ${stateText(lockedActivated)}`;
  yield `  corridor ${show(corridorId)}: ${state}${differs}`;
  for (const { kind, field, file, reason } of findings)
    yield `    ${bad(kind)} ${show([field, file, reason].filter((part) => part !== null).join(' — '))}`;
  if (notJudged !== null) yield `    ${show(notJudged)}`;
  if (verdict === null) return;
  for (const { blocker, reasons } of blockersOf(verdict)) {
    yield `    blocked by ${show(blocker)}`;
    for (const reason of reasons) yield `        ${show(reason)}`;
  }
  for (const party of verdict.parties) yield `    ${show(partyText(party))}`;
  for (const threshold of verdict.thresholds) yield `    ${show(thresholdText(threshold))}`;
  for (const check of verdict.checks) yield `    ${show(checkText(check))}`;
}

function partyText({ id, role, name, hasSigned, commitment, counts }: PartyVerdict): string {
  const who = name === null ? id : `${id} (${name})`;
  const done = hasSigned ? `signed, ${commitment ?? 'no commitment'}` : `has not signed${commitment === null ? '' : `, ${commitment}`}`;
  return `party ${who}, ${role}: ${done}${counts ? '' : ', does not count'}`;
}

function thresholdText({ role, signed, required, participants, of, isMet }: ThresholdVerdict): string {
  const wanted = of === null || of === participants ? '' : `, ${of} expected`;
  return `role ${role}: ${signed} of ${required} needed, ${participants} participants${wanted} — ${isMet ? 'met' : 'not met'}`;
}

const MARKS: Readonly<Record<CorridorCheck['verdict'], string>> = { pass: 'ok', fail: '!!', not_checked: '--' };

function checkText({ kind, verdict, file, subject, words }: CorridorCheck): string {
  const about = [kind, subject].filter((part) => part !== null).join(' ');
  return `${MARKS[verdict]} ${about}${file === null ? '' : ` in ${file}`}: ${words}`;
}
