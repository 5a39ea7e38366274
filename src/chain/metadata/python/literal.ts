/**
 * Reads a Python literal: strings, numbers, None, True and False, and lists, tuples and dictionaries of them, with string keys.
 *
 *     ("1." "0")                 '1.0'
 *     {"args": ["-u", 1.5]}      { args: ['-u', Float(1.5)] }
 *     f"{x}", {1, 2}, a + b      not a literal
 */
import { emptyObject, Float, type JsonValue } from '#core/json/value';
import { pythonText } from './text.ts';
import { nextToken, type Tokens } from './tokens.ts';

export const NOT_LITERAL = Symbol('not a literal');
export type Literal = JsonValue | typeof NOT_LITERAL;

const INTEGER = /^(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?0)*|[1-9](?:_?\d)*)$/;
const FLOAT = /^(?=\.?\d)(?=[\d_]*[.eE])(?:\d(?:_?\d)*)?(?:\.(?:\d(?:_?\d)*)?)?(?:[eE][+-]?\d(?:_?\d)*)?$/;
/** The maximum length of a number, which is the limit of Python for decimal integers. */
const MAX_LENGTH = 4300;
/** A longer token is not an integer that JSON represents exactly. */
const MAX_EXACT_LENGTH = 80;

const NAMED: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['None', null],
  ['True', true],
  ['False', false],
]);

/** Reads the literal that starts with the current token; afterwards the current token is the one after it. Throws `MetadataError`. */
export function readLiteral(tokens: Tokens): Literal {
  const { text, kind, start, end } = tokens;
  if (kind === 'string') return readTexts(tokens);
  if (kind === 'number') return behind(tokens, numberOf(text.slice(start, end)));
  if (kind === 'name') return behind(tokens, namedValue(text.slice(start, end)));
  if (tokens.sign === '-' || tokens.sign === '+') return readSigned(tokens);
  if (tokens.sign === '(') return readGroup(tokens);
  if (tokens.sign === '[') return readItems(tokens, ']')?.values ?? NOT_LITERAL;
  if (tokens.sign === '{') return readDictionary(tokens);
  return NOT_LITERAL;
}

function namedValue(word: string): Literal {
  const value = NAMED.get(word);
  return value === undefined ? NOT_LITERAL : value;
}

function behind(tokens: Tokens, value: Literal): Literal {
  if (value !== NOT_LITERAL) nextToken(tokens);
  return value;
}

/** Adjacent strings are concatenated. */
function readTexts(tokens: Tokens): Literal {
  const parts: string[] = [];
  for (; tokens.kind === 'string'; nextToken(tokens)) {
    const part = pythonText(tokens.text, tokens.start, tokens.end);
    if (part === null) return NOT_LITERAL;
    parts.push(part);
  }
  return parts.join('');
}

/** Reads any number of signs: `- -1`. */
function readSigned(tokens: Tokens): Literal {
  let isNegated = false;
  for (; tokens.sign === '-' || tokens.sign === '+'; nextToken(tokens)) isNegated = isNegated !== (tokens.sign === '-');
  const value = readLiteral(tokens);
  if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof Float)) return NOT_LITERAL;
  return isNegated ? negated(value) : value;
}

function negated(value: number | bigint | Float): JsonValue {
  if (typeof value === 'number') return 0 - value;
  return typeof value === 'bigint' ? (exactInteger(-value) ?? new Float(-Number(value))) : new Float(-value.value);
}

function numberOf(word: string): Literal {
  if (word.length > MAX_LENGTH) return NOT_LITERAL;
  const digits = word.replaceAll('_', '');
  const isInteger = INTEGER.test(word);
  if (!isInteger && !FLOAT.test(word)) return NOT_LITERAL;
  const value = Number(digits);
  if (isInteger && Number.isSafeInteger(value)) return value;
  const exact = isInteger && digits.length <= MAX_EXACT_LENGTH ? exactInteger(BigInt(digits)) : null;
  if (exact !== null) return exact;
  return Number.isFinite(value) ? new Float(value) : NOT_LITERAL;
}

/** Returns null if JSON cannot represent it exactly. */
function exactInteger(value: bigint): bigint | null {
  return value >= -(2n ** 63n) && value < 2n ** 64n ? value : null;
}

function readGroup(tokens: Tokens): Literal {
  const items = readItems(tokens, ')');
  if (items === null) return NOT_LITERAL;
  const [first] = items.values;
  return items.hasComma || first === undefined ? items.values : first;
}

interface Items {
  readonly values: JsonValue[];
  readonly hasComma: boolean;
}

/** Reads the items in brackets; null if one of them is not a literal. */
function readItems(tokens: Tokens, close: string): Items | null {
  const values: JsonValue[] = [];
  let hasComma = false;
  nextToken(tokens);
  while (tokens.sign !== close) {
    const value = readLiteral(tokens);
    if (value === NOT_LITERAL) return null;
    values.push(value);
    if (tokens.sign === close) break;
    if (tokens.sign !== ',') return null;
    hasComma = true;
    nextToken(tokens);
  }
  nextToken(tokens);
  return { values, hasComma };
}

/** A duplicate key keeps its last value, as in Python. */
function readDictionary(tokens: Tokens): Literal {
  const object = emptyObject();
  nextToken(tokens);
  while (tokens.sign !== '}') {
    const key = readKey(tokens);
    const value = key === null ? NOT_LITERAL : readLiteral(tokens);
    if (key === null || value === NOT_LITERAL) return NOT_LITERAL;
    object[key] = value;
    if (tokens.sign === '}') break;
    if (tokens.sign !== ',') return NOT_LITERAL;
    nextToken(tokens);
  }
  nextToken(tokens);
  return object;
}

/** Reads a key and its colon. */
function readKey(tokens: Tokens): string | null {
  const key = readLiteral(tokens);
  if (typeof key !== 'string' || tokens.sign !== ':') return null;
  nextToken(tokens);
  return key;
}
