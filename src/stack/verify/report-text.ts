/**
 * Writes the verdict of `stack verify` as text:
 *
 *     stack verify: STACK_DRIFT  stack.lock
 *       zone org.example.zone.one, locked 2026-01-15T00:00:00Z
 *       - CHANGED modules org.example.reg.aml module_manifest_sha256: modules/reg/aml/module.yaml
 *           expected: bc64dc5d…
 *           actual:   0b6f2a83…
 *       corridor org.example.corridor.swift: active
 *       31 claims: 29 verified, 1 drifted, 1 not checked
 *       not checked: generated_at (the time of locking cannot be checked)
 */

import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { TextStyle } from '#core/text-style';
import type { Finding } from './findings.ts';
import { type CorridorState, countsOf, type StackVerdict, verifyOutcome } from './report.ts';
import type { NotChecked } from './verify.ts';

export function* reportLines(verdict: StackVerdict, style: TextStyle): Generator<string> {
  const { show, good, bad } = style;
  const { judged, corridors, at, required } = verdict;
  const outcome = verifyOutcome(verdict);
  yield `stack verify: ${outcome === 'STACK_OK' ? good(outcome) : bad(outcome)}  ${show(verdict.lock)}`;
  yield `  zone ${show(verdict.zoneId)}, locked ${show(verdict.generatedAt)}`;
  for (const finding of judged.findings) yield* findingLines(finding, show);
  for (const state of corridors) yield stateLine(state, style);
  if (at !== null) {
    yield `  at ${show(at.time)}:`;
    for (const state of at.corridors) yield `  ${stateLine(state, style)}`;
  }
  if (required !== null) yield* requiredLines(required, judged.findings, style);
  const { claims, verified, drifted, notChecked, beside } = countsOf(verdict);
  yield `  ${claims} claims: ${verified} verified, ${drifted} drifted, ${notChecked} not checked${beside === 0 ? '' : `; ${beside} beside them`}`;
  yield* notCheckedLines([...judged.notChecked, ...verdict.notLookedUp], show);
}

function* findingLines({ kind, section, id, field, file, expected, actual, reason }: Finding, show: TextStyle['show']): Generator<string> {
  const claim = [section, id, field].filter((part) => part !== null).join(' ');
  yield `  - ${kind} ${show(claim)}${file === null ? '' : `: ${show(file)}`}`;
  if (expected !== null) yield `      expected: ${show(textOf(expected))}`;
  if (actual !== null) yield `      actual:   ${show(textOf(actual))}`;
  if (reason !== null) yield `      ${show(reason)}`;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : formatSpine(value);
}

function stateLine({ corridorId, activated, blockers, lockedActivated }: CorridorState, { show, good, warn }: TextStyle): string {
  const differs = activated === lockedActivated ? '' : `, locked as ${stateText(lockedActivated)}`;
  const reasons = blockers.length === 0 ? '' : ` — ${show(blockers.join(', '))}`;
  const text = stateText(activated);
  return `  corridor ${show(corridorId)}: ${activated === false ? warn(text) : good(text)}${differs}${reasons}`;
}

export function stateText(activated: boolean | null): string {
  if (activated === null) return 'without agreements';
  return activated ? 'active' : 'not active';
}

/** At the requested time, which may differ from that of the lock. */
function* requiredLines(
  { time, corridors }: NonNullable<StackVerdict['required']>,
  findings: readonly Finding[],
  { show, good, warn }: TextStyle,
): Generator<string> {
  const inactive = new Set(findings.filter(({ kind }) => kind === 'INACTIVE').map(({ id }) => id));
  const active = corridors.filter((id) => !inactive.has(id));
  if (active.length > 0) yield `  required at ${show(time)}: ${good('active')} — ${show(active.join(', '))}`;
  const others = corridors.filter((id) => inactive.has(id)).join(', ') || 'there is no corridor';
  if (inactive.size > 0) yield `  required at ${show(time)}: ${warn('not active')} — ${show(others)}`;
}

/** One line for each reason, even if it applies to many claims. */
function* notCheckedLines(notChecked: readonly NotChecked[], show: TextStyle['show']): Generator<string> {
  const byReason = new Map<string, string[]>();
  for (const { id, field, reason } of notChecked) {
    const claims = byReason.get(reason) ?? [];
    claims.push(id === null ? field : `${id} ${field}`);
    byReason.set(reason, claims);
  }
  for (const [reason, claims] of byReason) {
    const more = claims.length > MAX_NAMED ? ` and ${claims.length - MAX_NAMED} more` : '';
    yield `  not checked: ${show(claims.slice(0, MAX_NAMED).join(', '))}${more} (${show(reason)})`;
  }
}

const MAX_NAMED = 3;
