/** The reports in a pack, each as tables and text when it is opened. */

import { useState } from 'preact/hooks';
import { counted } from '#core/count-text';
import type { Run } from '../engine.ts';
import { parseShallow } from '../shallow-json.ts';
import { JsonView } from './json-view.tsx';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

interface Report {
  readonly path: string;
  readonly type: string;
  readonly version: string | null;
}

export function ReportsView({ path, run }: { readonly path: string; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'reports', path }} read={(answer) => parsed(answer) as readonly Report[]}>
      {(reports) =>
        reports.length === 0 ? (
          <p>The pack has no report.</p>
        ) : (
          <>
            <p>
              {counted(reports.length, 'report')}. What they say is what their tools wrote; the verdict above says whether they are the
              files that were sealed.
            </p>
            {reports.map((report) => (
              <ReportView key={report.path} pack={path} report={report} run={run} />
            ))}
          </>
        )
      }
    </WorkerAnswer>
  );
}

function ReportView({ pack, report, run }: { readonly pack: string; readonly report: Report; readonly run: Run }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {report.path} ({report.version ?? report.type})
      </summary>
      {isOpen && (
        <WorkerAnswer run={run} question={{ about: 'report', path: pack, member: report.path }} read={(answer) => answer as string}>
          {(text) => <ReportText text={text} />}
        </WorkerAnswer>
      )}
    </details>
  );
}

/** One report, as tables and as it is written. */
function ReportText({ text }: { readonly text: string }) {
  let value: Parameters<typeof JsonView>[0]['value'];
  try {
    value = parseShallow(text, asWritten as Reviver) as typeof value;
  } catch {
    return <pre>{text}</pre>;
  }
  return (
    <>
      <div class="wide" role="group" aria-label="The report as tables" tabIndex={0}>
        <JsonView value={value} />
      </div>
      <details>
        <summary>The text of the report</summary>
        <pre>{text}</pre>
      </details>
    </>
  );
}

type Reviver = Parameters<typeof JSON.parse>[1];

/** A number that JavaScript cannot hold is shown by its digits, where the browser gives them. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined && context.source !== String(value) ? context.source : value;
}
