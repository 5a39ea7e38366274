/** The signatures on a document, and whether the policy is met: who has signed, and who could still sign. */
import { ColumnHeads } from './column-heads.tsx';
import type { PolicyDocument, SignatureDocument } from './verdict.ts';

const STATES: Readonly<Record<SignatureDocument['state'], readonly [string, string]>> = {
  trusted: ['OK', 'good, by somebody who is trusted'],
  unknown_signer: ['PARTIAL', 'good, by a key that nothing here names: it trusts nobody'],
  not_counted: ['PARTIAL', 'does not count'],
  unchecked: ['PARTIAL', 'not checked'],
  bad: ['FAILED', 'bad'],
};

const POLICY: Readonly<Record<PolicyDocument['state'], readonly [string, string]>> = {
  met: ['OK', 'is met'],
  not_met: ['FAILED', 'is not met'],
  no_rule: ['PARTIAL', 'says nothing on this kind of evidence'],
};

export function SignaturesList({ signatures }: { readonly signatures: readonly SignatureDocument[] }) {
  if (signatures.length === 0) return null;
  return (
    <table class="stacks">
      <caption>Signatures and timestamps</caption>
      <ColumnHeads of={['In', 'State', 'Who', 'When']} />
      <tbody>
        {signatures.map((signature, index) => (
          <tr key={index}>
            <th scope="row">
              {signature.path} ({signature.form})
            </th>
            <td data-label="State">
              <span class={STATES[signature.state][0]}>{STATES[signature.state][1]}</span>
              {signature.message !== null && signature.state !== 'unknown_signer' && ` (${signature.message})`}
            </td>
            <td data-label="Who">{whoOf(signature)}</td>
            <td data-label="When">{timesOf(signature)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PolicyView({ policy }: { readonly policy: PolicyDocument }) {
  const [outcome, words] = POLICY[policy.state];
  return (
    <section>
      <p>
        The policy {policy.path} <strong class={outcome}>{words}</strong>, for {policy.at}. Its digest is{' '}
        <span class="code">{policy.digest}</span>.
      </p>
      {policy.rules.length > 0 && (
        <table class="stacks">
          <caption>What the policy asks for</caption>
          <ColumnHeads of={['Rule', 'State', 'Who has signed', 'Who could still sign']} />
          <tbody>
            {policy.rules.map(({ require, met, counted, could_sign: could }, index) => (
              <tr key={index}>
                <th scope="row">{require}</th>
                <td data-label="State" class={met ? 'OK' : 'FAILED'}>
                  {met ? 'met' : 'not met'}
                </td>
                <td data-label="Who has signed">{counted.join(', ') || 'nobody who counts'}</td>
                <td data-label="Who could still sign">{met ? '' : could.join(', ') || 'nobody'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function whoOf({ signer, role }: SignatureDocument): string {
  if (signer === null) return 'not known';
  const { name, identity, fingerprint, algorithm } = signer;
  const who = [...new Set([name, identity, fingerprint])].filter((each) => each !== null).join(', ');
  return `${who || 'not known'}${algorithm === null ? '' : ` (${algorithm})`}${role === null ? '' : `, as ${role}`}`;
}

function timesOf({ claimed_time: claimed, trusted_time: trusted }: SignatureDocument): string {
  const texts = [
    ...(trusted === null ? [] : [`at ${trusted} at the latest, by a trusted authority`]),
    ...(claimed === null ? [] : [`claims ${claimed}`]),
  ];
  return texts.join('; ') || 'not stated';
}
