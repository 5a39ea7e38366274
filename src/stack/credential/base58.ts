/**
 * base58btc, as multibase `z` uses it: one text for every run of bytes, leading zero bytes as leading `1`.
 *
 *     encodeBase58(bytes of ed 01 …)     6Mk…
 *     decodeBase58('0OIl')               null
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]));

/** Attacker-controlled, and decoding takes the square of the length: a key has 47 letters, a signature 88. */
const LONGEST = 128;

export function encodeBase58(bytes: Uint8Array): string {
  const zeros = leading(bytes, 0);
  let rest = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET.charAt(Number(rest % 58n)) + text;
  return '1'.repeat(zeros) + text;
}

/** Null for what is not base58btc, or longer than any key or signature. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > LONGEST) return null;
  const digits = Array.from(text, (letter) => VALUES.get(letter));
  if (!digits.every((digit) => digit !== undefined)) return null;
  const hex = numberOf(digits).toString(16);
  const zeros = leading(digits, 0);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  const length = zeros === digits.length ? 0 : even.length / 2;
  const bytes = new Uint8Array(zeros + length);
  for (let at = 0; at < length; at++) bytes[zeros + at] = Number.parseInt(even.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** As many digits as a number holds exactly, so that few steps take a long integer. */
const AT_ONCE = 9;

function numberOf(digits: readonly number[]): bigint {
  let sum = 0n;
  for (let at = 0; at < digits.length; at += AT_ONCE) {
    const some = digits.slice(at, at + AT_ONCE);
    sum = sum * BigInt(58 ** some.length) + BigInt(some.reduce((part, digit) => part * 58 + digit, 0));
  }
  return sum;
}

function leading(values: ArrayLike<number>, wanted: number): number {
  let count = 0;
  while (count < values.length && values[count] === wanted) count++;
  return count;
}
