/** The corridors of a deployment lock: which are active, who has agreed, and what each still waits for. */
import type { MemberTable } from '../../engine/messages.ts';
import type { Run } from '../engine.ts';
import type { VerdictDocument } from '../verdict.ts';
import { Answered } from './answered.tsx';

interface Corridor {
  readonly corridor_id: string;
  readonly activated: boolean;
  readonly blockers: readonly string[];
}

interface LockedCorridor {
  readonly corridor_id: string;
  readonly corridor_agreement_signers?: readonly string[];
}

export function CorridorsView({ verdict, run }: { readonly verdict: VerdictDocument; readonly run: Run }) {
  const { corridors = [] } = (verdict.report ?? {}) as { readonly corridors?: readonly Corridor[] };
  if (corridors.length === 0) return <p>The lock has no corridor.</p>;
  return (
    <Answered run={run} question={{ about: 'text', path: verdict.path }} read={signersIn}>
      {(signers) => (
        <table>
          <caption>Corridors, as they were derived again from the signed agreements</caption>
          <thead>
            <tr>
              <th scope="col">Corridor</th>
              <th scope="col">State</th>
              <th scope="col">Who has agreed</th>
              <th scope="col">What is missing</th>
            </tr>
          </thead>
          <tbody>
            {corridors.map(({ corridor_id: id, activated, blockers }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td class={activated ? 'OK' : 'PARTIAL'}>{activated ? 'active' : 'not active'}</td>
                <td class="code">{signers.get(id)?.join(', ') ?? 'not listed'}</td>
                <td class="code">{blockers.length === 0 ? 'nothing' : blockers.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answered>
  );
}

/** A lock in YAML is not read here. */
function signersIn(text: MemberTable | string): ReadonlyMap<string, readonly string[]> {
  try {
    const { corridors = [] } = JSON.parse(text as string) as { readonly corridors?: readonly LockedCorridor[] };
    return new Map(corridors.map(({ corridor_id: id, corridor_agreement_signers: signers = [] }) => [id, signers]));
  } catch {
    return new Map();
  }
}
