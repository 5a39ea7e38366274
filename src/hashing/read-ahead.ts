/**
 * One thread reads a long file while another hashes it, through a few pieces of shared memory. The hashing thread requests help and reads
 * by itself until an idle thread takes over, exactly at the position it has reached. Only one file at a time is read in this way.
 *
 *     hashing thread   request(fd)  …  take(position) -> a piece, or null: read by yourself  …  giveBack()  …  finish()
 *     idle thread      serve()
 */
import { readSync } from 'node:fs';
import { constants } from 'node:os';

const PIECE = 1 << 20;
const PIECES = 4;

/** Indexes of the cells in the control block; the lengths of the pieces follow them. */
const STATE = 0;
const FD = 1;
/** The number of pieces read and of pieces hashed, counted from the takeover. */
const READ = 2;
const HASHED = 3;
const LENGTHS = 4;

const FREE = 0;
const REQUESTED = 1;
const TAKEN = 2;
const RUNNING = 3;
const STOPPED = 4;
const PREPARED = 5;

/** A waiting thread looks again after this time, in case it missed a notification. */
const WAIT_MS = 1000;

export interface SharedPieces {
  readonly cells: SharedArrayBuffer;
  readonly start: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
}

/** The pieces are made when a thread is started or a piece is taken: without another thread nobody needs them. */
export function newSharedPieces(): SharedPieces {
  let bytes: SharedArrayBuffer | undefined;
  return {
    cells: new SharedArrayBuffer(4 * (LENGTHS + PIECES)),
    start: new SharedArrayBuffer(8),
    get bytes() {
      bytes ??= new SharedArrayBuffer(PIECE * PIECES);
      return bytes;
    },
  };
}

export class ReadAhead {
  readonly #cells: Int32Array;
  readonly #start: Float64Array;
  readonly #shared: SharedPieces;
  #bytes: Uint8Array | undefined;
  readonly #wake: () => void;

  /** `wake` wakes idle threads, so that one of them calls `serve`. */
  constructor(shared: SharedPieces, wake: () => void) {
    this.#cells = new Int32Array(shared.cells);
    this.#start = new Float64Array(shared.start);
    this.#shared = shared;
    this.#wake = wake;
  }

  #pieces(): Uint8Array {
    this.#bytes ??= new Uint8Array(this.#shared.bytes);
    return this.#bytes;
  }

  // Called by the thread that hashes.

  /** Whether this thread hashes a file that another thread may read for it. */
  #isAsking = false;

  /** False if another file is already being read ahead. */
  request(fd: number): boolean {
    if (Atomics.load(this.#cells, STATE) !== FREE) return false;
    if (Atomics.compareExchange(this.#cells, STATE, FREE, PREPARED) !== FREE) return false;
    this.#cells[FD] = fd;
    this.#cells[READ] = 0;
    this.#cells[HASHED] = 0;
    this.#isAsking = true;
    Atomics.store(this.#cells, STATE, REQUESTED);
    this.#wake();
    return true;
  }

  /**
   * The piece that follows `position`, empty at the end of the file; null while no thread has taken over. Throws the reader's error by its
   * errno.
   */
  take(position: number): Uint8Array | null {
    if (Atomics.load(this.#cells, STATE) === REQUESTED) return null;
    if (Atomics.load(this.#cells, STATE) === TAKEN) {
      this.#start[0] = position;
      Atomics.store(this.#cells, STATE, RUNNING);
      Atomics.notify(this.#cells, STATE);
    }
    const piece = this.#cells[HASHED] as number;
    while (Atomics.load(this.#cells, READ) === piece) Atomics.wait(this.#cells, READ, piece, WAIT_MS);
    const length = this.#cells[LENGTHS + (piece % PIECES)] as number;
    if (length < 0) throw Object.assign(new Error('cannot read'), { errno: length });
    const start = (piece % PIECES) * PIECE;
    return this.#pieces().subarray(start, start + length);
  }

  giveBack(): void {
    Atomics.add(this.#cells, HASHED, 1);
    Atomics.notify(this.#cells, HASHED);
  }

  /** To be called in every case. Afterwards no reader uses the file any more. */
  finish(): void {
    this.#isAsking = false;
    if (Atomics.compareExchange(this.#cells, STATE, REQUESTED, FREE) === REQUESTED) return;
    Atomics.store(this.#cells, STATE, STOPPED);
    Atomics.notify(this.#cells, STATE);
    Atomics.add(this.#cells, HASHED, PIECES);
    Atomics.notify(this.#cells, HASHED);
    // It waits for the end of STOPPED, not for FREE: another thread may have requested the next file by then.
    while (Atomics.load(this.#cells, STATE) === STOPPED) Atomics.wait(this.#cells, STATE, STOPPED, WAIT_MS);
  }

  /** The same for a thread that was interrupted while it hashed a file: the reader would wait for it for ever. */
  abandon(): void {
    if (this.#isAsking) this.finish();
  }

  // Called by a thread that has nothing else to do.

  /** Reads for another thread until its file is finished; false if there is no request. */
  serve(): boolean {
    if (Atomics.compareExchange(this.#cells, STATE, REQUESTED, TAKEN) !== REQUESTED) return false;
    while (Atomics.load(this.#cells, STATE) === TAKEN) Atomics.wait(this.#cells, STATE, TAKEN, WAIT_MS);
    this.#readAll();
    while (Atomics.load(this.#cells, STATE) !== STOPPED) Atomics.wait(this.#cells, STATE, RUNNING, WAIT_MS);
    Atomics.store(this.#cells, STATE, FREE);
    Atomics.notify(this.#cells, STATE);
    return true;
  }

  #readAll(): void {
    let position = this.#start[0] as number;
    for (let piece = 0; ; piece++) {
      for (let hashed = this.#hashed(); piece - hashed >= PIECES; hashed = this.#hashed()) {
        if (Atomics.load(this.#cells, STATE) === STOPPED) return;
        Atomics.wait(this.#cells, HASHED, hashed, WAIT_MS);
      }
      if (Atomics.load(this.#cells, STATE) === STOPPED) return;
      const length = this.#read(piece % PIECES, position);
      this.#cells[LENGTHS + (piece % PIECES)] = length;
      Atomics.store(this.#cells, READ, piece + 1);
      Atomics.notify(this.#cells, READ);
      if (length <= 0) return;
      position += length;
    }
  }

  #hashed(): number {
    return Atomics.load(this.#cells, HASHED);
  }

  /** The number of bytes read, or the errno, which is negative. */
  #read(slot: number, position: number): number {
    try {
      return readSync(this.#cells[FD] as number, this.#pieces(), slot * PIECE, PIECE, position);
    } catch (error) {
      return (error as NodeJS.ErrnoException).errno ?? -constants.errno.EIO;
    }
  }
}
