/**
 * What a pool finds out about the bytes of a file beside their hash. The pool knows no document: whoever opens it hands these in, and the
 * entry of its threads (`worker.ts`) has the same.
 */
export interface Inspectors {
  /** What a file may be, as bits, told from all its bytes or from the first of a long file. */
  sniff(bytes: Uint8Array, isWhole: boolean): number;
  /** Whether a short document keeps the open schema of its version. */
  keepsSchema(version: string, document: Uint8Array): boolean;
}

export const NO_INSPECTORS: Inspectors = { sniff: () => 0, keepsSchema: () => false };
