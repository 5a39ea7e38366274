/**
 * Judges the signatures on one document by a policy: who signed is named, what does not count is said, and so is what is missing.
 *
 *     judgePolicy(policy, { document, signatures, at: Date.parse('2026-01-15T10:30:00Z') }).policy.state     'not_met'
 *
 * Without a trusted time, a signer has to be valid when the policy is judged: the time that a signer claims proves nothing. A claim can
 * only make a signature older, and never one that is outside of a period one that is inside.
 */
import { shellPath } from '#core/shell-words';
import { judgeThreshold, type PartyInRole } from '#core/threshold';
import { formatInstant, parseInstant } from '#core/time';
import { instantText, type Validity, validityFault, validityText } from '#core/validity';
import type { JudgedPolicy, JudgedRule, JudgedSignature, SignatureFinding } from '../judged.ts';
import { entriesOf, type Policy, type PolicyRule, type PolicySigner, rulesFor, unitOf } from './document.ts';

export interface PolicyQuestion {
  /** The kind that a seal names, and the path as shown to the user. */
  readonly document: { readonly kind: string; readonly path: string };
  readonly signatures: readonly JudgedSignature[];
  /** In milliseconds. */
  readonly at: number;
  /** The name and the digest of the policy, for the verdict. */
  readonly source: { readonly path: string; readonly digest: string };
}

export interface PolicyAnswer {
  /** As they were, but for name, state and finding. */
  readonly signatures: readonly JudgedSignature[];
  readonly policy: JudgedPolicy;
}

/** Why a signature does not count. */
interface Fault {
  readonly code: string;
  readonly reason: string;
}

/** A signature by somebody whom the policy names. A key under two names gives two of these. */
interface Known {
  readonly index: number;
  readonly signature: JudgedSignature;
  readonly signer: PolicySigner;
  readonly fault: Fault | null;
}

export function judgePolicy(policy: Policy, question: PolicyQuestion): PolicyAnswer {
  const { document, signatures, at, source } = question;
  const rules = rulesFor(policy, document.kind);
  const known = signatures.flatMap((signature, index) =>
    knownAs(policy, signature).map((signer): Known => {
      return { index, signature, signer, fault: signerFault(signer, signature, at) };
    }),
  );
  const judged = rules.map((rule) => judgeRule(rule, { policy, known, question }));
  const state = rules.length === 0 ? 'no_rule' : judged.every(({ rule }) => rule.met) ? 'met' : 'not_met';
  return {
    signatures: signatures.map((signature, index) =>
      named(
        signature,
        known.filter((each) => each.index === index),
        { rules, at },
      ),
    ),
    policy: {
      ...source,
      at: formatInstant(new Date(at)),
      state,
      rules: judged.map(({ rule }) => rule),
      findings: judged.flatMap(({ finding }) => (finding === null ? [] : [finding])),
    },
  };
}

/** Only a signature that verifies can be by anybody. */
function knownAs({ signers }: Policy, { state, signer }: JudgedSignature): readonly PolicySigner[] {
  if ((state !== 'unknown_signer' && state !== 'trusted') || signer === null) return [];
  return signers.filter(({ key, identity }) => {
    if (key !== null) return signer.identity === null && key.fingerprint === signer.fingerprint;
    // Only a root that was brought to the check can vouch for an identity.
    return (
      state === 'trusted' &&
      identity !== null &&
      signer.identity === identity.identity &&
      (identity.issuer === null || identity.issuer === signer.issuer)
    );
  });
}

function signerFault(
  { name, roles, valid }: PolicySigner,
  { role, claimed_time, trusted_time }: JudgedSignature,
  at: number,
): Fault | null {
  const claimed = instantOf(claimed_time);
  const trusted = instantOf(trusted_time);
  if (role !== null && !roles.includes(role))
    return { code: 'ROLE_NOT_HELD', reason: `${name} signs as ${role}, which is no role of theirs` };
  if (claimed !== null && claimed > at + CLOCKS)
    return { code: 'SIGNED_LATER', reason: `it claims to be made at ${claimed_time}, after the time that is judged` };
  if (trusted !== null && trusted > at + CLOCKS)
    return { code: 'SIGNED_LATER', reason: `it was made at ${trusted_time}, after the time that is judged` };
  return outside(valid, [trusted ?? at, claimed], `${name} may sign`, 'SIGNER_NOT_VALID');
}

/** How far clocks may differ, in milliseconds. */
const CLOCKS = 300_000;

function outside(period: Validity, instants: readonly (number | null)[], what: string, code: string): Fault | null {
  const wrong = instants.find((instant) => instant !== null && validityFault(period, instant) !== null) ?? null;
  return wrong === null ? null : { code, reason: `${what} ${validityText(period)}, and this is of ${instantText(wrong)}` };
}

function ruleFault(rule: PolicyRule, { signer, claimed_time, trusted_time }: JudgedSignature, at: number): Fault | null {
  const { algorithms, timestamp, maxAge, made } = rule;
  const times = [instantOf(claimed_time), instantOf(trusted_time)];
  const earliest = Math.min(...times.flatMap((time) => (time === null ? [] : [time])));
  if (algorithms !== null && !algorithms.includes(signer?.algorithm ?? ''))
    return { code: 'ALGORITHM_NOT_ALLOWED', reason: `${signer?.algorithm ?? 'its algorithm'} is none of ${algorithms.join(', ')}` };
  if (timestamp && trusted_time === null)
    return { code: 'NO_TRUSTED_TIME', reason: 'it has no timestamp by an authority that the policy names' };
  const needsTime = maxAge !== null || made.from !== null || made.until !== null;
  if (needsTime && earliest === Number.POSITIVE_INFINITY) return { code: 'NO_TIME', reason: 'it does not say when it was made' };
  if (maxAge !== null && at - earliest > maxAge)
    return { code: 'TOO_OLD', reason: `it is of ${instantText(earliest)}, which is too long ago` };
  return outside(made, times, 'it counts if it was made', 'OUTSIDE_PERIOD');
}

function instantOf(text: string | null): number | null {
  return text === null ? null : parseInstant(text);
}

/** The signature as the policy sees it. It is trusted if it counts for a rule, or if there is none. */
function named(
  signature: JudgedSignature,
  known: readonly Known[],
  { rules, at }: { readonly rules: readonly PolicyRule[]; readonly at: number },
): JudgedSignature {
  const [first] = known;
  if (first === undefined || signature.signer === null) return signature;
  const signer = { ...signature.signer, name: [...new Set(known.map((each) => each.signer.name))].join(', ') };
  const faults = known.map(({ fault, signer: by }) => {
    if (fault !== null) return fault;
    const open = rules.filter((rule) => rule.require.required > 0);
    const tried = open.map(
      (rule) => ruleFault(rule, signature, at) ?? (entriesOf(by, rule, signature.role).length > 0 ? null : notAsked(by, signature, rule)),
    );
    return open.length === 0 || tried.includes(null) ? null : (tried[0] as Fault);
  });
  if (faults.includes(null)) return { ...signature, signer, state: 'trusted', finding: null };
  const { code, reason } = faults[0] as Fault;
  const message = `the signature of ${signer.name} in ${signature.path} does not count: ${reason}`;
  return {
    ...signature,
    signer,
    state: 'not_counted',
    finding: { code, path: null, wanted: null, found: null, message, next_command: null },
  };
}

function notAsked({ roles, name }: PolicySigner, { role }: JudgedSignature, { require }: PolicyRule): Fault {
  return {
    code: 'ROLE_NOT_ASKED',
    reason: `${role === null ? `${name} (${roles.join(', ')})` : role} is none of ${require.names.join(', ')}`,
  };
}

interface RuleContext {
  readonly policy: Policy;
  readonly known: readonly Known[];
  readonly question: PolicyQuestion;
}

function judgeRule(
  rule: PolicyRule,
  { policy, known, question }: RuleContext,
): { readonly rule: JudgedRule; readonly finding: SignatureFinding | null } {
  const { at } = question;
  const counting = known.filter(({ signature, fault }) => fault === null && ruleFault(rule, signature, at) === null);
  const parties = counting.flatMap(({ signer, signature }) =>
    entriesOf(signer, rule, signature.role).map((role): PartyInRole => ({ id: unitOf(signer), role, counts: true })),
  );
  const { counted, isMet } = judgeThreshold({ required: rule.require.required, roles: rule.require.names, differ: rule.differ }, parties);
  const isCounted = (signer: PolicySigner): boolean => counted.has(unitOf(signer));
  const names = (signers: readonly PolicySigner[]): readonly string[] => [...new Set(signers.map(({ name }) => name))];
  const able = policy.signers.filter(
    (signer) => !isCounted(signer) && entriesOf(signer, rule, null).length > 0 && validityFault(signer.valid, at) === null,
  );
  const judged: JudgedRule = {
    require: rule.require.text,
    met: isMet,
    counted: names(
      counting
        .filter(({ signer, signature }) => isCounted(signer) && entriesOf(signer, rule, signature.role).length > 0)
        .map(({ signer }) => signer),
    ),
    could_sign: isMet ? [] : names(able),
  };
  return { rule: judged, finding: isMet ? null : missing(rule, judged, able, question) };
}

/** To sign is for a person to decide: the command is in the sentence, and never the one that is proposed. */
function missing(
  { require }: PolicyRule,
  judged: JudgedRule,
  able: readonly PolicySigner[],
  { document, source }: PolicyQuestion,
): SignatureFinding {
  const who = able.map(
    (signer) => `${signer.name} (${signer.roles.filter((role) => require.names.includes(role)).join(', ') || 'by name'})`,
  );
  const role = able.flatMap(({ roles }) => roles.filter((each) => require.names.includes(each)))[0];
  const command = `custody sign ${shellPath(document.path)}${role === undefined ? '' : ` --role ${role}`}`;
  const [signed, list] = [judged.counted.join(', '), who.slice(0, MAX_NAMED).join(', ')];
  const more = who.length > MAX_NAMED ? ` and ${who.length - MAX_NAMED} more` : '';
  const message =
    `the policy asks for ${require.text}, and ${judged.counted.length === 0 ? 'no signature counts' : `only ${signed} signed`}; ` +
    (who.length === 0 ? 'nobody could still sign' : `could still sign: ${list}${more}, with: ${command}`);
  const next = `custody policy explain ${shellPath(source.path)}`;
  return {
    code: 'MISSING_SIGNATURE',
    path: null,
    wanted: require.text,
    found: signed === '' ? 'nobody' : signed,
    message,
    next_command: next,
  };
}

const MAX_NAMED = 10;
