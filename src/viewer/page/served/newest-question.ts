/** One question to the server at a time: an answer that comes after a newer question is not shown, and is null. */
import { useRef, useState } from 'preact/hooks';

export type QuestionState<T> =
  | { readonly is: 'idle' }
  | { readonly is: 'waiting' }
  | { readonly is: 'answered'; readonly value: T }
  | { readonly is: 'failed'; readonly message: string };

export function useNewestQuestion<T>(): [QuestionState<T>, (question: Promise<T>) => Promise<T | null>] {
  const [state, setState] = useState<QuestionState<T>>({ is: 'idle' });
  const newest = useRef(0);
  const ask = async (question: Promise<T>): Promise<T | null> => {
    const number = ++newest.current;
    setState({ is: 'waiting' });
    try {
      const value = await question;
      if (number !== newest.current) return null;
      setState({ is: 'answered', value });
      return value;
    } catch (error) {
      if (number === newest.current) setState({ is: 'failed', message: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };
  return [state, ask];
}
