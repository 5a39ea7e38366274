/** What there is, newest first, with what could not be read: nothing is left out in silence. */

import { useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import { titleOfKind } from '#evidence/titles';
import type { KindName } from '#evidence/verdict';
import { VirtualRows } from '../views/virtual-rows.tsx';
import type { Entry, Evidence, Reason } from './api.ts';
import { TimeOf } from './time-of.tsx';

interface Props {
  readonly evidence: Evidence;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
  readonly onOpen: (path: string) => void;
}

export function EvidenceList({ evidence, isReading, onRefresh, onOpen }: Props) {
  const [kind, setKind] = useState('');
  const [month, setMonth] = useState('');
  const { entries, unknown } = evidence;
  const shown = entries.filter((entry) => (kind === '' || entry.kind === kind) && (month === '' || monthOf(entry) === month));
  return (
    <section class="listed" aria-label="Evidence">
      <h2>Evidence in {evidence.served}</h2>
      <p class="together">
        <Choice
          label="Kind"
          value={kind}
          onChange={setKind}
          counts={countsOf(entries, (entry) => entry.kind)}
          textOf={(name) => titleOfKind(name as KindName)}
        />
        <Choice label="Month" value={month} onChange={setMonth} counts={countsOf(entries, monthOf)} />
        <button type="button" id="refresh" onClick={onRefresh} disabled={isReading}>
          {isReading ? 'Reading…' : 'Look again'}
        </button>
      </p>
      <p role="status" id="listed">
        {counted(shown.length, 'document')} of {grouped(entries.length)}, newest first; not verified. {counted(unknown, 'other file')}{' '}
        there.
      </p>
      <VirtualRows
        label="Evidence, newest first"
        count={shown.length}
        columns={['Made', 'Kind', 'Path', 'Members', 'Tags and note', 'Id', 'Open']}
        widths={['11rem', '10rem', null, '6.5rem', '9.5rem', '8rem', '5rem']}
        row={(index) => cellsOf(shown[index] as Entry, onOpen)}
      />
      <Reasons title="could not be read" list={evidence.not_read} count={evidence.not_read_count} isAlert />
      <Reasons title="with members that are not searched" list={evidence.not_searched} count={evidence.not_searched_count} />
      <Reasons title="passed over" list={evidence.passed_over} count={evidence.passed_over_count} />
    </section>
  );
}

function cellsOf({ created, kind, path, members, tags, note, id }: Entry, onOpen: (path: string) => void) {
  return [
    <TimeOf created={created} />,
    titleOfKind(kind),
    <span title={path}>{path}</span>,
    members === null ? 'not read' : grouped(members),
    [...tags, ...(note === null ? [] : [note])].join(', '),
    <span class="code" title={id ?? ''}>
      {id ?? 'none'}
    </span>,
    <button type="button" aria-label={`Open ${path}`} onClick={() => onOpen(path)}>
      Open
    </button>,
  ];
}

function monthOf({ created }: Entry): string {
  return /^\d{4}-\d{2}/.exec(created ?? '')?.[0] ?? 'not stated';
}

function countsOf(entries: readonly Entry[], nameOf: (entry: Entry) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(nameOf(entry), (counts.get(nameOf(entry)) ?? 0) + 1);
  return counts;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly counts: ReadonlyMap<string, number>;
  readonly textOf?: (name: string) => string;
}

function Choice({ label, value, onChange, counts, textOf = (name) => name }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {[...counts].map(([name, count]) => (
          <option key={name} value={name}>
            {textOf(name)} ({count})
          </option>
        ))}
      </select>
    </label>
  );
}

const SHOWN = 200;

interface ReasonsProps {
  readonly title: string;
  readonly list: readonly Reason[];
  readonly count: number;
  readonly isAlert?: boolean;
}

function Reasons({ title, list, count, isAlert = false }: ReasonsProps) {
  if (count === 0) return null;
  return (
    <details open={isAlert}>
      <summary class={isAlert ? 'FAILED' : ''}>
        {grouped(count)} {title}
      </summary>
      <ul>
        {list.slice(0, SHOWN).map(({ path, reason }, index) => (
          <li key={index}>
            {path}: {reason}
          </li>
        ))}
        {count > SHOWN && <li>and {grouped(count - SHOWN)} more</li>}
      </ul>
    </details>
  );
}
