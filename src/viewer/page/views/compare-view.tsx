/** Two locks side by side: what was added, removed, changed and moved. */

import { useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import type { Run } from '../engine.ts';
import { sizeText } from '../size-text.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

interface Entry {
  readonly path: string;
  readonly size: number | null;
}

export interface Difference {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly { readonly path: string; readonly old: Contents; readonly new: Contents }[];
  readonly moved: readonly { readonly from: string; readonly to: string; readonly size: number | null }[];
  readonly unchanged: number;
  readonly skipped: { readonly added: readonly string[]; readonly changed: readonly string[]; readonly removed: readonly string[] };
  readonly metadata: readonly { readonly field: string }[];
}

interface Contents {
  readonly size: number | null;
}

interface Props {
  readonly path: string;
  readonly others: readonly string[];
  readonly run: Run;
}

export function CompareView({ path, others, run }: Props) {
  const [old, setOld] = useState(others[0] as string);
  return (
    <>
      <p>
        <label>
          Compared with{' '}
          <select value={old} onChange={(event) => setOld(event.currentTarget.value)}>
            {others.map((other) => (
              <option key={other} value={other}>
                {other}
              </option>
            ))}
          </select>
        </label>
      </p>
      <WorkerAnswer run={run} question={{ about: 'diff', old, path }} read={(answer) => parsed(answer) as Difference}>
        {(difference) => <DifferenceRows difference={difference} before={`In ${old}`} now="In this lock" />}
      </WorkerAnswer>
    </>
  );
}

interface RowsProps {
  readonly difference: Difference;
  /** What the two are called; the one that was chosen to compare with need not be the older. */
  readonly before?: string;
  readonly now?: string;
}

export function DifferenceRows({ difference, before = 'In the first lock', now = 'In the second lock' }: RowsProps) {
  const { added, removed, changed, moved, unchanged, skipped, metadata } = difference;
  const rows = [
    ...changed.map(({ path, old, new: fresh }) => ['changed', path, path, `${sizeOf(old.size)}, now ${sizeOf(fresh.size)}`]),
    ...moved.map(({ from, to, size }) => ['moved', from, to, sizeOf(size)]),
    ...removed.map(({ path, size }) => ['removed', path, '', sizeOf(size)]),
    ...added.map(({ path, size }) => ['added', '', path, sizeOf(size)]),
  ];
  return (
    <>
      <p role="status">
        {counted(changed.length, 'member')} changed, {grouped(moved.length)} moved, {grouped(removed.length)} removed,{' '}
        {grouped(added.length)} added, {grouped(unchanged)} unchanged
      </p>
      {[...skipped.added, ...skipped.changed, ...skipped.removed].length > 0 && (
        <p>
          Of the paths that were left out, {grouped(skipped.added.length)} are new, {grouped(skipped.changed.length)} are left out for
          another reason, and {grouped(skipped.removed.length)} are not left out any more.
        </p>
      )}
      {metadata.length > 0 && <p>Also different: {metadata.map(({ field }) => field).join(', ')}.</p>}
      {rows.length > 0 && (
        <VirtualRows
          label="Differences"
          count={rows.length}
          columns={['What', before, now, 'Size']}
          widths={['6rem', null, null, '11rem']}
          row={(index) => rows[index] ?? []}
        />
      )}
    </>
  );
}

function sizeOf(size: number | null): string {
  return size === null ? 'not known' : sizeText(size);
}
