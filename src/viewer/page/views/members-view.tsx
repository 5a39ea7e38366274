/** All members: a table of any length, and a map by size. */
import { useMemo, useState } from 'preact/hooks';
import type { MemberTable } from '../../engine/messages.ts';
import type { Run } from '../engine.ts';
import { countText, sizeText } from '../text.ts';
import type { VerdictDocument } from '../verdict.ts';
import { Answered } from './answered.tsx';
import { MemberMap } from './member-map.tsx';
import { type Members, STATE_TEXTS, STATES, withStates } from './member-states.ts';
import { VirtualRows } from './virtual-rows.tsx';

export function MembersView({ verdict, run }: { readonly verdict: VerdictDocument; readonly run: Run }) {
  return (
    <Answered run={run} question={{ about: 'members', path: verdict.path }} read={(table) => withStates(table as MemberTable, verdict)}>
      {(members) => (
        <>
          <MemberTableView members={members} />
          <MemberMap members={members} />
        </>
      )}
    </Answered>
  );
}

type Order = 'path' | 'size' | 'state';

function MemberTableView({ members }: { readonly members: Members }) {
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
        <span role="status">{countText(shown.length, 'member')}</span>
      </p>
      <VirtualRows
        label="Members"
        count={shown.length}
        columns={['State', 'Path', 'Size', 'Digest']}
        row={(at) => {
          const index = shown[at] as number;
          const state = members.states[index] as 0 | 1 | 2;
          const size = members.sizes[index] as number;
          return [
            <span class={STATES[state]}>{STATE_TEXTS[state]}</span>,
            members.paths[index] as string,
            size < 0 ? 'not known' : sizeText(size),
            <span class="code">{members.digests[index]}</span>,
          ];
        }}
      />
    </section>
  );
}

const RANK = [2, 0, 1];

function arranged({ paths, sizes, states }: Members, filter: string, order: Order): Uint32Array {
  const found = new Uint32Array(paths.length);
  let count = 0;
  for (let index = 0; index < paths.length; index++) if (filter === '' || paths[index]?.includes(filter)) found[count++] = index;
  const shown = found.subarray(0, count);
  if (order === 'size') shown.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  if (order === 'state') shown.sort((a, b) => (RANK[states[a] as number] as number) - (RANK[states[b] as number] as number) || a - b);
  return shown;
}
