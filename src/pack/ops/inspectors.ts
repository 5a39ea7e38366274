/** The checks that the hashing threads run on members of packs, in addition to hashing. */
import type { Inspectors } from '#hashing/inspectors';
import { keepsOpenSchema } from './member-schemas.ts';
import { looksOf, looksOfLong } from './sniff.ts';

export const PACK_INSPECTORS: Inspectors = {
  sniff: (bytes, isWhole) => (isWhole ? looksOf(bytes) : looksOfLong(bytes)),
  keepsSchema: keepsOpenSchema,
};
