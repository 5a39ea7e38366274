/**
 * What a pool finds out about the bytes of a file, in addition to their hash. The pool knows no document formats: the caller that opens it
 * passes these functions, and the entry file of its threads (`worker.ts`) uses the same ones.
 */
export interface Inspectors {
  /** What kind of file this may be, as bits: judged from all its bytes, or from the first bytes of a long file. */
  sniff(bytes: Uint8Array, isWhole: boolean): number;
  /** Whether a short document conforms to the open schema of its version. */
  keepsSchema(version: string, document: Uint8Array): boolean;
}

export const NO_INSPECTORS: Inspectors = { sniff: () => 0, keepsSchema: () => false };
