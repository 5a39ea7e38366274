/**
 * An iterator from a function that gives the next thing, or undefined at the end. On hot paths it takes the place of a generator,
 * which the engine optimises late and several times over.
 */
export function iterate<T>(next: () => T | undefined): IterableIterator<T> {
  const iterator: IterableIterator<T> = {
    next() {
      const value = next();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
    [Symbol.iterator]: () => iterator,
  };
  return iterator;
}
