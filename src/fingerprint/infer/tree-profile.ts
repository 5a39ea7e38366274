/** The profile of a sample of json or jsonl, gathered in one pass, and what all samples together show. */
import type { JsonObject } from '#core/json/value';
import { MAX_KEYS_IN_ALL, MAX_TEXTS } from './column-evidence.ts';
import type { InspectionRun } from './inspection.ts';
import { isBelow, type Kind, type Place, PlaceEvidence, type PlaceFacts } from './tree-evidence.ts';

export interface TreeProfile extends JsonObject {
  /** Why there is nothing to see; null if there is. */
  readonly problem: string | null;
  readonly root: Place;
}

const MAX_PLACES = 2000;

export function beginTreeProfile(): InspectionRun {
  const root = new PlaceEvidence({ left: MAX_KEYS_IN_ALL, places: MAX_PLACES });
  let values = 0;
  return {
    feeds: [],
    onValue(value) {
      values++;
      root.add(value);
    },
    found: (): TreeProfile => ({ problem: values === 0 ? 'it has no values' : null, root: root.place() }),
  };
}

/** A place in all samples. */
export interface MergedPlace extends PlaceFacts {
  /** Whether every sample has it. */
  readonly isInAll: boolean;
  readonly items: MergedPlace | null;
  readonly members: readonly MergedMember[] | null;
}

export interface MergedMember {
  readonly name: string;
  readonly place: MergedPlace;
}

/** Undefined for a sample that does not have the place. At least one has it. */
export function mergePlaces(all: readonly (Place | undefined)[]): MergedPlace {
  const found = all.filter((place) => place !== undefined);
  const ofStrings = found.filter(({ kinds }) => (kinds.string ?? 0) > 0);
  const ofArrays = found.filter(({ kinds }) => (kinds.array ?? 0) > 0);
  const texts = new Set(found.flatMap((place) => place.texts ?? []));
  const items = all.map((place) => place?.items ?? undefined);
  return {
    count: sumOf(found.map(({ count }) => count)),
    kinds: mergeKinds(found),
    isWhole: found.every(({ isWhole }) => isWhole),
    min: extreme(
      found.map(({ min }) => min),
      isBelow,
    ),
    max: extreme(
      found.map(({ max }) => max),
      (a, b) => isBelow(b, a),
    ),
    firstDate: extreme(
      ofStrings.map(({ firstDate }) => firstDate),
      (a, b) => a < b,
    ),
    lastDate: extreme(
      ofStrings.map(({ lastDate }) => lastDate),
      (a, b) => a > b,
    ),
    formats: ofStrings[0]?.formats.filter((format) => ofStrings.every(({ formats }) => formats.includes(format))) ?? [],
    texts: found.some((place) => place.texts === null) || texts.size > MAX_TEXTS ? null : [...texts],
    hasBlank: found.some(({ hasBlank }) => hasBlank),
    keys: found.find(({ keys }) => keys !== 'different')?.keys ?? 'different',
    fewestItems: ofArrays.reduce((least, { fewestItems }) => Math.min(least, fewestItems), ofArrays[0]?.fewestItems ?? 0),
    mostItems: found.reduce((most, { mostItems }) => Math.max(most, mostItems), 0),
    isInAll: found.length === all.length,
    items: items.every((place) => place === undefined) ? null : mergePlaces(items),
    members: mergeMembers(all, found),
  };
}

function mergeMembers(all: readonly (Place | undefined)[], found: readonly Place[]): readonly MergedMember[] | null {
  if (found.some(({ members }) => members === null)) return null;
  const byName = all.map((place) => new Map(place?.members?.map((member) => [member.name, member.place])));
  const names = [...new Set(byName.flatMap((members) => [...members.keys()]))];
  return names.map((name) => ({ name, place: mergePlaces(byName.map((members) => members.get(name))) }));
}

function mergeKinds(found: readonly Place[]): MergedPlace['kinds'] {
  const kinds: Partial<Record<Kind, number>> = {};
  for (const place of found) {
    for (const [kind, count] of Object.entries(place.kinds) as [Kind, number][]) kinds[kind] = (kinds[kind] ?? 0) + count;
  }
  return kinds;
}

function extreme(texts: readonly (string | null)[], isBeyond: (a: string, b: string) => boolean): string | null {
  return texts.reduce((best, text) => (text !== null && (best === null || isBeyond(text, best)) ? text : best), null);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
