/**
 * Adds up numbers as documents write them, exactly, and remembers their currencies. Nearly all numbers of a column have few digits: they are
 * added as integers of the engine, one sum for each number of decimals, as long as these are exact.
 *
 *     const sum = new ExactSum(signs); sum.add('EUR 0.10'); sum.add('0.2'); formatDecimal(sum.value)      0.3
 */
import { add, type Decimal, type NumberSigns, readNumber, ZERO } from './decimal.ts';

/** Above it an integer is moved to the exact sum. */
const MAX_SMALL = 2 ** 52;

export class ExactSum {
  readonly #signs: NumberSigns;
  readonly #small: number[] = [];
  readonly #currencies = new Set<string>();
  #large = ZERO;
  /** The number of terms. */
  terms = 0;

  constructor(signs: NumberSigns) {
    this.#signs = signs;
  }

  /** Returns false for a text that is no number. */
  add(text: string): boolean {
    const number = readNumber(text, this.#signs);
    if (number === null) return false;
    this.terms++;
    this.#large = add(this.#large, number.value);
    if (number.currency !== null) this.#currencies.add(number.currency);
    return true;
  }

  /** Adds `units` divided by ten to the power of `scale`. The units must be an integer below 2^52. */
  addUnits(units: number, scale: number): void {
    this.terms++;
    const sum = (this.#small[scale] ?? 0) + units;
    if (sum < MAX_SMALL && sum > -MAX_SMALL) this.#small[scale] = sum;
    else {
      this.#large = add(this.#large, { units: BigInt(sum), scale });
      this.#small[scale] = 0;
    }
  }

  get value(): Decimal {
    return this.#small.reduce(
      (total, units, scale) => (units === undefined ? total : add(total, { units: BigInt(units), scale })),
      this.#large,
    );
  }

  /** The currencies of the terms and another one, sorted. */
  currenciesWith(other: string | null): readonly string[] {
    return [...new Set([...this.#currencies, ...(other === null ? [] : [other])])].sort();
  }
}
