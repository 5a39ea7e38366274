/** The answer of the worker to a question, while it is awaited, and its error. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MemberTable } from '../../engine/members.ts';
import type { Question } from '../../engine/messages.ts';
import type { Run } from '../engine.ts';

interface Props<T> {
  readonly run: Run;
  readonly question: Question;
  readonly read: (answer: MemberTable | string) => T;
  readonly children: (value: T) => ComponentChildren;
}

export function WorkerAnswer<T>({ run, question, read, children }: Props<T>) {
  const [state, setState] = useState<{ readonly value: T } | { readonly error: string } | null>(null);
  const name = JSON.stringify(question);
  useEffect(() => {
    let isCurrent = true;
    setState(null);
    run.ask(question).then(
      (answer) => isCurrent && setState({ value: read(answer) }),
      (error: unknown) => isCurrent && setState({ error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [run, name]);
  if (state === null) return <p role="status">Reading…</p>;
  if ('error' in state) return <p role="alert">{state.error}</p>;
  return <>{children(state.value)}</>;
}

/** The type of the document is the caller's: it is what the worker writes. */
export function parsed(answer: MemberTable | string): unknown {
  return JSON.parse(answer as string);
}
