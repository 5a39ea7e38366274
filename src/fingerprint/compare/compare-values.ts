/**
 * Compares two JSON values, and names what differs by JSON pointers into the new value; what was removed by those into the old one. The elements
 * of arrays are paired by their content, so that one that was inserted does not shift the others.
 *
 *     compareValues({ items: [{ price: 1 }] }, { items: [{ price: 2 }] }, …)     VALUE_CHANGED at /items/0/price: 1 -> 2
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { alignByContent } from './align.ts';
import { type Differences, excerpts } from './differences.ts';
import type { Numbered } from './record-hashes.ts';

/** Where a value is in both files: what stands before the pointer, and the pointer. */
interface Places {
  readonly in: InFiles;
  readonly old: string;
  readonly now: string;
}

/** The whole value, such as `line 7`; empty if it is the only one of the file. */
export interface InFiles {
  readonly old: string;
  readonly now: string;
}

export function compareValues(old: JsonValue, now: JsonValue, whole: InFiles, differences: Differences): void {
  compareAt(old, now, { in: whole, old: '', now: '' }, differences);
}

function compareAt(old: JsonValue, now: JsonValue, at: Places, differences: Differences): void {
  if (isJsonObject(old) && isJsonObject(now)) compareObjects(old, now, at, differences);
  else if (Array.isArray(old) && Array.isArray(now)) compareArrays(old, now, at, differences);
  else {
    const [before, after] = [formatExact(old), formatExact(now)];
    if (before === after) return;
    differences.add('VALUE_CHANGED', () => {
      const [place, oldPlace] = [placeOf(at, 'now'), placeOf(at, 'old')];
      return { at: place, ...(oldPlace === place ? {} : { old_at: oldPlace }), ...excerpts(before, after) };
    });
  }
}

/** The pointer of the whole value is empty, which would be hard to see. */
function placeOf(places: Places, which: 'old' | 'now'): string {
  const [whole, pointer] = [places.in[which], places[which]];
  if (pointer === '') return whole === '' ? '(the whole value)' : whole;
  return whole === '' ? pointer : `${whole} ${pointer}`;
}

function nameMissing(value: JsonValue, at: Places, which: 'old' | 'now', differences: Differences): void {
  const text = (): string => formatExact(value);
  if (which === 'old') differences.add('VALUE_REMOVED', () => ({ at: placeOf(at, 'old'), ...excerpts(text(), null) }));
  else differences.add('VALUE_ADDED', () => ({ at: placeOf(at, 'now'), ...excerpts(null, text()) }));
}

function compareObjects(old: JsonObject, now: JsonObject, at: Places, differences: Differences): void {
  for (const [name, value] of Object.entries(old)) {
    const inside = below(at, name, name);
    if (Object.hasOwn(now, name)) compareAt(value, now[name] as JsonValue, inside, differences);
    else nameMissing(value, inside, 'old', differences);
  }
  for (const [name, value] of Object.entries(now)) {
    if (!Object.hasOwn(old, name)) nameMissing(value, below(at, name, name), 'now', differences);
  }
}

function below(at: Places, oldName: string | number, name: string | number): Places {
  return { in: at.in, old: `${at.old}/${escaped(oldName)}`, now: `${at.now}/${escaped(name)}` };
}

function escaped(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
}

function compareArrays(old: readonly JsonValue[], now: readonly JsonValue[], at: Places, differences: Differences): void {
  const all = numberTexts(old.map(formatExact), now.map(formatExact));
  const { match, isByPosition } = alignByContent(all, numberTexts(old.map(firstValue), now.map(firstValue)));
  differences.aligned(isByPosition ? 'POSITION' : 'CONTENT');
  const isPaired = new Uint8Array(old.length);
  for (const found of match) if (found >= 0) isPaired[found] = 1;
  old.forEach((value, i) => {
    if (isPaired[i] === 0) nameMissing(value, below(at, i, i), 'old', differences);
  });
  now.forEach((value, i) => {
    const before = match[i] as number;
    if (before < 0) nameMissing(value, below(at, i, i), 'now', differences);
    else if (all.old[before] !== all.now[i]) compareAt(old[before] as JsonValue, value, below(at, before, i), differences);
  });
}

/** Of an object or array its first value, by which elements are recognised that changed otherwise. */
export function firstValue(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : formatExact(value[0] as JsonValue);
  if (!isJsonObject(value)) return formatExact(value);
  for (const name in value) return `${name}\0${formatExact(value[name] as JsonValue)}`;
  return '{}';
}

/** Numbers equal texts alike, from 0. */
export function numberTexts(old: readonly string[], now: readonly string[]): Numbered {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const numbered = { old: Int32Array.from(old, numberOf), now: Int32Array.from(now, numberOf) };
  return { ...numbered, count: numbers.size };
}
