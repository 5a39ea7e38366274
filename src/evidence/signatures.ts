/**
 * How signatures and a policy enter the verdict on a document.
 *
 * A bad signature is always a failure. A good one by an unknown key changes nothing: it is reported, and trusts nobody. If something to
 * trust was named (`mustTrust`), at least one signature has to be trusted. A policy that is not met is a failure; one without a rule for
 * this kind leaves the verdict partial.
 *
 *     withSignatures(verdict, { signatures, policy: null, mustTrust: false })
 */
import { counted } from '#core/count-text';
import type { JudgedSignature, SignedBy } from '#sign/judged';
import { createVerdict, type Finding, type NotChecked, type Outcome, type Verdict, worstOutcome } from './verdict.ts';

export interface AddedSignatures extends SignedBy {
  /** A key, a list of signers or a root was named, or a signature: one has to be trusted. `signer`: and it must say who; a timestamp does not. */
  readonly mustTrust: boolean | 'signer';
  /** With a policy: the signatures as those judge them who were named besides. One of these has to be trusted, too. */
  readonly named?: readonly JudgedSignature[];
}

export function withSignatures(verdict: Verdict, added: AddedSignatures): Verdict {
  const { signatures, policy } = added;
  const signed = { ...verdict, signed: { signatures, policy } };
  if (verdict.outcome === 'REFUSED') return createVerdict(signed);
  const more = findingsIn(added);
  const not = notCheckedIn(added);
  const base = verdict.kind === 'file' ? judgedFile(verdict, added) : verdict;
  const left: Outcome = policy?.state === 'no_rule' ? 'PARTIAL' : 'OK';
  return createVerdict({
    ...signed,
    ...base,
    signed: signed.signed,
    outcome: worstOutcome([base.outcome, left, more.length > 0 ? 'FAILED' : 'OK']),
    findings: {
      count: base.findings.count + more.length,
      *[Symbol.iterator]() {
        yield* base.findings;
        yield* more;
      },
    },
    notChecked: [...base.notChecked, ...not],
  });
}

/** A file of no kind of its own is verified if somebody who is trusted has signed these bytes. */
function judgedFile(verdict: Verdict, added: AddedSignatures): Verdict {
  const { signatures, policy } = added;
  const isTrusted = policy === null ? signatures.some(({ state }) => state === 'trusted') : policy.state === 'met' && isByNamed(added);
  const isBad = signatures.some(({ state }) => state === 'bad');
  if (isBad || !isTrusted) return isBad ? { ...verdict, coverage: { ...verdict.coverage, failed: 1, skipped: 0 } } : verdict;
  return { ...verdict, outcome: 'OK', coverage: { ...verdict.coverage, verified: 1, skipped: 0 }, notChecked: [] };
}

/** Somebody was named who has to have signed. */
const NO_SIGNATURE: Finding = {
  code: 'NO_SIGNATURE',
  path: null,
  wanted: null,
  found: null,
  message: 'no signature was found, and one by those who are named was asked for',
  next_command: null,
};

/** The policy alone does not do: somebody else was named, too. */
const NOT_BY_NAMED: Finding = {
  ...NO_SIGNATURE,
  code: 'NOT_BY_NAMED',
  message: 'no signature is by those whom the options name, and the policy does not stand in for them',
};

/** Those who can be the ones that are named: a timestamp says when, not who. */
function countingIn({ signatures, mustTrust, named = signatures }: AddedSignatures): readonly JudgedSignature[] {
  return mustTrust === 'signer' ? named.filter(({ form }) => form !== 'timestamp') : named;
}

function isByNamed(added: AddedSignatures): boolean {
  return added.mustTrust === false || countingIn(added).some(({ state }) => state === 'trusted');
}

function findingsIn(added: AddedSignatures): readonly Finding[] {
  const { signatures, policy } = added;
  const isTrusted = isByNamed(added);
  const isMissing = !isTrusted && policy === null && countingIn(added).length === 0;
  const counts = ({ state }: JudgedSignature): boolean => state === 'bad' || (!isTrusted && policy === null);
  const faults = signatures.filter(counts).flatMap(({ finding }) => (finding === null ? [] : [finding]));
  const other = !isTrusted && policy !== null ? [NOT_BY_NAMED] : [];
  return [...(isMissing ? [NO_SIGNATURE] : []), ...other, ...faults, ...(policy?.findings ?? [])];
}

function notCheckedIn({ signatures, policy }: AddedSignatures): readonly NotChecked[] {
  const unchecked = signatures.filter(({ state }) => state === 'unchecked').length;
  return [
    ...(unchecked === 0
      ? []
      : [{ what: counted(unchecked, 'signature'), reason: 'no key is known to check it with; --key or --policy names one' }]),
    ...(signatures.some(needsCertificate) ? [REVOCATION] : []),
    ...(policy?.state === 'no_rule' ? [{ what: 'who has signed', reason: `${policy.path} has no rule for this kind of evidence` }] : []),
  ];
}

const REVOCATION: NotChecked = { what: 'whether a certificate was revoked', reason: 'lists of revoked certificates are not read' };

/** A time of an authority, or an identity that somebody vouches for. Certificates of Sigstore end after minutes, and are never revoked. */
function needsCertificate({ form, state, signer, trusted_time }: JudgedSignature): boolean {
  if (form === 'sigstore' || state === 'bad' || state === 'unchecked') return false;
  return trusted_time !== null || (state === 'trusted' && (signer?.identity ?? null) !== null);
}
