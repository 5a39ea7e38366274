/**
 * How the memory that hashing threads share is laid out: a control block, then for each batch its counters and the cells of its
 * questions; beside it the sizes, and the bytes of paths and hashes.
 */

import { sharedMeter } from '#threads/read-meter';
import { newSharedPieces, type SharedPieces } from './read-ahead.ts';

export const BATCHES = 16;
export const QUESTIONS = 64;
export const PATH_BYTES = 1 << 16;
export const HEX = 64;

/** Cells of the ring's control block. */
export const PUBLISHED = 0;
export const CONSUMED = 1;
export const CLOSED = 2;
/** Counts calls to threads that have nothing to do. */
export const CALLS = 3;
/** Threads that may be at a question. */
export const SERVING = 4;
const CONTROLS = 5;

/** Cells of a batch's block, then `PER_QUESTION` cells for each question. */
export const LEFT = 0;
export const DONE = 1;
export const TOTAL = 2;
const BATCH_CELLS = 4;
export const PATH_START = 0;
export const PATH_LENGTH = 1;
export const FLAGS = 2;
export const ANSWER = 3;
export const ERRNO = 4;
/** The path of a copy follows the path of the file. */
export const TARGET_LENGTH = 5;
export const LOOKS = 6;
/** The version of a document follows the paths. */
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
/** The hash asked for, and BLAKE3 beside it. */
const HEXES = HEX * 2;
export const LAYOUT = [6, BATCHES, QUESTIONS, PATH_BYTES, CELLS].join('/');

/** What a worker is handed. */
export interface SharedRing {
  /** Both sides must have been built from the same sources. */
  readonly layout: string;
  readonly cells: SharedArrayBuffer;
  readonly sizes: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
  readonly ahead: SharedPieces;
  /** Where what is read is counted. */
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

/** Two numbers a question: the size expected, the size found. */
export function sizeIndex(sequence: number, index: number): number {
  return (sequence % BATCHES) * SIZES + index * 2;
}

export function bytesStart(sequence: number): number {
  return (sequence % BATCHES) * (PATH_BYTES + QUESTIONS * HEXES);
}

export function hexStart(sequence: number, index: number): number {
  return bytesStart(sequence) + PATH_BYTES + index * HEXES;
}
