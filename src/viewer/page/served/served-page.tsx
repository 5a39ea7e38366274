/** The page of a server: what there is, a search, a comparison, and the verifier for what is opened. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { App } from '../app.tsx';
import { askEvidence, askFiles, type Evidence, type OpenedFiles, type Reason } from './api.ts';
import { ComparePart } from './compare-part.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { useNewestQuestion } from './newest-question.ts';
import { SearchPart } from './search-part.tsx';

const LEAD =
  'Evidence as a server shows it, read-only. Nothing of it is verified until you open it: then this browser verifies it. This page asks only the server that it came from.';
const NO_FILES: OpenedFiles = { files: [], leftOut: [], leftOutCount: 0 };

export function ServedPage() {
  const [evidence, ask] = useNewestQuestion<Evidence>();
  const [opening, open] = useNewestQuestion<OpenedFiles>();
  const [shown, setShown] = useState({ number: 0, path: '', opened: NO_FILES });
  const known = useRef<Evidence | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => void ask(askEvidence(false)), []);
  useEffect(() => {
    if (shown.number > 0) heading.current?.focus();
  }, [shown.number]);
  if (evidence.is === 'answered') known.current = evidence.value;
  const openEntry = (path: string): void =>
    void open(askFiles(path)).then((opened) => opened !== null && setShown(({ number }) => ({ number: number + 1, path, opened })));

  const top = (
    <>
      {evidence.is === 'failed' && <p role="alert">The list could not be read: {evidence.message}</p>}
      {known.current === null ? (
        <p role="status">Reading…</p>
      ) : (
        <>
          <EvidenceList
            evidence={known.current}
            isReading={evidence.is === 'waiting'}
            onRefresh={() => void ask(askEvidence(true))}
            onOpen={openEntry}
          />
          <SearchPart onOpen={openEntry} />
          <ComparePart entries={known.current.entries} />
        </>
      )}
      <h2 id="opened" tabIndex={-1} ref={heading}>
        {shown.number === 0 ? 'Verify' : `Opened: ${shown.path}`}
      </h2>
      <p role="status">{opening.is === 'waiting' ? 'Opening…' : ''}</p>
      {opening.is === 'failed' && <p role="alert">It could not be opened: {opening.message}</p>}
      {shown.number > 0 && <LeftOut list={shown.opened.leftOut} count={shown.opened.leftOutCount} />}
    </>
  );
  return (
    <App
      turn={shown.number}
      embedded={{ evidence: shown.opened.files, trusted: [] }}
      lead={LEAD}
      top={top}
      isStarted={shown.opened.files.length > 0}
    />
  );
}

function LeftOut({ list, count }: { readonly list: readonly Reason[]; readonly count: number }) {
  if (count === 0) return null;
  return (
    <details open>
      <summary>{count} of its files were not given to this page, and are not verified</summary>
      <ul>
        {list.slice(0, 50).map(({ path, reason }) => (
          <li key={path}>
            {path}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
