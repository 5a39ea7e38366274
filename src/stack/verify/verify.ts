/**
 * The verdict on a lock: each of its claims is compared with the values derived from the files (S9). Digests are compared as digests, in any
 * notation; everything else must be equal.
 *
 *     judgeClaims(claimsOf(lock), answers, { isWhole: () => true, otherwise: '' })     { verified: […], findings: […], notChecked: […] }
 */
import type { JsonValue } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import type { CorridorVerdict } from '../corridor/activation.ts';
import { isSameValue } from '../diff/same-value.ts';
import { digestOfPin, readPin } from '../pin.ts';
import { isFilePinField, isPinField } from '../pin-fields.ts';
import { type Claim, claimKey } from './claims.ts';
import { type Finding, type FindingKind, sortFindings } from './findings.ts';

/** The answer of the evidence to one claim. */
export interface Answer extends Omit<Claim, 'value'> {
  readonly file: string | null;
  readonly result:
    | {
        readonly tag: 'found';
        readonly value: JsonValue;
        readonly alsoFits?: readonly JsonValue[];
        /** The result if the lock has no such claim; if absent, it depends on whether the answers are complete. */
        readonly absence?: 'fits' | 'differs';
        readonly reason?: string;
        /** Why the claim is not verified although it matches: what would prove it was not read (C7). */
        readonly unproven?: string;
      }
    /** The source of the claim contradicts it, even if the claim itself matches. */
    | { readonly tag: 'contradicted'; readonly expected: JsonValue; readonly actual: JsonValue; readonly reason: string }
    | { readonly tag: 'missing' | 'unreadable' | 'not_checked'; readonly reason: string };
}

export interface Verified extends Omit<Claim, 'value'> {
  readonly file: string | null;
}

export interface NotChecked extends Omit<Claim, 'value'> {
  readonly reason: string;
}

export interface Judged {
  readonly verified: readonly Verified[];
  readonly findings: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
}

export interface Completeness {
  /** True if the answers for this entry are complete: a claim without an answer is MISSING, an answer without a claim is UNPINNED. */
  readonly isWhole: (entry: Pick<Claim, 'section' | 'id'>) => boolean;
  /** Why a claim has no answer, if the answers are incomplete. */
  readonly otherwise: string;
}

/** The answers derived from a tree or a store. */
export interface Derived extends Completeness {
  readonly answers: readonly Answer[];
  /** Findings on files that belong to no claim. */
  readonly strays: readonly Finding[];
  /** Facts that matter but that the lock does not claim. */
  readonly notLookedUp: readonly NotChecked[];
  /** Verdicts by corridor, at the time of the lock; corridors with missing files are left out. */
  readonly verdicts: ReadonlyMap<string, CorridorVerdict>;
  readonly judgeAt: (at: number) => ReadonlyMap<string, CorridorVerdict>;
  /** Why the lock cannot be judged, if no finding on a claim explains it. */
  readonly obstacle: Refusal | null;
}

/** Claims that are accepted as written: not a finding, but never verified either. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['generated_at', 'the time of locking cannot be checked'],
  ['content_sha256', 'the digest of a folder is not defined without collisions'],
]);

/** Whether a claim with this field is never verified: nothing can prove it. */
export function isTakenAsWritten(field: string): boolean {
  return TAKEN.has(field);
}

export function judgeClaims(claims: readonly Claim[], answers: readonly Answer[], completeness: Completeness): Judged {
  const byKey = new Map(answers.map((answer) => [claimKey(answer), answer]));
  const keys = claims.map(claimKey);
  const verified: Verified[] = [];
  const findings: Finding[] = [];
  const notChecked: NotChecked[] = [];
  for (const [index, claim] of claims.entries()) {
    const answer = byKey.get(keys[index] as string);
    const reason = reasonNotToCheck(claim, answer, completeness);
    if (reason !== null) {
      notChecked.push({ ...named(claim), reason });
      continue;
    }
    const finding = findingOn(claim, answer);
    if (finding !== null) findings.push(finding);
    else if (answer?.result.tag === 'found' && answer.result.unproven !== undefined)
      notChecked.push({ ...named(claim), reason: answer.result.unproven });
    else verified.push({ ...named(claim), file: answer?.file ?? null });
  }
  const claimed = new Set(keys);
  const unclaimed = [...byKey].flatMap(([key, answer]) => (claimed.has(key) ? [] : unpinned(answer, completeness)));
  return { verified, findings: sortFindings([...findings, ...unclaimed]), notChecked };
}

function named({ section, id, field }: Omit<Claim, 'value'>): Omit<Claim, 'value'> {
  return { section, id, field };
}

function reasonNotToCheck(claim: Claim, answer: Answer | undefined, { isWhole, otherwise }: Completeness): string | null {
  const { field, section } = claim;
  const taken = TAKEN.get(field);
  if (taken !== undefined) return taken;
  if (answer?.result.tag === 'not_checked') return answer.result.reason;
  if (answer !== undefined) return null;
  if (!isWhole(claim)) return otherwise;
  return isKnown(section, field) ? null : 'not known here';
}

const KNOWN: Readonly<Record<Claim['section'], RegExp>> = {
  document: /^(?:stack_spec_version|zone_id|profile\.profile_id|profile\.version)$/,
  modules: /^(?:order|version|variant|params|module_manifest_sha256|provides)$/,
  lawpacks: /^(?:order|lawpack_(?:digest_sha256|lock_path|lock_sha256|artifact_path)|as_of_date)$/,
  overlays: /^(?:order|patches\[\d+\]|patches_sha256\[\d+\])$/,
  corridors:
    /^(?:order|trust_anchors_sha256|key_rotation_sha256|corridor_(?:manifest_sha256|definition_vc_sha256|definition_signers|activated|activation_blockers|agreement_(?:vc_sha256\[\d+\]|signers|set_sha256|payload_sha256_by_path\..*)))$/s,
};

function isKnown(section: Claim['section'], field: string): boolean {
  return KNOWN[section].test(field);
}

function findingOn(claim: Claim, answer: Answer | undefined): Finding | null {
  const expected = digestIfPin(claim, claim.value);
  const found = { ...named(claim), file: answer?.file ?? null, expected };
  if (answer === undefined) return { kind: 'MISSING', ...found, actual: null, reason: 'nothing leads to it' };
  const { result } = answer;
  if (result.tag === 'contradicted') return { kind: 'CHANGED', ...found, ...evidenceOf(result) };
  if (result.tag !== 'found') return { kind: KIND_OF[result.tag], ...found, actual: null, reason: result.reason };
  const fits = [result.value, ...(result.alsoFits ?? [])];
  if (fits.some((value) => isSameValue(expected, digestIfPin(claim, value)))) return null;
  const kind = isFilePinField(claim.field) ? 'CHANGED' : 'DIFFERS';
  return { kind, ...found, actual: digestIfPin(claim, result.value), reason: result.reason ?? null };
}

function evidenceOf({
  expected,
  actual,
  reason,
}: Omit<Extract<Answer['result'], { tag: 'contradicted' }>, 'tag'>): Pick<Finding, 'expected' | 'actual' | 'reason'> {
  return { expected, actual, reason };
}

const KIND_OF: Readonly<Record<'missing' | 'unreadable' | 'not_checked', FindingKind>> = {
  missing: 'MISSING',
  unreadable: 'UNREADABLE',
  not_checked: 'UNREADABLE',
};

/** Reduces a reference to its digest, which alone is compared. */
function digestIfPin({ field }: Pick<Claim, 'field'>, value: JsonValue): JsonValue {
  const pin = isPinField(field) ? readPin(value) : null;
  return pin === null ? value : digestOfPin(pin);
}

function unpinned({ result, file, ...claim }: Answer, { isWhole }: Completeness): readonly Finding[] {
  if (result.tag !== 'found' || isLeftOut(claim.field, result.value)) return [];
  if ((result.absence ?? (isWhole(claim) ? 'differs' : 'fits')) === 'fits') return [];
  return [{ kind: 'UNPINNED', ...named(claim), file, expected: null, actual: digestIfPin(claim, result.value), reason: null }];
}

/** The original leaves out the blockers if there are none. */
function isLeftOut(field: string, value: JsonValue): boolean {
  return field === 'corridor_activation_blockers' && Array.isArray(value) && value.length === 0;
}
