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
import { formatInstant } from '#core/time';
import { validityFault } from '#core/validity';
import type { JudgedPolicy, JudgedRule, JudgedSignature, SignatureFinding } from '../judged.ts';
import type { Policy, PolicyRule, PolicySigner } from './document.ts';
import { documentFault, type Fault, ruleFault, signerFault } from './faults.ts';
import { entriesOf, rulesFor, unitOf } from './lookup.ts';

export interface PolicyQuestion {
  /** The kind that a seal names, and the path as shown to the user. */
  readonly document: { readonly kind: string; readonly path: string };
  /** Timestamps over the document itself are none of them: they name nobody. */
  readonly signatures: readonly JudgedSignature[];
  /** A time at which the document itself existed for certain, by an authority of the policy; absent if there is none. */
  readonly existed?: string | null;
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

/** A signature by somebody whom the policy names. A key under two names gives two of these. */
interface Known {
  readonly index: number;
  readonly signature: JudgedSignature;
  readonly signer: PolicySigner;
  readonly fault: Fault | null;
}

export function judgePolicy(policy: Policy, question: PolicyQuestion): PolicyAnswer {
  const { document, signatures, at, source } = question;
  const own = rulesFor(policy, document.kind);
  const rules = policy.demanded === undefined ? own : [...own, policy.demanded];
  const known = signatures.flatMap((signature, index) =>
    knownAs(policy, signature).map((signer): Known => {
      return { index, signature, signer, fault: signerFault(signer, signature, { at, namespace: policy.namespace ?? null }) };
    }),
  );
  const byIndex = new Map<number, Known[]>();
  for (const each of known) byIndex.set(each.index, [...(byIndex.get(each.index) ?? []), each]);
  const judged = rules.map((rule) => judgeRule(rule, { policy, known, question }));
  const isMet = judged.every(({ rule }) => rule.met);
  // What is demanded besides is no rule of the policy: where it has none for this kind, nobody has said what is enough.
  const state = !isMet ? 'not_met' : own.length === 0 ? 'no_rule' : 'met';
  return {
    signatures: signatures.map((signature, index) => named(signature, byIndex.get(index) ?? [], { rules, at })),
    policy: {
      ...source,
      at: formatInstant(new Date(at)),
      state,
      rules: judged.map(({ rule }) => rule),
      findings: judged.flatMap(({ finding }) => (finding === null ? [] : [finding])),
    },
  };
}

/**
 * Only a signature that verifies can be by anybody, and only a root of the policy vouches for an identity. One signature is by one signer: where
 * its certificate fits several, or its key is named too, it counts for the first whose root vouched for it.
 */
function knownAs({ signers }: Policy, { state, signer, proves = [] }: JudgedSignature): readonly PolicySigner[] {
  if ((state !== 'unknown_signer' && state !== 'trusted') || signer === null) return [];
  const certified = proves.length === 0 ? [] : signers.filter(({ key, name }) => key === null && proves.includes(name));
  const fits = certified.length > 0 ? certified : signers.filter(({ key }) => key !== null && key.fingerprint === signer.fingerprint);
  const [first] = fits;
  return first === undefined ? [] : fits.filter((each) => unitOf(each) === unitOf(first));
}

/** The signature as the policy sees it. It is trusted if it counts for a rule, or if there is none. */
function named(
  signature: JudgedSignature,
  known: readonly Known[],
  { rules, at }: { readonly rules: readonly PolicyRule[]; readonly at: number },
): JudgedSignature {
  const [first] = known;
  if (first === undefined || signature.signer === null) return signature.state === 'trusted' ? ofNobody(signature) : signature;
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

/** Somebody else may trust it: the policy does not. */
function ofNobody(signature: JudgedSignature): JudgedSignature {
  const who = signature.signer?.identity ?? signature.signer?.fingerprint ?? null;
  const message = `${signature.path} is by a signer that the policy does not name${who === null ? '' : `: ${who}`}`;
  const finding = { code: 'UNKNOWN_SIGNER', path: null, wanted: null, found: who, message, next_command: null };
  return { ...signature, state: 'unknown_signer', finding };
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

interface JudgedRuleAndFinding {
  readonly rule: JudgedRule;
  readonly finding: SignatureFinding | null;
}

function judgeRule(rule: PolicyRule, { policy, known, question }: RuleContext): JudgedRuleAndFinding {
  const { at, existed = null } = question;
  if (rule.require.required === 0) return judgeDocument(rule, existed, question);
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

/** A rule that asks for no signature: what it says of times is about the document itself. */
function judgeDocument(rule: PolicyRule, existed: string | null, { at, document, source }: PolicyQuestion): JudgedRuleAndFinding {
  const fault = documentFault(rule, existed, at);
  const judged: JudgedRule = { require: rule.require.text, met: fault === null, counted: [], could_sign: [] };
  if (fault === null) return { rule: judged, finding: null };
  const message = `the policy asks for a time of ${document.path} that an authority vouches for: ${fault.reason}`;
  const next = `custody policy explain ${shellPath(source.path)}`;
  return { rule: judged, finding: { code: fault.code, path: null, wanted: null, found: existed, message, next_command: next } };
}

/** To sign is for a person to decide: the command is in the sentence, and never the one that is proposed. */
function missing(
  { require }: PolicyRule,
  judged: JudgedRule,
  able: readonly PolicySigner[],
  { document, source }: PolicyQuestion,
): SignatureFinding {
  const who = able.slice(0, MAX_NAMED).map(({ name, roles }) => {
    const fits = roles.filter((each) => require.names.includes(each)).join(', ');
    return roles.length === 0 ? name : `${name} (${fits || 'by name'})`;
  });
  const role = able.flatMap(({ roles }) => roles.filter((each) => require.names.includes(each)))[0];
  const [signed, list] = [judged.counted.join(', '), who.join(', ')];
  const more = able.length > MAX_NAMED ? ` and ${able.length - MAX_NAMED} more` : '';
  const message =
    `the policy asks for ${require.text}, and ${judged.counted.length === 0 ? 'no signature counts' : `only ${signed} signed`}; ` +
    (who.length === 0 ? 'nobody could still sign' : `could still sign: ${list}${more}, ${howToSign(document, able, role)}`);
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

/** Whoever is known by a certificate signs with the program that has it. */
function howToSign({ kind, path }: PolicyQuestion['document'], able: readonly PolicySigner[], role: string | undefined): string {
  if (able.every(({ key }) => key === null)) return 'each with a certificate of the root that the policy names';
  if (kind === 'model') return 'with a bundle that names all files: custody sign LOCK --format oms';
  return `with: custody sign ${shellPath(path)}${role === undefined ? '' : ` --role ${role}`}`;
}

const MAX_NAMED = 10;
