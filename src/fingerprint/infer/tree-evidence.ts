/**
 * What was seen at each place of the values of a json or jsonl: kinds, numbers, texts, members and items. All items of an array are one place.
 * Memory is bounded: an object with too many different members, as one whose keys are data, is not described member by member.
 *
 *     /items/*\/price      { count: 3, kinds: { number: 3 }, min: '9.5', max: '12', … }
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { isBlank } from '../assert/cells.ts';
import { compareExact, isWhole, readExact } from '../assert/exact-number.ts';
import { addToKey, beginKey, KeySet } from '../columns/key-set.ts';
import { type JsonKind, kindOf } from '../columns/pointed-cells.ts';
import { FORMATS } from '../json-schema/formats.ts';
import { type KeyBudget, MAX_TEXT_LENGTH, MAX_TEXTS } from './column-evidence.ts';

export type Kind = Exclude<JsonKind, 'nothing'>;

export interface PlaceFacts {
  readonly count: number;
  /** How often each kind was seen, without those that were not. */
  readonly kinds: Readonly<Partial<Record<Kind, number>>>;
  /** Of its numbers. */
  readonly isWhole: boolean;
  readonly min: string | null;
  readonly max: string | null;
  /** Of its strings, if all are dates. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Those of `SEEN_FORMATS` that all its strings have. */
  readonly formats: readonly string[];
  /** Its different strings; null if there are too many. */
  readonly texts: readonly string[] | null;
  readonly hasBlank: boolean;
  /** Whether no two of its strings or numbers have the same text. */
  readonly keys: 'different' | 'repeated' | 'too many';
  readonly fewestItems: number;
  readonly mostItems: number;
}

export interface Place extends PlaceFacts, JsonObject {
  readonly kinds: PlaceFacts['kinds'] & JsonObject;
  readonly items: Place | null;
  /** Null if they are not described. */
  readonly members: readonly Member[] | null;
}

export interface Member extends JsonObject {
  readonly name: string;
  readonly place: Place;
}

const SEEN_FORMATS: readonly string[] = ['date', 'date-time', 'uuid'];
const MAX_DEPTH = 16;
const MAX_MEMBERS = 100;
const MAX_NAME_LENGTH = 200;

/** What all places together may still use. */
export interface TreeBudget extends KeyBudget {
  places: number;
}

export class PlaceEvidence {
  readonly #budget: TreeBudget;
  readonly #depth: number;
  readonly #kinds: Partial<Record<Kind, number>> = {};
  readonly #numbers = new NumberSpan();
  #formats: readonly string[] = SEEN_FORMATS;
  #texts: Set<string> | null = new Set();
  #firstDate: string | null = null;
  #lastDate: string | null = null;
  #hasBlank = false;
  #keys: KeySet | null = null;
  #keyState: Place['keys'] = 'different';
  #count = 0;
  #fewest = Number.POSITIVE_INFINITY;
  #most = 0;
  #items: PlaceEvidence | null = null;
  #members: Map<string, PlaceEvidence> | null = new Map();

  constructor(budget: TreeBudget, depth = 0) {
    this.#budget = budget;
    this.#depth = depth;
    budget.places--;
  }

  add(value: JsonValue): void {
    const kind = kindOf(value) as Kind;
    this.#count++;
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    if (kind === 'number') this.#addNumber(value, formatExact(value));
    else if (kind === 'string') this.#addString(value as string);
    else if (kind === 'array') this.#addItems(value as readonly JsonValue[]);
    else if (kind === 'object') this.#addMembers(value as JsonObject);
  }

  place(): Place {
    return {
      count: this.#count,
      kinds: this.#kinds,
      isWhole: this.#numbers.isWhole,
      min: this.#numbers.min,
      max: this.#numbers.max,
      firstDate: this.#isOfDates() ? this.#firstDate : null,
      lastDate: this.#isOfDates() ? this.#lastDate : null,
      formats: (this.#kinds.string ?? 0) > 0 ? this.#formats : [],
      texts: this.#texts === null ? null : [...this.#texts],
      hasBlank: this.#hasBlank,
      keys: this.#keyState,
      fewestItems: this.#kinds.array === undefined ? 0 : this.#fewest,
      mostItems: this.#most,
      items: this.#items?.place() ?? null,
      members: this.#members === null ? null : [...this.#members].map(([name, member]) => ({ name, place: member.place() })),
    };
  }

  #addNumber(value: JsonValue, text: string): void {
    this.#numbers.add(value, text);
    this.#addKey(text);
  }

  #addString(text: string): void {
    this.#formats = this.#formats.filter((format) => FORMATS.get(format)?.(text) === true);
    if (this.#isOfDates()) {
      if (this.#firstDate === null || text < this.#firstDate) this.#firstDate = text;
      if (this.#lastDate === null || text > this.#lastDate) this.#lastDate = text;
    }
    if (isBlank(text)) this.#hasBlank = true;
    if (text.length <= MAX_TEXT_LENGTH) this.#texts?.add(text);
    if (text.length > MAX_TEXT_LENGTH || (this.#texts?.size ?? 0) > MAX_TEXTS) this.#texts = null;
    this.#addKey(text);
  }

  #isOfDates(): boolean {
    return this.#formats.includes('date');
  }

  #addKey(text: string): void {
    if (this.#keyState !== 'different') return;
    this.#keys ??= new KeySet(this.#budget.left);
    const bytes = encodeUtf8(text);
    beginKey();
    addToKey(bytes, 0, bytes.length);
    const added = this.#keys.add();
    if (added === 'new' && --this.#budget.left >= 0) return;
    this.#keyState = added === 'known' ? 'repeated' : 'too many';
    this.#budget.left += this.#keys.size;
    this.#keys = null;
  }

  #addItems(items: readonly JsonValue[]): void {
    this.#fewest = Math.min(this.#fewest, items.length);
    this.#most = Math.max(this.#most, items.length);
    if (this.#items === null && items.length > 0 && this.#mayDescend()) this.#items = new PlaceEvidence(this.#budget, this.#depth + 1);
    for (const item of items) this.#items?.add(item);
  }

  #addMembers(object: JsonObject): void {
    for (const name of Object.keys(object)) {
      if (this.#members === null) return;
      let member = this.#members.get(name);
      if (member === undefined) {
        if (this.#members.size >= MAX_MEMBERS || name.length > MAX_NAME_LENGTH || !this.#mayDescend()) {
          this.#members = null;
          return;
        }
        member = new PlaceEvidence(this.#budget, this.#depth + 1);
        this.#members.set(name, member);
      }
      member.add(object[name] as JsonValue);
    }
  }

  #mayDescend(): boolean {
    return this.#depth < MAX_DEPTH && this.#budget.places > 0;
  }
}

/** The smallest and the largest number, exactly. */
class NumberSpan {
  #low = 0;
  #high = 0;
  min: string | null = null;
  max: string | null = null;
  isWhole = true;

  add(value: JsonValue, text: string): void {
    if (this.isWhole && !Number.isInteger(value) && typeof value !== 'bigint') this.isWhole = isWhole(readExact(text));
    const double = Number(text);
    if (this.min === null || double < this.#low || (double === this.#low && isBelow(text, this.min))) {
      this.#low = double;
      this.min = text;
    }
    if (this.max === null || double > this.#high || (double === this.#high && isBelow(this.max, text))) {
      this.#high = double;
      this.max = text;
    }
  }
}

export function isBelow(a: string, b: string): boolean {
  return a !== b && compareExact(readExact(a), readExact(b)) < 0;
}
