/** One verdict: what was judged, how much of it, what is wrong, what was not checked; then its views, each made when it is opened. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import { nounOf, titleOfKind } from '#evidence/titles';
import { CoverageBar } from './coverage-bar.tsx';
import type { Run } from './engine.ts';
import type { Identity } from './expected-id.ts';
import { FindingList } from './finding-list.tsx';
import { HasId } from './identity-view.tsx';
import { PolicyView, SignaturesList } from './signatures-list.tsx';
import type { VerdictDocument } from './verdict.ts';
import { AboutView } from './views/about-view.tsx';
import { CompareView } from './views/compare-view.tsx';
import { CorridorsView } from './views/corridors-view.tsx';
import { GraphView } from './views/graph-view.tsx';
import { LedgerView } from './views/ledger-view.tsx';
import { MembersView } from './views/members-view.tsx';
import { ReportsView } from './views/reports-view.tsx';

interface Props {
  readonly verdict: VerdictDocument;
  /** The number of all findings; the verdict may have fewer of them, if there are very many. */
  readonly findingCount: number;
  readonly run: Run;
  readonly identity: Identity;
  /** The paths of all locks, for comparing two of them. */
  readonly locks: readonly string[];
}

export function VerdictView({ verdict, findingCount, run, locks, identity }: Props) {
  const { kind, path, id, digest, outcome, coverage, findings, not_checked: notChecked, root, policy = null, signatures = [] } = verdict;
  const isReadable = outcome !== 'REFUSED';
  const others = locks.filter((lock) => lock !== path);
  return (
    <article>
      <h2>
        <span class={`tag ${outcome}`}>{outcome}</span> {path === '.' ? 'what you gave' : path}
      </h2>
      <HasId identity={identity} verdict={verdict} />
      <p>
        {kind === null ? 'Not recognised as evidence' : sentence(titleOfKind(kind))}: {grouped(coverage.verified)} of{' '}
        {counted(coverage.expected, nounOf(kind))} verified
        {root !== null && `, in the folder ${root.path}`}
      </p>
      {kind !== null && <CoverageBar coverage={coverage} />}
      <dl>
        <dt>Id that it states</dt>
        <dd class="code">{id ?? 'none'}</dd>
        <dt>SHA-256 of its bytes</dt>
        <dd class="code">{digest ?? 'not read'}</dd>
      </dl>
      <FindingList findings={findings} count={findingCount} />
      {policy !== null && <PolicyView policy={policy} />}
      <SignaturesList signatures={signatures} />
      {notChecked.length > 0 && (
        <>
          <h3>Not checked</h3>
          <ul>
            {notChecked.map(({ what, reason }) => (
              <li key={what}>
                {what}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {isReadable && (
        <>
          <Opened title="What it says">{() => <AboutView path={path} run={run} />}</Opened>
          {coverage.expected > 0 && <Opened title="Members">{() => <MembersView verdict={verdict} run={run} />}</Opened>}
          {(kind === 'pack' || kind === 'pack-archive') && <Opened title="Reports">{() => <ReportsView path={path} run={run} />}</Opened>}
          {kind === 'stack-lock' && <Opened title="Corridors">{() => <CorridorsView path={path} run={run} />}</Opened>}
          {kind === 'ledger' && <Opened title="Runs over time">{() => <LedgerView path={path} run={run} />}</Opened>}
          {kind === 'lock' && others.length > 0 && (
            <Opened title="Compare with another lock">{() => <CompareView path={path} others={others} run={run} />}</Opened>
          )}
          <Opened title="What refers to it">{() => <GraphView path={path} run={run} signatures={signatures} />}</Opened>
        </>
      )}
    </article>
  );
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A part of the page that is made when it is first opened: the page does no work that it does not show. */
function Opened({ title, children }: { readonly title: string; readonly children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
