/** The whole page: what was given, the run, and its answer. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Judge, KnownFile, PageFile } from '../engine/messages.ts';
import { addedFiles } from './added-files.ts';
import { AnswerView } from './answer-view.tsx';
import { Choose, type Part } from './choose.tsx';
import type { Dropped } from './dropped-files.ts';
import type { Embedded } from './embedded-files.ts';
import { prepareRun, type Run, startRun } from './engine.ts';
import { typedId } from './expected-id.ts';
import { ExpectedId } from './identity-view.tsx';
import { joinFiles, judgedPath } from './join-files.ts';
import { useNewest } from './newest.ts';
import { type Counts, NO_COUNTS, Progress } from './progress.tsx';
import { ReceivedVerdicts } from './received-verdicts.tsx';
import { TrustPanel } from './trust/trust-panel.tsx';
import { NO_TEXTS, type TrustedFile, type Trusting, trustedOf } from './trust/trusted-files.ts';
import { type Answer, readAnswer } from './verdict.ts';

type Stage =
  | { readonly is: 'choosing' }
  | { readonly is: 'running' | 'stopped'; readonly counts: Counts }
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly message: string };

interface Props {
  readonly embedded: Embedded;
  readonly lead?: string;
  /** What comes before the verifier. */
  readonly top?: ComponentChildren;
  /** The documents are judged at once, without a delivery. */
  readonly isStarted?: boolean;
  /** With another one the verifier begins anew, and what comes before it stays. */
  readonly turn?: number;
}

const LEAD = 'Verify evidence in this browser. Nothing is sent anywhere: this page cannot open a connection.';

export function App({ embedded, lead = LEAD, top, isStarted = false, turn = 0 }: Props) {
  return (
    <>
      <header>
        <h1>custody</h1>
        <p>{lead}</p>
      </header>
      <main>
        {top}
        <Verifier key={turn} embedded={embedded} isStarted={isStarted} />
      </main>
    </>
  );
}

function Verifier({ embedded: { evidence: embedded, trusted: sent }, isStarted }: Required<Pick<Props, 'embedded' | 'isStarted'>>) {
  const [given, newestGiven, setGiven] = useNewest<readonly PageFile[]>([]);
  const [stage, newestStage, setStage] = useNewest<Stage>({ is: 'choosing' });
  const run = useRef<Run | null>(null);
  const turns = useRef(0);
  const known = useRef<KnownFile[]>([]);
  const [differ, setDiffer] = useState<readonly string[]>([]);
  const [trust, newestTrust, setTrust] = useNewest<Trusting>({ files: sent, texts: NO_TEXTS });
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [expected, setExpected] = useState('');
  const files = given.length === 0 ? embedded : given;
  const everything = useMemo(() => [...embedded, ...given], [embedded, given]);

  const start = async (some: readonly PageFile[]): Promise<void> => {
    run.current?.stop();
    const turn = ++turns.current;
    setStage({ is: 'running', counts: NO_COUNTS });
    const { files: judged, differ: others } = await joinFiles(embedded, some);
    // Another run was started in the meantime.
    if (turn !== turns.current) return;
    setDiffer(others);
    const who = { trusted: trustedOf(newestTrust.current), at: Date.now() };
    const question: Judge = { kind: 'judge', files: judged, given: judgedPath(judged), root: null, known: known.current, ...who };
    run.current = startRun(question, (message) => {
      // It was on its way when the run was stopped.
      if (turn !== turns.current) return;
      if (message.kind === 'progress') {
        known.current.push(...message.fresh);
        setStage({ is: 'running', counts: message });
      } else if (message.kind === 'judged') setStage({ is: 'answered', answer: readAnswer(message) });
      else setStage({ is: 'failed', message: message.message });
    });
  };
  const add = ({ files: more, hidesNames }: Dropped): void => {
    const { files: all, twice, isAlone } = addedFiles(newestGiven.current, more);
    setGiven(all);
    setParts((before) => [...(isAlone ? [] : before), { twice, hidesNames }]);
    known.current = [];
    void start(all);
  };
  /** What was hashed before may have changed since. */
  const again = (): void => {
    known.current = [];
    void start(given);
  };
  /** An answer for others than those who are named now would mislead. */
  const changeTrust = (change: (before: Trusting) => Trusting): void => {
    setTrust(change(newestTrust.current));
    if (!['choosing', 'stopped'].includes(newestStage.current.is)) void start(newestGiven.current);
  };
  const clear = (): void => {
    run.current?.stop();
    turns.current++;
    known.current = [];
    setGiven([]);
    setParts([]);
    setDiffer([]);
    setStage({ is: 'choosing' });
  };
  const stop = (counts: Counts): void => {
    run.current?.stop();
    turns.current++;
    setStage({ is: 'stopped', counts });
  };
  useEffect(() => {
    if (isStarted) void start([]);
    else prepareRun();
    return () => {
      run.current?.stop();
      turns.current++;
    };
  }, []);

  return (
    <>
      <Choose files={files} isOwn={given.length === 0} parts={parts} onFiles={add} onClear={clear} onJudge={again} />
      <ExpectedId text={expected} onText={setExpected} />
      <TrustPanel trusting={trust} onChange={changeTrust} />
      {embedded.length > 0 && given.length === 0 && stage.is !== 'answered' && (
        <section aria-label="Documents in this page">
          <h2>Documents in this page</h2>
          <ul>
            {embedded.map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          <p>Nothing is verified yet: drop or choose the delivery that they describe.</p>
        </section>
      )}
      {differ.map((path) => (
        <p key={path} class="FAILED" role="alert">
          The files that you gave have another {path} than this page. The page's own is judged.
        </p>
      ))}
      {(stage.is === 'running' || stage.is === 'stopped') && (
        <Progress
          counts={stage.counts}
          isStopped={stage.is === 'stopped'}
          onStop={() => stop(stage.counts)}
          onContinue={() => void start(given)}
        />
      )}
      {stage.is === 'failed' && (
        <p class="refused" role="alert">
          Nothing was judged: {stage.message}
        </p>
      )}
      {stage.is === 'answered' && run.current !== null && (
        <AnswerView
          answer={stage.answer}
          run={run.current}
          typed={typedId(expected)}
          hidesNames={parts.some(({ hidesNames }) => hidesNames)}
          unused={unusedPolicies(given, trust.files)}
        />
      )}
      <ReceivedVerdicts files={everything} />
    </>
  );
}

/** Policies that came with the delivery, and that nobody has chosen. */
function unusedPolicies(given: readonly PageFile[], trusted: readonly TrustedFile[]): readonly string[] {
  return trusted.some(({ role }) => role === 'policy')
    ? []
    : given.map(({ path }) => path).filter((path) => /(?:^|\/)custody\.policy\.ya?ml$/.test(path));
}
