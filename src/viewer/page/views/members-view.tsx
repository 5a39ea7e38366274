/** All members: a table of any length, and a map by size. */

import { useMemo, useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import { type MemberState, type MemberTable, NOT_CHECKED, VERIFIED } from '../../engine/members.ts';
import type { Run } from '../engine.ts';
import { sizeText } from '../size-text.ts';
import type { VerdictDocument } from '../verdict.ts';
import { MemberMap } from './member-map.tsx';
import { arranged, type Order, textAt } from './member-rows.ts';
import { STATE_TEXTS, STATES } from './member-states.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { WorkerAnswer } from './worker-answer.tsx';

export function MembersView({ verdict, run }: { readonly verdict: VerdictDocument; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'members', path: verdict.path }} read={(table) => table as MemberTable}>
      {(members) => (
        <>
          {verdict.coverage.verified > 0 && !members.states.includes(VERIFIED) && (
            <p>
              {grouped(verdict.coverage.verified)} of them are verified. The verdict does not say which, so none is shown as verified here.
            </p>
          )}
          <MemberTableView members={members} />
          <MemberMap cells={members.cells} isSized={members.sizes.some((size) => size >= 0)} />
        </>
      )}
    </WorkerAnswer>
  );
}

function MemberTableView({ members }: { readonly members: MemberTable }) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('path');
  const shown = useMemo(() => arranged(members, filter, order), [members, filter, order]);
  return (
    <section>
      <p>
        <label>
          Only paths with <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>{' '}
        <label>
          sorted by{' '}
          <select value={order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
            <option value="path">path</option>
            <option value="size">size, largest first</option>
            <option value="state">state, failed first</option>
          </select>
        </label>{' '}
        <span role="status">{counted(shown.length, 'member')}</span>
      </p>
      <VirtualRows
        label="Members"
        count={shown.length}
        columns={['State', 'Path', 'Size', 'Digest']}
        widths={['8rem', null, '7rem', '30%']}
        row={(at) => {
          const index = shown[at] as number;
          const state = (members.states[index] ?? NOT_CHECKED) as MemberState;
          const size = members.sizes[index] as number;
          return [
            <span class={STATES[state]}>{STATE_TEXTS[state]}</span>,
            textAt(members.paths, index),
            size < 0 ? 'not known' : sizeText(size),
            <span class="code">{textAt(members.digests, index)}</span>,
          ];
        }}
      />
    </section>
  );
}
