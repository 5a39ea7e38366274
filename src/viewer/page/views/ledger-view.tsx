/** The runs of a ledger: a time line, and a table of all of them. */

import { counted, grouped } from '#core/count-text';
import type { Run } from '../engine.ts';
import { useOwnWidth } from './own-width.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

/** Time, tool, outcome and exit code, as the record states them. */
type LedgerRun = readonly [string, string, string, string];

interface Runs {
  readonly lines: number;
  readonly records: number;
  /** The first ones, if there are very many. */
  readonly runs: readonly LedgerRun[];
}

const HEIGHT = 72;
const MARKS = 480;

export function LedgerView({ path, run }: { readonly path: string; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'runs', path }} read={(answer) => parsed(answer) as Runs}>
      {({ lines, records, runs }) => (
        <>
          <p>
            {counted(records, 'run')}
            {records < lines && ` in ${counted(lines, 'line')}, of which the others are no records`}; the verdict above says whether the
            chain of their ids is unbroken.
          </p>
          {runs.length < records && <p>The first {grouped(runs.length)} are shown.</p>}
          <TimeLine times={runs.map(([time]) => Date.parse(time)).filter((time) => !Number.isNaN(time))} />
          <VirtualRows label="Runs" count={runs.length} columns={['Time', 'Tool', 'Outcome', 'Exit']} row={(index) => runs[index] ?? []} />
        </>
      )}
    </WorkerAnswer>
  );
}

/** Runs of one moment share a mark; its height says how many they are. */
function TimeLine({ times }: { readonly times: readonly number[] }) {
  const { ref, width } = useOwnWidth();
  if (times.length === 0) return null;
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const counts = new Map<number, number>();
  for (const time of times) {
    const mark = last === first ? 0 : Math.floor(((time - first) / (last - first)) * (MARKS - 1));
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return (
    <div ref={ref}>
      <svg
        class="time-line"
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Runs from ${dateText(first)} to ${dateText(last)}; the table below lists them`}
      >
        <line x1={0} y1={48} x2={width} y2={48} />
        {[...counts].map(([mark, count]) => {
          const height = 8 + (36 * count) / most;
          return <rect key={mark} x={(mark * (width - 4)) / (MARKS - 1)} y={48 - height} width={3} height={height} />;
        })}
        <text x={0} y={66}>
          {dateText(first)}
        </text>
        <text x={width} y={66} text-anchor="end">
          {dateText(last)}
        </text>
      </svg>
    </div>
  );
}

function dateText(time: number): string {
  return new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace('T', ' ');
}
