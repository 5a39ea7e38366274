/**
 * How strongly a member was checked, from the strongest to the weakest:
 *
 *     read              its bytes were read and hashed here
 *     store-checksum    the store's own SHA-256 of the whole object is the pinned one
 *     etag-unchanged    the store names the same version as when the object was read
 *     cached            the file looks exactly as it did when it was read
 *     size-only         only the size was compared
 *
 * Only a member that was read counts as `verified`. One that was checked more weakly, but as strongly as asked for, is counted by its
 * strength. One that was checked more weakly than that is a skip.
 */
export const STRENGTHS = ['read', 'store-checksum', 'etag-unchanged', 'cached', 'size-only'] as const;

export type Strength = (typeof STRENGTHS)[number];
export type WeakerStrength = Exclude<Strength, 'read'>;

/** How many members were accepted with each strength below `read`. */
export type WeakerCounts = Record<WeakerStrength, number>;

export function isAtLeast(strength: Strength, least: Strength): boolean {
  return STRENGTHS.indexOf(strength) <= STRENGTHS.indexOf(least);
}

export function noneWeaker(): WeakerCounts {
  return { 'store-checksum': 0, 'etag-unchanged': 0, cached: 0, 'size-only': 0 };
}

/** The members that were accepted without being read. */
export function weakerSum(counts: WeakerCounts): number {
  return counts['store-checksum'] + counts['etag-unchanged'] + counts.cached + counts['size-only'];
}

/** Those that are not zero, the strongest first: `3 cached, 1 size-only`. */
export function weakerTexts(counts: WeakerCounts): readonly string[] {
  return STRENGTHS.flatMap((strength) => (strength === 'read' || counts[strength] === 0 ? [] : [`${counts[strength]} ${strength}`]));
}
