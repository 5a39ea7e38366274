/** The width of an element in pixels, so that a picture is drawn as wide as it is shown, and its letters keep their size. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export function useOwnWidth(): { readonly ref: RefObject<HTMLDivElement | null>; readonly width: number } {
  const ref = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(ref.current?.clientWidth ?? 0);
    const observer = new ResizeObserver(measure);
    if (ref.current !== null) observer.observe(ref.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
