/** Why a signature does not count: for its signer, or for one rule. */
import { parseInstant } from '#core/time';
import { instantText, type Validity, validityFault, validityText } from '#core/validity';
import type { JudgedSignature } from '../judged.ts';
import { DEFAULT_NAMESPACE } from '../ssh/judge.ts';
import { matchesPatternList } from '../ssh/patterns.ts';
import type { PolicyRule, PolicySigner } from './document.ts';

export interface Fault {
  readonly code: string;
  readonly reason: string;
}

/** What a policy is judged for. */
export interface JudgedFor {
  /** In milliseconds. */
  readonly at: number;
  /** What SSH signatures have to be for besides; null for no wish. */
  readonly namespace: string | null;
}

export function signerFault(signer: PolicySigner, signature: JudgedSignature, { at, namespace }: JudgedFor): Fault | null {
  const { name, roles, valid } = signer;
  const { role, claimed_time, trusted_time } = signature;
  const claimed = instantOf(claimed_time);
  const trusted = instantOf(trusted_time);
  if (role !== null && roles.length > 0 && !roles.includes(role))
    return { code: 'ROLE_NOT_HELD', reason: `${name} signs as ${role}, which is no role of theirs` };
  if (claimed !== null && claimed > at + CLOCKS)
    return { code: 'SIGNED_LATER', reason: `it claims to be made at ${claimed_time}, after the time that is judged` };
  if (trusted !== null && trusted > at + CLOCKS)
    return { code: 'SIGNED_LATER', reason: `it was made at ${trusted_time}, after the time that is judged` };
  return (
    outside(valid, [trusted ?? at, claimed], `${name} may sign`, 'SIGNER_NOT_VALID') ??
    namespaceFault(signer, signature.namespace, namespace)
  );
}

/** A signature that is no SSH signature is over a file, and for nothing else. */
function namespaceFault({ name, namespaces }: PolicySigner, found: string | undefined, wished: string | null): Fault | null {
  const is = found ?? DEFAULT_NAMESPACE;
  if (!matchesPatternList(is, namespaces ?? DEFAULT_NAMESPACE)) {
    const code = found === undefined ? 'SIGNER_NOT_ALLOWED' : 'OTHER_NAMESPACE';
    return { code, reason: `it is for ${is}, and ${name} signs for ${namespaces ?? DEFAULT_NAMESPACE} only` };
  }
  if (found === undefined || wished === null || found === wished) return null;
  return { code: 'OTHER_NAMESPACE', reason: `it is for ${found}, and ${wished} was asked for` };
}

/** How far clocks may differ, in milliseconds. */
const CLOCKS = 300_000;

function outside(period: Validity, instants: readonly (number | null)[], what: string, code: string): Fault | null {
  const wrong = instants.find((instant) => instant !== null && validityFault(period, instant) !== null) ?? null;
  return wrong === null ? null : { code, reason: `${what} ${validityText(period)}, and this is of ${instantText(wrong)}` };
}

export function ruleFault(rule: PolicyRule, { signer, claimed_time, trusted_time }: JudgedSignature, at: number): Fault | null {
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

/** The same for a document of which no signature is asked: what a rule says of times is about when it existed. */
export function documentFault({ timestamp, maxAge, made }: PolicyRule, existed: string | null, at: number): Fault | null {
  const time = instantOf(existed);
  if (time === null) {
    const needsTime = timestamp || maxAge !== null || made.from !== null || made.until !== null;
    return needsTime ? { code: 'NO_TRUSTED_TIME', reason: 'it has no timestamp by an authority that the policy names' } : null;
  }
  if (maxAge !== null && at - time > maxAge) return { code: 'TOO_OLD', reason: `it is of ${instantText(time)}, which is too long ago` };
  return outside(made, [time], 'it counts if it was made', 'OUTSIDE_PERIOD');
}
