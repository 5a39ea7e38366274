/** A search for a path, a tag or a note, or for the beginning of a digest, in all documents and their members. */

import { useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import { sizeText } from '../size-text.ts';
import { VirtualRows } from '../views/virtual-rows.tsx';
import { askSearch, type Found, type Hit } from './api.ts';
import { useNewestQuestion } from './newest-question.ts';
import { TimeOf } from './time-of.tsx';

export function SearchPart({ onOpen }: { readonly onOpen: (path: string) => void }) {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [found, ask] = useNewestQuestion<Found>();
  const search = async (from: number, asked: string): Promise<void> => {
    const answer = await ask(askSearch(asked, from));
    if (answer !== null) setHits((before) => [...(from === 0 ? [] : before), ...answer.hits]);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() !== '') void search(0, text.trim());
  };
  return (
    <section class="listed" aria-label="Search">
      <h2>Search</h2>
      <form onSubmit={submit} role="search">
        <p>
          <label for="search">Part of a path, or the first 6 or more digits of a digest</label>
          <input
            id="search"
            class="long"
            type="search"
            maxLength={1000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit">Search</button>
        </p>
      </form>
      {found.is === 'waiting' && <p role="status">Searching…</p>}
      {found.is === 'failed' && <p role="alert">{found.message}</p>}
      {found.is === 'answered' && (
        <Hits found={found.value} hits={hits} onOpen={onOpen} onMore={() => void search(hits.length, found.value.text)} />
      )}
    </section>
  );
}

interface HitsProps {
  readonly found: Found;
  readonly hits: readonly Hit[];
  readonly onOpen: (path: string) => void;
  readonly onMore: () => void;
}

function Hits({ found, hits, onOpen, onMore }: HitsProps) {
  const { text, by, total, not_read: notRead, not_searched_count: notSearched } = found;
  return (
    <>
      <p role="status" id="found">
        {counted(total, 'hit')} for “{text}” by {by}; not verified. The letter case of a path counts.
        {notRead > 0 && ` ${counted(notRead, 'document')} could not be read.`}
        {notSearched > 0 && ` The members of ${counted(notSearched, 'document')} are not searched.`}
      </p>
      {hits.length > 0 && (
        <VirtualRows
          label={`Hits for ${text}`}
          count={hits.length}
          columns={['Made', 'Document', 'Found as', 'Member', 'Size', 'Digest', 'Open']}
          widths={['11rem', '18%', '7rem', null, '6rem', '14%', '5rem']}
          row={(index) => cellsOf(hits[index] as Hit, onOpen)}
        />
      )}
      {hits.length < total && (
        <button type="button" onClick={onMore}>
          More of {grouped(total)} hits
        </button>
      )}
    </>
  );
}

function cellsOf({ created, path, as, member, size, digest }: Hit, onOpen: (path: string) => void) {
  return [
    <TimeOf created={created} />,
    <span title={path}>{path}</span>,
    as,
    <span title={member ?? ''}>{member ?? ''}</span>,
    size === null ? '' : sizeText(size),
    <span class="code" title={digest ?? ''}>
      {digest ?? ''}
    </span>,
    <button type="button" aria-label={`Open ${path}`} onClick={() => onOpen(path)}>
      Open
    </button>,
  ];
}
