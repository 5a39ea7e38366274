/** The whole page: what was given, the run, and its answer. */
import { useRef, useState } from 'preact/hooks';
import type { KnownFile, PageFile } from '../engine/messages.ts';
import { AnswerView } from './answer-view.tsx';
import { Choose } from './choose.tsx';
import { type Run, startRun } from './engine.ts';
import { type Counts, NO_COUNTS, Progress } from './progress.tsx';
import { type Answer, readAnswer } from './verdict.ts';

type Stage =
  | { readonly is: 'choosing' }
  | { readonly is: 'running' | 'stopped'; readonly counts: Counts }
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly message: string };

export function App({ embedded }: { readonly embedded: readonly PageFile[] }) {
  const [given, setGiven] = useState<readonly PageFile[]>([]);
  const [stage, setStage] = useState<Stage>({ is: 'choosing' });
  const run = useRef<Run | null>(null);
  const known = useRef<KnownFile[]>([]);
  const files = together(embedded, given);

  const start = (all: readonly PageFile[]): void => {
    run.current?.stop();
    setStage({ is: 'running', counts: NO_COUNTS });
    run.current = startRun({ kind: 'judge', files: all, given: '.', root: null, known: known.current }, (message) => {
      if (message.kind === 'progress') {
        known.current.push(...message.fresh);
        setStage({ is: 'running', counts: message });
      } else if (message.kind === 'judged') setStage({ is: 'answered', answer: readAnswer(message.json) });
      else setStage({ is: 'failed', message: message.message });
    });
  };
  const add = (more: readonly PageFile[]): void => {
    const all = together(given, more);
    setGiven(all);
    known.current = [];
    start(together(embedded, all));
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

  return (
    <>
      <header>
        <h1>custody</h1>
        <p>Verify evidence in this browser. Nothing is sent anywhere: this page cannot open a connection.</p>
      </header>
      <main>
        <Choose files={files} onFiles={add} onClear={clear} onJudge={() => start(files)} />
        {(stage.is === 'running' || stage.is === 'stopped') && (
          <Progress
            counts={stage.counts}
            isStopped={stage.is === 'stopped'}
            onStop={() => stop(stage.counts)}
            onContinue={() => start(files)}
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

/** A file that was given later replaces one of the same path. */
function together(first: readonly PageFile[], second: readonly PageFile[]): readonly PageFile[] {
  return [...new Map([...first, ...second].map((each) => [each.path, each])).values()];
}
