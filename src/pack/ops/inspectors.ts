/** What the hashing threads are asked about members of packs, beside their hash. */
import type { Inspectors } from '#hashing/inspectors';
import { keepsOpenSchema } from './member-schemas.ts';
import { looksOf, looksOfLong } from './sniff.ts';

export const PACK_INSPECTORS: Inspectors = {
  sniff: (bytes, isWhole) => (isWhole ? looksOf(bytes) : looksOfLong(bytes)),
  keepsSchema: keepsOpenSchema,
};
