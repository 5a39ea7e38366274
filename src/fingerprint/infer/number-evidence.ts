/**
 * Which signs of decimals and thousands make every filled cell of a column a number, and what numbers they then are.
 *
 *     1.234,50 and 7,00      only with the decimal sign `,`: numbers from 7,00 to 1.234,50
 *     1.234 and 5.678        with either sign: which of the two it is, another column may show
 */
import type { JsonObject } from '#core/json/value';
import { type Decimal, formatDecimal, isWholeNumber, type NumberSigns, readNumber } from '../assert/decimal.ts';
import type { NamedCells } from '../columns/named-cells.ts';
import { plain, plainDouble, readPlainNumber } from '../columns/plain-number.ts';

/** Signs without anything else, so that they can be sent to a thread. */
export type SignPair = Pick<NumberSigns, 'decimal' | 'thousands'>;

const USUAL: SignPair = { decimal: '.', thousands: ',' };

/** The signs that are tried if none are stated. The first are those of a definition without a dialect. */
export const POSSIBLE_SIGNS: readonly SignPair[] = [
  USUAL,
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
  { decimal: ',', thousands: "'" },
];

export type NumberType = 'integer' | 'number' | 'percentage' | 'currency' | 'mixed';

/** What the column is with these signs. `min` and `max` are the texts of cells. */
export interface NumberReading extends JsonObject {
  readonly decimal: string;
  readonly thousands: string;
  readonly type: NumberType;
  readonly min: string;
  readonly max: string;
  /** At most two of them. */
  readonly currencies: readonly string[];
}

export function signsOf({ decimal, thousands }: NumberReading): SignPair {
  return { decimal: decimal as SignPair['decimal'], thousands };
}

export function toDouble(number: Decimal): number {
  return Number(formatDecimal(number));
}

/** Numbers of one sign, or simple numbers that all signs with the same decimal sign read alike. */
class Seen {
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  min: string | null = null;
  max: string | null = null;
  readonly looks = new Set<'number' | 'percentage' | 'currency'>();
  isWhole = true;
  readonly currencies = new Set<string>();

  value(number: number, text: () => string): void {
    if (this.min === null || number < this.#low) {
      this.#low = number;
      this.min = text();
    }
    if (this.max === null || number > this.#high) {
      this.#high = number;
      this.max = text();
    }
  }

  add(other: Seen): void {
    if (other.min !== null) this.value(other.#low, () => other.min as string);
    if (other.max !== null) this.value(other.#high, () => other.max as string);
    for (const look of other.looks) this.looks.add(look);
    for (const currency of other.currencies) this.currencies.add(currency);
    this.isWhole &&= other.isWhole;
  }
}

const SIGN = /[.,]|(?<=\d)['’ \u{a0}\u{2009}\u{202f}](?=\d)/u;

export class NumberEvidence {
  #live: { readonly signs: SignPair; readonly own: Seen }[];
  /** For each decimal sign, the simple numbers so far. */
  readonly #simple = new Map<string, Seen>([
    ['.', new Seen()],
    [',', new Seen()],
  ]);
  /** Whether some cell has a sign of decimals or thousands: only such a column shows which signs the file uses. */
  isMarked = false;
  /** Whether some number begins with zeros that mean nothing, as only identifiers do. */
  isPadded = false;

  constructor(signs: readonly SignPair[]) {
    this.#live = signs.map((one) => ({ signs: one, own: new Seen() }));
  }

  /** The cell is not blank. */
  add(cells: NamedCells, name: number): void {
    if (this.#live.length === 0) return;
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(name);
    const [start, end] = [starts[cell] as number, ends[cell] as number];
    const first = bytes[start] === 0x2d ? start + 1 : start;
    if (bytes[first] === 0x30 && first + 1 < end && isDigit(bytes[first + 1] as number)) this.isPadded = true;
    let text: string | null = null;
    const before = this.#live.length;
    const simple = { '.': false, ',': false };
    for (const decimal of ['.', ','] as const) {
      if (!this.#live.some(({ signs }) => signs.decimal === decimal)) continue;
      if (!readPlainNumber(bytes, start, end, decimal.charCodeAt(0))) continue;
      simple[decimal] = true;
      const seen = this.#simple.get(decimal) as Seen;
      seen.value(plainDouble(), () => cells.kept(name) as string);
      seen.looks.add('number');
      if (plain.isWhole) continue;
      seen.isWhole = false;
      this.isMarked = true;
    }
    if (simple['.'] && simple[',']) return;
    this.#live = this.#live.filter(
      ({ signs, own }) => simple[signs.decimal] || readInto(own, (text ??= cells.kept(name) as string), signs),
    );
    if (text !== null && SIGN.test(text)) this.isMarked = true;
    if (this.#live.length < before && this.#live.length === 0) this.#simple.clear();
  }

  /** One for each pair of signs with which every cell so far is a number. */
  readings(): readonly NumberReading[] {
    return this.#live.flatMap(({ signs, own }) => {
      const all = new Seen();
      all.add(this.#simple.get(signs.decimal) as Seen);
      all.add(own);
      if (all.min === null || all.max === null) return [];
      const [look, ...others] = all.looks;
      const type = others.length > 0 || look === undefined ? 'mixed' : look === 'number' && all.isWhole ? 'integer' : look;
      return [{ ...signs, type, min: all.min, max: all.max, currencies: [...all.currencies].slice(0, 2) }];
    });
  }
}

function readInto(seen: Seen, text: string, signs: NumberSigns): boolean {
  const number = readNumber(text, signs);
  if (number === null) return false;
  seen.value(toDouble(number.value), () => text);
  seen.looks.add(number.look);
  if (!isWholeNumber(text, signs)) seen.isWhole = false;
  if (number.currency !== null && seen.currencies.size < 2) seen.currencies.add(number.currency);
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
