/** The answer: one outcome large and plain, then each verdict with its reasons. */
import { CoverageBar } from './coverage-bar.tsx';
import { FindingList } from './finding-list.tsx';
import { countText, grouped } from './text.ts';
import type { Answer, Outcome, VerdictDocument } from './verdict.ts';

const MEANINGS: Readonly<Record<Outcome, string>> = {
  OK: 'Everything that was asked for was read, and is as the evidence says.',
  PARTIAL: 'Nothing is wrong, but not everything could be checked.',
  FAILED: 'Something is not as the evidence says.',
  REFUSED: 'It could not be judged.',
};

/** What a browser does not show of files, whatever the answer is. */
const NOT_SEEN = 'links, permissions, special files, and names that are not text';

export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { outcome, verdicts, passedOver, unknown, bytes } = answer;
  const save = (): void => saveFile(bytes, verdicts.length === 1 ? 'verdict.json' : 'verdicts.json');
  return (
    <section aria-label="Answer">
      <p class={`outcome ${outcome}`} role="status" id="outcome">
        {outcome}
      </p>
      <p>
        {MEANINGS[outcome]} {countText(verdicts.length, 'piece')} of evidence judged.{' '}
        <button type="button" id="save" onClick={save}>
          Save the verdict
        </button>
      </p>
      {verdicts.map((verdict) => (
        <VerdictView key={verdict.path} verdict={verdict} />
      ))}
      <h2>Not checked by this page</h2>
      <ul>
        <li>A browser does not show {NOT_SEEN}.</li>
        {unknown > 0 && <li>{countText(unknown, 'other file')}: no evidence.</li>}
        {passedOver.map(({ path, reason }) => (
          <li key={path}>
            {path}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

function VerdictView({ verdict }: { readonly verdict: VerdictDocument }) {
  const { kind, path, id, digest, outcome, coverage, findings, not_checked: notChecked, root } = verdict;
  return (
    <article>
      <h2>
        <span class={`tag ${outcome}`}>{outcome}</span> {path}
      </h2>
      <p>
        {kind ?? 'not recognised'}: {grouped(coverage.verified)} of {countText(coverage.expected, 'member')} verified
        {root !== null && `, in the folder ${root.path}`}
      </p>
      <CoverageBar coverage={coverage} />
      <dl>
        <dt>Id</dt>
        <dd class="code">{id ?? 'none'}</dd>
        <dt>SHA-256 of its bytes</dt>
        <dd class="code">{digest ?? 'not read'}</dd>
      </dl>
      <FindingList findings={findings} />
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
    </article>
  );
}

function saveFile(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
