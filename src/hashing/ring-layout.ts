/**
 * The layout of the memory that hashing threads share: a control block with the counters of each batch; and for each place of a question its
 * cells, its sizes and its hashes. The paths of a batch follow one another.
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
/** A line of memory has this many cells. What different threads write is on different lines, else the processors wait for each other. */
const LINE = 16;
const CONTROLS = LINE;

/** Indexes of the cells in a batch's block. */
export const LEFT = 0;
export const DONE = 1;
export const TOTAL = 2;
const BATCH_CELLS = LINE;

/** Indexes of the cells of a question. */
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
export const PER_QUESTION = LINE;

export const IS_BLAKE3 = 1;
export const IS_KNOWN_REGULAR = 2;
export const IS_CONFINED = 4;
export const IS_COPY = 8;
export const IS_ALSO_BLAKE3 = 16;

/** Room for the requested hash and an additional BLAKE3. */
export const HEXES = HEX * 2;
/** Each question has two sizes: the expected one and the one found. The others of the line are not used. */
export const SIZES = LINE / 2;
const PLACES = BATCHES * QUESTIONS;
export const LAYOUT = [8, BATCHES, QUESTIONS, PATH_BYTES, PER_QUESTION].join('/');

/** The data that a worker thread receives. */
export interface SharedRing {
  /** Must be equal on both sides: main thread and worker must have been built from the same sources. */
  readonly layout: string;
  /** The control block and the blocks of the batches. */
  readonly control: SharedArrayBuffer;
  readonly cells: SharedArrayBuffer;
  readonly sizes: SharedArrayBuffer;
  readonly paths: SharedArrayBuffer;
  readonly hexes: SharedArrayBuffer;
  readonly ahead: SharedPieces;
  /** The counters of what all threads have read. */
  readonly meter: SharedArrayBuffer;
  /** The folder that confined questions must stay in. */
  readonly confine: string | null;
}

export function newSharedRing(confine: string | null): SharedRing {
  return {
    layout: LAYOUT,
    control: new SharedArrayBuffer(4 * (CONTROLS + BATCHES * BATCH_CELLS)),
    cells: new SharedArrayBuffer(4 * PLACES * PER_QUESTION),
    sizes: new SharedArrayBuffer(8 * PLACES * SIZES),
    paths: new SharedArrayBuffer(BATCHES * PATH_BYTES),
    hexes: new SharedArrayBuffer(PLACES * HEXES),
    ahead: newSharedPieces(),
    meter: sharedMeter(),
    confine,
  };
}

export function batchCell(sequence: number): number {
  return CONTROLS + (sequence % BATCHES) * BATCH_CELLS;
}

/** Where the arrays contain a question: the number of its place in the ring. */
export function placeOf(sequence: number, index: number): number {
  return (sequence % BATCHES) * QUESTIONS + index;
}
