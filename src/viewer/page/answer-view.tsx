/** The answer: one outcome large and plain, then each verdict with its reasons and its views. */
import { counted } from '#core/count-text';
import { HIDDEN_NAMES } from './dropped-files.ts';
import type { Run } from './engine.ts';
import { identityOf, shownOutcome, type TypedId } from './expected-id.ts';
import { IdentityView } from './identity-view.tsx';
import { saveFile } from './save-file.ts';
import type { Answer, Outcome } from './verdict.ts';
import { VerdictView } from './verdict-view.tsx';

const MEANINGS: Readonly<Record<Outcome, string>> = {
  OK: 'Everything that was asked for was read, and is as the evidence says.',
  PARTIAL: 'Nothing is wrong, but not everything could be checked.',
  FAILED: 'Something is not as the evidence says.',
  REFUSED: 'It could not be judged.',
};

/** What a browser never shows of files; it is said with every answer. */
const NOT_SEEN = 'links, permissions, special files, empty folders, backslashes in the names of folders, and names that are not text';

interface Props {
  readonly answer: Answer;
  readonly run: Run;
  /** The id that the evidence should have. */
  readonly typed: TypedId;
  /** True if some files came from a folder in which the browser hides files. */
  readonly hidesNames: boolean;
  /** Policies in the delivery by which nothing was judged. */
  readonly unused: readonly string[];
}

export function AnswerView({ answer, run, typed, hidesNames, unused }: Props) {
  const { outcome, verdicts, findings, passedOver, unknown, bytes } = answer;
  const save = (): void => saveFile(bytes, verdicts.length === 1 ? 'verdict.json' : 'verdicts.json');
  const locks = verdicts.filter(({ kind }) => kind === 'lock').map(({ path }) => path);
  const identity = identityOf(typed, verdicts);
  const count = verdicts.filter(({ kind }) => kind !== null).length;
  const shown = shownOutcome(outcome, identity);
  return (
    <section aria-label="Answer">
      <p class={`outcome ${shown}`} role="status" id="outcome">
        {shown}
      </p>
      <IdentityView identity={identity} outcome={outcome} count={count} />
      <p>
        {shown === outcome && MEANINGS[outcome]}{' '}
        {count === 0 ? 'No evidence was judged.' : `${counted(count, 'piece')} of evidence judged.`}{' '}
        <button type="button" id="save" onClick={save}>
          Save the verdict
        </button>
      </p>
      {verdicts.map((verdict, index) => (
        <VerdictView key={verdict.path} verdict={verdict} findingCount={findings[index] ?? 0} run={run} locks={locks} identity={identity} />
      ))}
      <h2>Not checked by this page</h2>
      <ul>
        <li>A browser does not show {NOT_SEEN}.</li>
        {hidesNames && <li>{HIDDEN_NAMES}</li>}
        {verdicts.some(({ kind }) => kind === 'chain-lock') && (
          <li>Signatures of tools: the keys that are trusted for tools are in the user space, which a browser does not show.</li>
        )}
        {unused.map((path) => (
          <li key={path}>By {path} nothing was judged: it came with the delivery. If you know it, choose it under “Who is trusted”.</li>
        ))}
        {unknown > 0 && <li>{counted(unknown, 'other file')}: no evidence.</li>}
        {passedOver
          .filter(({ path }) => !unused.includes(path))
          .map(({ path, reason }) => (
            <li key={path}>
              {path}: {reason}
            </li>
          ))}
      </ul>
    </section>
  );
}
