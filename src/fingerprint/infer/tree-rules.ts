/**
 * The rules that samples of json or jsonl suggest. A JSON Schema says what must hold: types, members that every object has, formats, allowed
 * words. Pointers say what only warns, with room to spare: ranges, lengths of arrays, codes with digits.
 *
 *     placeRules(root, [])     [{ rule: { column_cells: { column: '/items/*\/price', min: 0, max: 50 } }, isWarning: true }]
 */
import type { JsonObject } from '#core/json/value';
import { formatPointer, type Step } from '../columns/pointers.ts';
import { dateRange, FEW_ROWS, type InferredRule, numberRange, OFTEN } from './rules.ts';
import type { Kind } from './tree-evidence.ts';
import type { MergedPlace } from './tree-profile.ts';

/** The types of JSON Schema that were seen. */
function typesOf({ kinds, isWhole }: MergedPlace): readonly string[] {
  return (Object.keys(kinds) as Kind[]).map((kind) => (kind === 'number' && isWhole ? 'integer' : kind));
}

/** What a schema says about the value itself, without its members and items. */
export function ownSchema(place: MergedPlace): JsonObject {
  const types = typesOf(place);
  const words = isOnly(place, 'string') ? wordsOf(place) : null;
  const isOfWords = words?.some((text) => /\d/.test(text)) === false;
  const [format] = place.formats;
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? (types[0] as string) : types }),
    ...(format === undefined ? {} : { format }),
    ...(words !== null && isOfWords ? { enum: [...words, ...(place.kinds.null === undefined ? [] : [null])] } : {}),
  };
}

/** Of one kind, or null. */
function isOnly({ kinds }: MergedPlace, kind: Kind): boolean {
  return kinds[kind] !== undefined && Object.keys(kinds).every((one) => one === kind || one === 'null');
}

/** Strings that are few and were seen often. */
function wordsOf({ texts, kinds, formats, keys, hasBlank }: MergedPlace): readonly string[] | null {
  const count = kinds.string ?? 0;
  if (texts === null || texts.length === 0 || formats.length > 0 || keys === 'different' || hasBlank) return null;
  return count >= Math.max(FEW_ROWS, OFTEN * texts.length) ? [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) : null;
}

/** The rules for a place and all below it. Without `isUsable` a pointer with its `*` would fail in one of the samples. */
export function placeRules(place: MergedPlace, steps: readonly Step[], isUsable = true): readonly InferredRule[] {
  const below = [
    ...(place.items === null ? [] : placeRules(place.items, [...steps, null], isUsable && isOnly(place, 'array') && place.items.isInAll)),
    ...(place.members ?? []).flatMap((member) => placeRules(member.place, [...steps, member.name], isUsable)),
  ];
  if (!isUsable) return below;
  const column = formatPointer(steps);
  const optional = place.isInAll ? {} : { optional: true };
  const own = conditionsOf(place).map((fields) => ({ rule: { column_cells: { column, ...fields, ...optional } }, isWarning: true }));
  return [...own, ...below];
}

function conditionsOf(place: MergedPlace): readonly JsonObject[] {
  const { min, max, firstDate, lastDate, formats, fewestItems, mostItems } = place;
  if (isOnly(place, 'array')) return [{ min_items: Math.floor(fewestItems / 2), max_items: Math.max(1, 2 * mostItems) }];
  if (isOnly(place, 'number') && min !== null && max !== null) {
    const range = isIdentifier(place) || isTiny(min) || isTiny(max) ? null : numberRange(Number(min), Number(max));
    return range === null ? [] : [range];
  }
  if (!isOnly(place, 'string')) return [];
  if (formats.includes('date') && firstDate !== null && lastDate !== null) {
    const range = dateRange(Number(firstDate.slice(0, 4)), Number(lastDate.slice(0, 4)));
    return range === null ? [] : [{ type: 'date', ...range }];
  }
  const words = wordsOf(place);
  return words?.some((text) => /\d/.test(text)) === true ? [{ one_of: words }] : [];
}

/** A number that is none as a double. */
function isTiny(text: string): boolean {
  return Number(text) === 0 && /[1-9]/.test(text.replace(/[eE].*/, ''));
}

/** Every value another one, a text or an integer. */
function isIdentifier(place: MergedPlace): boolean {
  const { count, kinds, isWhole, keys, hasBlank } = place;
  const isOfOneKind = kinds.string === count || (kinds.number === count && isWhole);
  return isOfOneKind && keys === 'different' && !hasBlank;
}

/** The pointer of the first member that identifies each of the objects at a place; those of nested objects last. */
export function keyIn(place: MergedPlace, steps: readonly Step[]): string | null {
  const objects = place.kinds.object ?? 0;
  if (objects === 0 || objects !== place.count) return null;
  const always = (place.members ?? []).filter((member) => member.place.count === objects);
  const own = always.find((member) => isIdentifier(member.place));
  if (own !== undefined) return formatPointer([...steps, own.name]);
  return always.reduce<string | null>((found, { name, place: inner }) => found ?? keyIn(inner, [...steps, name]), null);
}
