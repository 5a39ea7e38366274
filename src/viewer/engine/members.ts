/** The members of evidence, as the worker gives them to the page. */
export const VERIFIED = 0;
export const FAILED = 1;
export const NOT_CHECKED = 2;
export type MemberState = typeof VERIFIED | typeof FAILED | typeof NOT_CHECKED;

/** Texts one after the other, in UTF-8. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  /** The position at which each text ends. */
  readonly ends: Float64Array;
}

export interface MemberTable {
  readonly count: number;
  readonly paths: TextColumn;
  /** -1 if not known. */
  readonly sizes: Float64Array;
  /** Empty if not known. */
  readonly digests: TextColumn;
  /** One `MemberState` for each member. */
  readonly states: Uint8Array;
  /** The areas of the map, largest first. */
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** A path, a folder with a final slash, or what is left of all. */
  readonly name: string;
  readonly members: number;
  readonly size: number;
  /** The worst state of its members: failed, then not checked, then verified. */
  readonly state: MemberState;
}
