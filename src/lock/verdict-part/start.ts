/** Distinguishes a part of a verdict from other evidence, by the version in the first line. */

export const VERDICT_PART_VERSION = 'verdict-part.v0';

export function isVerdictPartVersion(version: string): boolean {
  return /^verdict-part\.v\d+$/.test(version);
}
