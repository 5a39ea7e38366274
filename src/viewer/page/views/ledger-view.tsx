/** The runs of a ledger: a time line, and a table of all of them. */

import { counted } from '#core/count-text';
import type { MemberTable } from '../../engine/members.ts';
import type { Run } from '../engine.ts';
import { parseShallow } from '../shallow-json.ts';
import { useOwnWidth } from './own-width.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { WorkerAnswer } from './worker-answer.tsx';

interface LedgerRun {
  readonly tool: string;
  readonly outcome: string;
  readonly ts: string;
  readonly exit_code: number;
}

const HEIGHT = 72;
const MARKS = 480;

export function LedgerView({ path, run }: { readonly path: string; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'text', path }} read={runsIn}>
      {(runs) => (
        <>
          <p>{counted(runs.length, 'run')}; the verdict above says whether the chain of their ids is unbroken.</p>
          <TimeLine runs={runs} />
          <VirtualRows
            label="Runs"
            count={runs.length}
            columns={['Time', 'Tool', 'Outcome', 'Exit']}
            row={(index) => {
              const { ts, tool, outcome, exit_code: exit } = runs[index] as LedgerRun;
              return [ts, tool, outcome, exit];
            }}
          />
        </>
      )}
    </WorkerAnswer>
  );
}

/** Lines that are no record are the verdict's business. */
function runsIn(text: MemberTable | string): readonly LedgerRun[] {
  return (text as string).split('\n').flatMap((line) => {
    try {
      const { tool, outcome, ts, exit_code } = parseShallow(line) as Readonly<Record<keyof LedgerRun, unknown>>;
      return typeof ts === 'string' ? [{ tool: textOf(tool), outcome: textOf(outcome), ts, exit_code: Number(exit_code) }] : [];
    } catch {
      return [];
    }
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Runs of one moment share a mark; its height says how many they are. */
function TimeLine({ runs }: { readonly runs: readonly LedgerRun[] }) {
  const { ref, width } = useOwnWidth();
  const times = runs.map(({ ts }) => Date.parse(ts)).filter((time) => !Number.isNaN(time));
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
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
