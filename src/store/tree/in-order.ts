/**
 * Works on several items at the same time, and delivers their results in the order of the items. Memory does not grow with the list: at most
 * WINDOW items wait for their turn.
 *
 *     await eachInOrder(tree.list(), { width: tree.pace.width, ask: (object) => tree.read(object, 'sha256'), deliver: (object, found) => … });
 */
export interface InOrder<T, R> {
  /** The number of items that may be worked on now. */
  readonly width: () => number;
  /** Begins the work on an item. A result that is no promise does not count for `width`. */
  ask(item: T): R | Promise<R>;
  deliver(item: T, result: R): void;
}

const WINDOW = 4096;

interface Waiting<T, R> {
  readonly item: T;
  result?: { readonly value: R };
}

/** After the first failure it starts nothing new, and throws the failure at once. */
export async function eachInOrder<T, R>(
  pages: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  { width, ask, deliver }: InOrder<T, R>,
): Promise<void> {
  const queue: Waiting<T, R>[] = [];
  const failures: unknown[] = [];
  let first = 0;
  let active = 0;
  let wake: () => void = () => {};
  const deliverReady = (): void => {
    for (let head = queue[first]; head?.result !== undefined; head = queue[first]) {
      queue[first++] = undefined as never;
      deliver(head.item, head.result.value);
    }
    if (first < WINDOW) return;
    queue.splice(0, first);
    first = 0;
  };
  /** Waits until the next item is finished. */
  const settled = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (failures.length > 0) throw failures[0];
    deliverReady();
  };
  const start = (item: T): void => {
    const waiting: Waiting<T, R> = { item };
    queue.push(waiting);
    const asked = ask(item);
    if (!(asked instanceof Promise)) {
      waiting.result = { value: asked };
      return;
    }
    active++;
    const finish = async (): Promise<void> => {
      try {
        waiting.result = { value: await asked };
      } catch (error) {
        failures.push(error);
      }
      active--;
      wake();
    };
    void finish();
  };
  for await (const page of pages) {
    if (failures.length > 0) throw failures[0];
    for (const item of page) {
      while (active >= width() || (active > 0 && queue.length - first >= WINDOW)) await settled();
      start(item);
      if (active === 0) deliverReady();
    }
  }
  deliverReady();
  while (active > 0) await settled();
  if (failures.length > 0) throw failures[0];
}
