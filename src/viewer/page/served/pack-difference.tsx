/** `pack.diff.v0`: the members of two packs, the outcomes of their reports, and the locks in them. */
import { counted, grouped } from '#core/count-text';
import { type Difference, DifferenceRows } from '../views/compare-view.tsx';
import { VirtualRows } from '../views/virtual-rows.tsx';

export interface PackDifference {
  readonly version: 'pack.diff.v0';
  readonly added: readonly { readonly path: string }[];
  readonly removed: readonly { readonly path: string }[];
  readonly changed: readonly { readonly path: string }[];
  readonly retyped: readonly { readonly path: string; readonly a_type: string; readonly b_type: string }[];
  readonly unchanged: number;
  readonly shifts: readonly { readonly path: string; readonly tool: string; readonly from: string; readonly to: string }[];
  readonly locks: readonly { readonly path: string; readonly diff: Difference | null; readonly reason?: string }[];
}

export function PackDifferenceView({ difference }: { readonly difference: PackDifference }) {
  const { added, removed, changed, retyped, unchanged, shifts, locks } = difference;
  const rows = [
    ...shifts.map(({ path, tool, from, to }) => ['report', path, `${tool}: ${from}, now ${to}`]),
    ...changed.map(({ path }) => ['changed', path, '']),
    ...retyped.map(({ path, a_type: from, b_type: to }) => ['another type', path, `${from}, now ${to}`]),
    ...removed.map(({ path }) => ['removed', path, '']),
    ...added.map(({ path }) => ['added', path, '']),
  ];
  return (
    <>
      <p role="status">
        {counted(changed.length, 'member')} changed, {grouped(removed.length)} removed, {grouped(added.length)} added, {grouped(unchanged)}{' '}
        unchanged; {counted(shifts.length, 'report')} with another outcome
      </p>
      {rows.length > 0 && (
        <VirtualRows
          label="Differences of the packs"
          count={rows.length}
          columns={['What', 'Member', 'How']}
          row={(index) => rows[index] ?? []}
        />
      )}
      {locks.map(({ path, diff, reason }) => (
        <section key={path} aria-label={`The lock ${path}`}>
          <h3>The lock {path}</h3>
          {diff === null ? <p>Not compared: {reason}</p> : <DifferenceRows difference={diff} />}
        </section>
      ))}
    </>
  );
}
