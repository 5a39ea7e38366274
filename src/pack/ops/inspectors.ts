/** The checks that the hashing threads run on members of packs, in addition to hashing. */
import type { Inspectors } from '#hashing/inspectors';
import { keepsOpenSchema } from './member-schemas.ts';
import { sniffStart, sniffWhole } from './sniff.ts';

export const PACK_INSPECTORS: Inspectors = {
  sniff: (bytes, isWhole) => (isWhole ? sniffWhole(bytes) : sniffStart(bytes)),
  keepsSchema: keepsOpenSchema,
};
