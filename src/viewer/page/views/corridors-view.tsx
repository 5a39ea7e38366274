/** The corridors of a deployment lock, as `custody stack explain` reports them: which are active, who has agreed, and who has not. */

import { ColumnHeads } from '../column-heads.tsx';
import type { Run } from '../engine.ts';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

interface Party {
  readonly id: string;
  readonly role: string;
  readonly name: string | null;
  readonly has_signed: boolean;
  readonly commitment: string | null;
  readonly counts: boolean;
  readonly blockers: readonly string[];
}

interface Corridor {
  readonly corridor_id: string;
  /** Null where no agreement is configured, or its files cannot be judged. */
  readonly activated: boolean | null;
  readonly not_judged: string | null;
  readonly blockers: readonly { readonly blocker: string; readonly reasons: readonly string[] }[];
  readonly parties: readonly Party[];
  readonly thresholds: readonly {
    readonly role: string;
    readonly signed: number;
    readonly required: number;
    readonly participants: number;
    readonly is_met: boolean;
  }[];
}

interface Explained {
  readonly judged_at: string;
  readonly corridors: readonly Corridor[];
}

export function CorridorsView({ path, run }: { readonly path: string; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'corridors', path }} read={(answer) => parsed(answer) as Explained}>
      {({ judged_at: at, corridors }) => (
        <>
          {corridors.length === 0 && <p>The lock has no corridor.</p>}
          {corridors.map((corridor) => (
            <CorridorView key={corridor.corridor_id} corridor={corridor} at={at} />
          ))}
        </>
      )}
    </WorkerAnswer>
  );
}

function CorridorView({ corridor, at }: { readonly corridor: Corridor; readonly at: string }) {
  const { corridor_id: id, activated, not_judged: reason, blockers, parties, thresholds } = corridor;
  const [state, words] =
    activated === null
      ? ['PARTIAL', reason === null ? 'has no agreement' : `not judged: ${reason}`]
      : activated
        ? ['OK', 'active']
        : ['PARTIAL', 'not active'];
  return (
    <section>
      <h3>
        {id}: <span class={state}>{words}</span>
      </h3>
      {parties.length > 0 && (
        <table class="stacks">
          <caption>Who has agreed and who has not, derived again from the signed agreements, for {at}</caption>
          <ColumnHeads of={['Party', 'Role', 'Agreed', 'Why not']} />
          <tbody>
            {parties.map((party) => (
              <tr key={`${party.id} ${party.role}`}>
                <th scope="row">
                  {party.name ?? 'no name'} <span class="code">{party.id}</span>
                </th>
                <td data-label="Role">{party.role}</td>
                <td data-label="Agreed" class={party.counts ? 'OK' : 'PARTIAL'}>
                  {agreedText(party)}
                </td>
                <td data-label="Why not">{party.blockers.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {thresholds.length > 0 && (
        <ul>
          {thresholds.map(({ role, signed, required, participants, is_met: isMet }) => (
            <li key={role}>
              {role}: {signed} of {required} needed have agreed, of {participants} participants:{' '}
              <span class={isMet ? 'OK' : 'PARTIAL'}>{isMet ? 'enough' : 'not enough'}</span>
            </li>
          ))}
        </ul>
      )}
      {blockers.length > 0 && (
        <>
          <h4>What is missing</h4>
          <ul>
            {blockers.map(({ blocker, reasons }) => (
              <li key={blocker}>
                <span class="code">{blocker}</span>: {reasons.join('; ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function agreedText({ counts, has_signed: hasSigned, commitment }: Party): string {
  if (counts) return `yes: ${commitment ?? 'signed'}`;
  return hasSigned ? `no: signed, ${commitment ?? 'without a commitment'}` : 'no: has not signed';
}
