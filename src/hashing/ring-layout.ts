/**
 * The layout of the memory that hashing threads share: a control block, then for each batch its counters and the cells of its questions;
 * separate arrays contain the sizes, and the bytes of paths and hashes.
 */

import { sharedMeter } from '#threads/read-meter';
import { newSharedPieces, type SharedPieces } from './read-ahead.ts';

export const BATCHES = 16;
export const QUESTIONS = 64;
export const PATH_BYTES = 1 << 16;
export const HEX = 64;

/** Indexes of the cells in the ring's control block. */
export const PUBLISHED = 0;
export const CONSUMED = 1;
export const CLOSED = 2;
/** Counts the wake-up calls to idle threads. */
export const CALLS = 3;
/** The number of threads that may be working on a question. */
export const SERVING = 4;
const CONTROLS = 5;

/** Indexes of the cells in a batch's block; `PER_QUESTION` cells for each question follow them. */
export const LEFT = 0;
export const DONE = 1;
export const TOTAL = 2;
const BATCH_CELLS = 4;
export const PATH_START = 0;
export const PATH_LENGTH = 1;
export const FLAGS = 2;
export const ANSWER = 3;
export const ERRNO = 4;
/** The length of the copy's path, which follows the path of the file. */
export const TARGET_LENGTH = 5;
export const LOOKS = 6;
/** The length of the document's version, which follows the paths. */
export const VERSION_LENGTH = 7;
export const KEEPS_SCHEMA = 8;
const PER_QUESTION = 9;

export const IS_BLAKE3 = 1;
export const IS_KNOWN_REGULAR = 2;
export const IS_CONFINED = 4;
export const IS_COPY = 8;
export const IS_ALSO_BLAKE3 = 16;

const CELLS = BATCH_CELLS + QUESTIONS * PER_QUESTION;
const SIZES = QUESTIONS * 2;
/** Room for the requested hash and an additional BLAKE3. */
const HEXES = HEX * 2;
export const LAYOUT = [6, BATCHES, QUESTIONS, PATH_BYTES, CELLS].join('/');

/** The data that a worker thread receives. */
export interface SharedRing {
  /** Must be equal on both sides: main thread and worker must have been built from the same sources. */
  readonly layout: string;
  readonly cells: SharedArrayBuffer;
  readonly sizes: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
  readonly ahead: SharedPieces;
  /** The counters of what all threads have read. */
  readonly meter: SharedArrayBuffer;
  /** The folder that confined questions must stay in. */
  readonly confine: string | null;
}

export function newSharedRing(confine: string | null): SharedRing {
  return {
    layout: LAYOUT,
    cells: new SharedArrayBuffer(4 * (CONTROLS + BATCHES * CELLS)),
    sizes: new SharedArrayBuffer(8 * BATCHES * SIZES),
    bytes: new SharedArrayBuffer(BATCHES * (PATH_BYTES + QUESTIONS * HEXES)),
    ahead: newSharedPieces(),
    meter: sharedMeter(),
    confine,
  };
}

export function batchCell(sequence: number): number {
  return CONTROLS + (sequence % BATCHES) * CELLS;
}

export function questionCell(sequence: number, index: number): number {
  return batchCell(sequence) + BATCH_CELLS + index * PER_QUESTION;
}

/** Each question has two numbers: the expected size and the size found. */
export function sizeIndex(sequence: number, index: number): number {
  return (sequence % BATCHES) * SIZES + index * 2;
}

export function bytesStart(sequence: number): number {
  return (sequence % BATCHES) * (PATH_BYTES + QUESTIONS * HEXES);
}

export function hexStart(sequence: number, index: number): number {
  return bytesStart(sequence) + PATH_BYTES + index * HEXES;
}
