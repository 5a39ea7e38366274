/** Two locks or two packs side by side, such as those of two months. */
import { useState } from 'preact/hooks';
import { titleOfKind } from '#evidence/titles';
import type { KindName } from '#evidence/verdict';
import { type Difference, DifferenceRows } from '../views/compare-view.tsx';
import { askDiff, type Entry } from './api.ts';
import { useNewestQuestion } from './newest-question.ts';
import { type PackDifference, PackDifferenceView } from './pack-difference.tsx';

const COMPARABLE: ReadonlySet<KindName> = new Set(['lock', 'pack', 'pack-archive']);
/** More choices are slow to open. */
const MOST = 2000;

type Compared = (Difference & { readonly version: 'lock-diff.v0' }) | PackDifference;

export function ComparePart({ entries }: { readonly entries: readonly Entry[] }) {
  const choices = entries.filter(({ kind }) => COMPARABLE.has(kind));
  const [sides, setSides] = useState<{ readonly old: string; readonly now: string }>({ old: '', now: '' });
  const [compared, ask] = useNewestQuestion<Compared>();
  /** What was asked: the choice may be another one by now. */
  const [asked, setAsked] = useState({ old: '', now: '' });
  const now = sides.now || (choices[0]?.path ?? '');
  const isLock = choices.find(({ path }) => path === now)?.kind === 'lock';
  const others = choices.filter(({ path, kind }) => path !== now && (kind === 'lock') === isLock);
  const old = others.some(({ path }) => path === sides.old) ? sides.old : (others[0]?.path ?? '');
  if (choices.length < 2) return null;
  const submit = (event: Event): void => {
    event.preventDefault();
    setAsked({ old, now });
    void ask(askDiff(old, now) as Promise<Compared>);
  };
  return (
    <section aria-label="Compare">
      <h2>Compare two</h2>
      <form onSubmit={submit}>
        <p>
          <Side label="Since" id="old" value={old} entries={others} onChange={(path) => setSides({ ...sides, old: path })} />
          <Side label="In" id="new" value={now} entries={choices} onChange={(path) => setSides({ old: '', now: path })} />
          <button type="submit" id="compare" disabled={old === ''}>
            Compare
          </button>
        </p>
      </form>
      {choices.length > MOST && <p>Only the newest {MOST} can be chosen here.</p>}
      {compared.is === 'waiting' && <p role="status">Comparing…</p>}
      {compared.is === 'failed' && <p role="alert">They were not compared: {compared.message}</p>}
      {compared.is === 'answered' && (
        <div id="difference">
          <p>
            Since {asked.old}, in {asked.now}; not verified:
          </p>
          {compared.value.version === 'lock-diff.v0' ? (
            <DifferenceRows difference={compared.value} />
          ) : (
            <PackDifferenceView difference={compared.value} />
          )}
        </div>
      )}
    </section>
  );
}

interface SideProps {
  readonly label: string;
  readonly id: string;
  readonly value: string;
  readonly entries: readonly Entry[];
  readonly onChange: (path: string) => void;
}

function Side({ label, id, value, entries, onChange }: SideProps) {
  return (
    <label>
      {label}{' '}
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {entries.slice(0, MOST).map(({ path, kind, created, tags }) => (
          <option key={path} value={path}>
            {[created?.slice(0, 10) ?? 'no time', titleOfKind(kind), ...tags, path].join(' ')}
          </option>
        ))}
      </select>
    </label>
  );
}
