/**
 * How many bytes this process has read of the files it works on, counted by every thread while it reads, so that one file of gigabytes shows
 * progress too. Whoever draws it is called by the main thread while that works or waits; between two calls nobody else can.
 *
 *     countRead(piece.length)          in any thread
 *     watchReads(() => draw(bytesRead()))
 *
 * Two cells of 32 bits for the bytes: an addition that wraps is carried over. 64-bit cells would make an object for each addition.
 */
const LOW = 0;
const HIGH = 1;
const FILES = 2;
const WRAP = 2 ** 32;

let cells = new Uint32Array(new SharedArrayBuffer(12));
let onRead: (() => void) | null = null;

/** For other threads. */
export function sharedMeter(): SharedArrayBuffer {
  return cells.buffer;
}

/** In another thread: what it reads is counted where the main thread counts. */
export function joinMeter(shared: SharedArrayBuffer): void {
  cells = new Uint32Array(shared);
}

/** Less than 4 GiB at a time. */
export function countRead(bytes: number): void {
  if (Atomics.add(cells, LOW, bytes) + bytes >= WRAP) Atomics.add(cells, HIGH, 1);
  if (onRead !== null) onRead();
}

/** One more file is done with, in any thread; whoever asked about it hears of that later, when its turn comes. */
export function countFile(): void {
  Atomics.add(cells, FILES, 1);
}

export function filesRead(): number {
  return Atomics.load(cells, FILES);
}

/** May be short by 4 GiB for the moment between the two steps of an addition that wraps. */
export function bytesRead(): number {
  return Atomics.load(cells, HIGH) * WRAP + Atomics.load(cells, LOW);
}

/** In the main thread; null for nobody. */
export function watchReads(watcher: (() => void) | null): void {
  onRead = watcher;
}

/** Other threads may have read something while this one waited. */
export function tellReads(): void {
  if (onRead !== null) onRead();
}
