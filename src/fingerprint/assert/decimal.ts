/**
 * Exact decimal numbers, as documents write them: `1,234.50`, `(12.5)` for a negative one, `$ 3`, `EUR 3`, `4.5%`, `1e-6`. Their sums do not
 * depend on the order of the terms, unlike sums of doubles.
 *
 *     formatDecimal(add(parseDecimal('0.1'), parseDecimal('0.2')))     0.3
 */
export interface Decimal {
  readonly units: bigint;
  /** The number of digits after the decimal point. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

export interface WrittenNumber {
  readonly value: Decimal;
  readonly look: 'number' | 'currency' | 'percentage';
}

/** Attacker-controlled: a longer text is not read as a number, and exponents are limited to those of doubles. */
const LONGEST = 64;
const WIDEST_EXPONENT = 308;

const BARE = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
const CURRENCY_BEFORE = /^([+-]?) ?(?:[$€£¥₹]|[A-Z]{3} ) ?(?=[+\-.\d])/;
const CURRENCY_AFTER = /(?<=[\d.]) ?(?:[$€£¥₹]| [A-Z]{3})$/;

export function parseDecimal(text: string): Decimal | null {
  return readNumber(text)?.value ?? null;
}

export function readNumber(text: string): WrittenNumber | null {
  let rest = text.trim();
  if (rest.length > LONGEST) return null;
  const isBracketed = rest.startsWith('(') && rest.endsWith(')');
  if (isBracketed) rest = rest.slice(1, -1).trim();
  const isPercentage = rest.endsWith('%');
  if (isPercentage) rest = rest.slice(0, -1).trimEnd();
  const plain = rest.replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, '');
  const bare = readBare(plain);
  if (bare === null || (isBracketed && /^[+-]/.test(plain))) return null;
  const signed = isBracketed ? { ...bare, units: -bare.units } : bare;
  if (isPercentage) return plain === rest ? { value: { ...signed, scale: signed.scale + 2 }, look: 'percentage' } : null;
  return { value: signed, look: plain === rest ? 'number' : 'currency' };
}

function readBare(text: string): Decimal | null {
  const match = BARE.exec(text);
  if (match === null) return null;
  const whole = (match[2] as string).replaceAll(',', '');
  const fraction = match[3] ?? '';
  const exponent = Number(match[4] ?? 0);
  if (whole + fraction === '' || Math.abs(exponent) > WIDEST_EXPONENT) return null;
  const units = BigInt(whole + fraction) * (match[1] === '-' ? -1n : 1n);
  const scale = fraction.length - exponent;
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
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

export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale);
}
