/** A state whose newest value is also known to what was begun before it was drawn, such as the reading of a folder that was dropped. */
import { useRef, useState } from 'preact/hooks';

export function useNewest<T>(first: T): readonly [T, { readonly current: T }, (next: T) => void] {
  const [drawn, draw] = useState(first);
  const newest = useRef(first);
  const set = (next: T): void => {
    newest.current = next;
    draw(() => next);
  };
  return [drawn, newest, set];
}
