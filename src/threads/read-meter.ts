/**
 * Counts the bytes that this process has read of the files it works on. Every thread counts while it reads, so that one file of gigabytes
 * shows progress too. The main thread calls the watcher that draws the progress, while it works or waits; no timer could run in that time.
 *
 *     countRead(piece.length)          in any thread
 *     watchReads(() => draw(bytesRead()))
 *
 * The bytes are counted in two cells of 32 bits, with a carry: 64-bit cells would allocate an object for each addition. Each thread has cells
 * of its own: two processors that count in the same line of memory wait for each other. The next threads share them.
 */
const LOW = 0;
const HIGH = 1;
const FILES = 2;
/** In the cells of the main thread. */
const THREADS = 3;
const WRAP = 2 ** 32;
/** As many cells as a line of memory has, and so many threads with cells of their own. */
const STRIDE = 16;
const PLACES = 32;

let cells = new Uint32Array(new SharedArrayBuffer(4 * STRIDE * PLACES));
let own = 0;
let onRead: (() => void) | null = null;

/** For passing it to other threads. */
export function sharedMeter(): SharedArrayBuffer {
  return cells.buffer;
}

/** Called in another thread: it then counts in the same cells as the main thread. */
export function joinMeter(shared: SharedArrayBuffer): void {
  cells = new Uint32Array(shared);
  own = ((Atomics.add(cells, THREADS, 1) + 1) % PLACES) * STRIDE;
}

/** How many threads have joined, beside the main thread. */
export function threadsJoined(): number {
  return Atomics.load(cells, THREADS);
}

/** `bytes` must be less than 4 GiB. */
export function countRead(bytes: number): void {
  if (Atomics.add(cells, own + LOW, bytes) + bytes >= WRAP) Atomics.add(cells, own + HIGH, 1);
  if (onRead !== null) onRead();
}

/** Counts one finished file, in any thread. Its answer may be delivered later, when its turn comes. */
export function countFile(): void {
  Atomics.add(cells, own + FILES, 1);
}

export function filesRead(): number {
  return sumOf(FILES);
}

/** The result may be 4 GiB too small between the two steps of an addition with a carry. */
export function bytesRead(): number {
  return sumOf(HIGH) * WRAP + sumOf(LOW);
}

function sumOf(cell: number): number {
  let sum = 0;
  for (let place = 0; place < PLACES; place++) sum += Atomics.load(cells, place * STRIDE + cell);
  return sum;
}

/** Called in the main thread; null removes the watcher. */
export function watchReads(watcher: (() => void) | null): void {
  onRead = watcher;
}

/** Calls the watcher after a wait, in which other threads may have read something. */
export function reportReads(): void {
  if (onRead !== null) onRead();
}
