/**
 * Signatures and policies in words, for every form of report.
 *
 *     signatureText(signature)     alice as producer, trusted: ed25519 SHA256:bbXp…, claimed time 2026-01-15T10:30:00Z
 */
import type { JudgedPolicy, JudgedSignature, SignatureState, SignedBy } from '#sign/judged';

const STATES: Readonly<Record<SignatureState, string>> = {
  trusted: 'trusted',
  unknown_signer: 'a good signature by an unknown key, which trusts nobody',
  not_counted: 'does not count',
  unchecked: 'not checked',
  bad: 'BAD',
};

export function signatureText({ form, path, state, signer, role, claimed_time, trusted_time, finding }: JudgedSignature): string {
  const who = signer?.name ?? signer?.identity ?? (state === 'bad' || signer === null ? path : (signer.fingerprint ?? path));
  const key =
    (signer?.name ?? null) === null || (signer?.fingerprint ?? null) === null
      ? []
      : [`${signer?.algorithm ?? form} ${signer?.fingerprint}`];
  const time = trusted_time !== null ? [`at ${trusted_time} at the latest`] : claimed_time !== null ? [`claimed time ${claimed_time}`] : [];
  const reason = (state === 'not_counted' || state === 'bad') && finding !== null ? [finding.code] : [];
  const details = [...reason, ...key, ...time];
  return `${who}${role === null ? '' : ` as ${role}`}, ${STATES[state]}${details.length === 0 ? '' : `: ${details.join(', ')}`}`;
}

export function policyText({ path, state, rules }: JudgedPolicy): string {
  if (state === 'no_rule') return `${path} has no rule for this`;
  const parts = rules.map(
    ({ require, met, counted }) =>
      `${require} ${met ? 'met' : 'NOT met'}${counted.length === 0 ? '' : `${met ? ' by ' : ', signed by '}${counted.join(', ')}`}`,
  );
  return `${path}: ${parts.join('; ')}`;
}

/** At most so many lines; the others are counted. */
export function signedLines({ signatures, policy }: SignedBy, limit: number): readonly string[] {
  const more = signatures.length - limit;
  return [
    ...signatures.slice(0, limit).map((each) => `signed: ${signatureText(each)}`),
    ...(more > 0 ? [`signed: ${more} more; --json lists them all`] : []),
    ...(policy === null ? [] : [`policy: ${policyText(policy)}`]),
  ];
}
