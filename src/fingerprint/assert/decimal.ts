/**
 * Exact decimal numbers, as documents write them: `1,234.50`, `(12.5)` for a negative one, `$ 3`, `EUR 3`, `4.5%`, `1e-6`. Their sums do not
 * depend on the order of the terms, unlike sums of doubles.
 *
 *     formatDecimal(add(parseDecimal('0.1'), parseDecimal('0.2')))              0.3
 *     parseDecimal('1.234,50', { decimal: ',', thousands: '.' })                1234.5
 */
import { currencyOf } from './currencies.ts';

export interface Decimal {
  readonly units: bigint;
  /** The number of digits after the decimal point. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

export interface WrittenNumber {
  readonly value: Decimal;
  readonly look: 'number' | 'currency' | 'percentage';
  /** `EUR` for `EUR 3` and `3 €`; null for a number without a currency. */
  readonly currency: string | null;
}

/** The signs in numbers of a file. A space means any of the spaces that are used for it; `thousands` is empty if there is no such sign. */
export interface NumberSigns {
  readonly decimal: '.' | ',';
  readonly thousands: string;
  /** Given if the signs are assumed, in a file that may use them the other way round: takes each text that would then be another number. */
  readonly onAmbiguous?: (text: string) => void;
}

export const USUAL_SIGNS: NumberSigns = { decimal: '.', thousands: ',' };

/** Attacker-controlled: a longer text is not read as a number, and exponents are limited to those of doubles. */
const MAX_LENGTH = 64;
const MAX_EXPONENT = 308;

const BARE = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** `1,234` and `1.234`, but not `0.125`: no number is divided so after a zero. */
const AMBIGUOUS = /^[+-]?(?:\d{1,3},|[1-9]\d{0,2}\.)\d{3}(?:[eE][+-]?\d+)?$/;
const CURRENCY_BEFORE = /^([+-]?) ?(\p{Sc}|[A-Z]{3} ) ?(?=[+\-.\d])/u;
const CURRENCY_AFTER = /(?<=[\d.]) ?(\p{Sc}| [A-Z]{3})$/u;

export function parseDecimal(text: string, signs: NumberSigns = USUAL_SIGNS): Decimal | null {
  return readNumber(text, signs)?.value ?? null;
}

export function readNumber(text: string, signs: NumberSigns = USUAL_SIGNS): WrittenNumber | null {
  let rest = text.trim();
  if (rest.length > MAX_LENGTH) return null;
  if (signs.decimal !== '.' || signs.thousands !== ',') rest = withUsualSigns(rest, signs);
  const isBracketed = rest.startsWith('(') && rest.endsWith(')');
  if (isBracketed) rest = rest.slice(1, -1).trim();
  const isPercentage = rest.endsWith('%');
  if (isPercentage) rest = rest.slice(0, -1).trimEnd();
  const sign = CURRENCY_BEFORE.exec(rest)?.[2] ?? CURRENCY_AFTER.exec(rest)?.[1];
  const currency = sign === undefined ? null : currencyOf(sign.trim());
  const plain = currency === null ? rest : rest.replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, '');
  if (signs.onAmbiguous !== undefined && AMBIGUOUS.test(plain)) {
    signs.onAmbiguous(text);
    return null;
  }
  const bare = readBare(plain);
  if (bare === null || (isBracketed && /^[+-]/.test(plain))) return null;
  const signed = isBracketed ? { ...bare, units: -bare.units } : bare;
  if (isPercentage) return plain === rest ? { value: { ...signed, scale: signed.scale + 2 }, look: 'percentage', currency } : null;
  return { value: signed, look: currency === null ? 'number' : 'currency', currency };
}

const SPACES = /[ \u{a0}\u{2009}\u{202f}]/u;

/** A dot or comma that is no sign in this file makes the text no number. */
function withUsualSigns(text: string, { decimal, thousands }: NumberSigns): string {
  return text.replace(/[.,'’]|(?<=\d)[ \u{a0}\u{2009}\u{202f}](?=\d)/gu, (sign) => {
    if (sign === decimal) return '.';
    const isThousands = thousands === ' ' ? SPACES.test(sign) : thousands === "'" ? sign === "'" || sign === '’' : sign === thousands;
    return isThousands ? ',' : '?';
  });
}

function readBare(text: string): Decimal | null {
  const match = BARE.exec(text);
  if (match === null) return null;
  const whole = (match[2] as string).replaceAll(',', '');
  const fraction = match[3] ?? '';
  const exponent = Number(match[4] ?? 0);
  if (whole + fraction === '' || Math.abs(exponent) > MAX_EXPONENT) return null;
  const units = BigInt(whole + fraction) * (match[1] === '-' ? -1n : 1n);
  const scale = fraction.length - exponent;
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Whether a number has neither decimals nor an exponent, as it is written. */
export function isWholeNumber(text: string, { decimal }: NumberSigns): boolean {
  return !text.includes(decimal) && !/[eE()]/.test(text);
}

/** The double next to a number of at most 15 digits; null for longer ones, of which two may have the same double. */
export function shortDouble(number: Decimal): number | null {
  return formatDecimal(number).replace(/[-.]/g, '').length <= 15 ? Number(formatDecimal(number)) : null;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** `|a - b|`. */
export function distance(a: Decimal, b: Decimal): Decimal {
  const { units, scale } = add(a, { ...b, units: -b.units });
  return { units: units < 0n ? -units : units, scale };
}

export function isAtMost(a: Decimal, b: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale);
  return unitsAt(a, scale) <= unitsAt(b, scale);
}

/** Rounds to that many decimals, halves away from zero. */
export function roundDecimal(number: Decimal, decimals: number): Decimal {
  if (number.scale <= decimals) return number;
  const divisor = 10n ** BigInt(number.scale - decimals);
  const magnitude = number.units < 0n ? -number.units : number.units;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return { units: number.units < 0n ? -rounded : rounded, scale: decimals };
}

export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale);
}
