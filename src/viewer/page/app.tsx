/** The whole page: what was given, the run, and its answer. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { KnownFile, PageFile } from '../engine/messages.ts';
import { AnswerView } from './answer-view.tsx';
import { Choose } from './choose.tsx';
import { type Run, startRun } from './engine.ts';
import { type Counts, NO_COUNTS, Progress } from './progress.tsx';
import { together } from './together.ts';
import { type Answer, readAnswer } from './verdict.ts';

type Stage =
  | { readonly is: 'choosing' }
  | { readonly is: 'running' | 'stopped'; readonly counts: Counts }
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly message: string };

interface Props {
  readonly embedded: readonly PageFile[];
  readonly lead?: string;
  /** What comes before the verifier. */
  readonly top?: ComponentChildren;
  /** The documents are judged at once, without a delivery. */
  readonly isStarted?: boolean;
}

const LEAD = 'Verify evidence in this browser. Nothing is sent anywhere: this page cannot open a connection.';

export function App({ embedded, lead = LEAD, top, isStarted = false }: Props) {
  const [given, setGiven] = useState<readonly PageFile[]>([]);
  const [stage, setStage] = useState<Stage>({ is: 'choosing' });
  const run = useRef<Run | null>(null);
  const known = useRef<KnownFile[]>([]);
  const [differ, setDiffer] = useState<readonly string[]>([]);
  const files = given.length === 0 ? embedded : given;

  const start = async (some: readonly PageFile[]): Promise<void> => {
    run.current?.stop();
    setStage({ is: 'running', counts: NO_COUNTS });
    const { files: all, differ: others } = await together(embedded, some);
    setDiffer(others);
    run.current = startRun(
      { kind: 'judge', files: all, given: '.', root: null, known: known.current, trusted: null, at: Date.now() },
      (message) => {
        if (message.kind === 'progress') {
          known.current.push(...message.fresh);
          setStage({ is: 'running', counts: message });
        } else if (message.kind === 'judged') setStage({ is: 'answered', answer: readAnswer(message.json) });
        else setStage({ is: 'failed', message: message.message });
      },
    );
  };
  const add = (more: readonly PageFile[]): void => {
    const all = [...new Map([...given, ...more].map((each) => [each.path, each])).values()];
    setGiven(all);
    known.current = [];
    void start(all);
  };
  const clear = (): void => {
    run.current?.stop();
    known.current = [];
    setGiven([]);
    setStage({ is: 'choosing' });
  };
  const stop = (counts: Counts): void => {
    run.current?.stop();
    setStage({ is: 'stopped', counts });
  };
  useEffect(() => {
    if (isStarted) void start([]);
    return () => run.current?.stop();
  }, []);

  return (
    <>
      <header>
        <h1>custody</h1>
        <p>{lead}</p>
      </header>
      <main>
        {top}
        <Choose files={files} onFiles={add} onClear={clear} onJudge={() => void start(given)} />
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
        {stage.is === 'answered' && run.current !== null && <AnswerView answer={stage.answer} run={run.current} />}
      </main>
    </>
  );
}
