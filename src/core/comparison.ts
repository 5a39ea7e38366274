/**
 * How two versions of a file differ: every difference is counted by its code, and the first ones are named. `fingerprint` compares, and
 * `lock` reports.
 *
 *     {"aligned":["KEY"],"counts":{"CELL_CHANGED":1},"differences":[{"at":"C12","code":"CELL_CHANGED","column":"Balance","key":["L7"],
 *      "new":"200","old":"100"}],"is_complete":true,"key":["Loan ID"],"total":1}
 */
/** In the order in which they are named. */
export const DIFFERENCE_CODES = [
  'SHEET_REMOVED',
  'SHEET_ADDED',
  'SHEET_RENAMED',
  'SHEET_MOVED',
  'COLUMN_REMOVED',
  'COLUMN_ADDED',
  'COLUMN_RENAMED',
  'COLUMN_MOVED',
  'COLUMN_RETYPED',
  'ROW_REMOVED',
  'ROW_ADDED',
  'ROW_MOVED',
  'CELL_CHANGED',
  'VALUE_REMOVED',
  'VALUE_ADDED',
  'VALUE_CHANGED',
  'LINE_REMOVED',
  'LINE_ADDED',
  'LINE_CHANGED',
  'DETAIL_REMOVED',
  'DETAIL_ADDED',
  'DETAIL_CHANGED',
] as const;

export type DifferenceCode = (typeof DIFFERENCE_CODES)[number];

/** A type and not an interface, because only a type is a JSON value. */
export type Difference = {
  readonly code: DifferenceCode;
  /** The place in the new file; of what was removed, that in the old file. `C12`, `Rents!C12`, `row 7`, `/items/3/price`, `line 9`. */
  readonly at: string;
  /** The place in the old file if it is another one. */
  readonly old_at?: string;
  /** The name of the column of a cell. */
  readonly column?: string;
  /** The values of the key columns. */
  readonly key?: readonly (string | null)[];
  /** Shortened; null for a blank cell, and for what was added or removed. */
  readonly old: string | null;
  readonly new: string | null;
};

/** By what the rows, lines or elements of the old file were paired with those of the new one. */
export type Alignment = 'KEY' | 'CONTENT' | 'POSITION';

export type Comparison = {
  readonly aligned: readonly Alignment[];
  readonly counts: Readonly<Partial<Record<DifferenceCode, number>>>;
  readonly differences: readonly Difference[];
  /** False if there may be more differences than were counted. */
  readonly is_complete: boolean;
  /** The key columns, if rows were paired by them. */
  readonly key: readonly string[] | null;
  readonly total: number;
};
