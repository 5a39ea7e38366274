/** Keywords on any value, on numbers and on strings. */
import type { JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { compareExact, type Exact, isMultiple, isWhole, readExact } from '../assert/exact-number.ts';
import { type JsonKind, kindOf } from '../columns/pointed-cells.ts';
import { describeValue } from '../define/faults.ts';
import { shown } from '../shown.ts';
import { FORMATS } from './formats.ts';
import type { Keyword } from './keywords.ts';
import type { Check } from './place.ts';
import { countOf, listOf, patternOf, shownValue } from './read-keyword.ts';
import type { KeywordContext } from './schema.ts';

const TYPES: readonly string[] = ['null', 'boolean', 'string', 'number', 'integer', 'array', 'object'];

/** A check on values of one kind; others satisfy it. */
export function onKind(kind: JsonKind, holds: (value: JsonValue) => boolean, words: string): Check {
  return (value, place, report) => {
    if (kindOf(value) !== kind || holds(value)) return true;
    report?.(place, `expected ${words}, found ${shownValue(value)}`);
    return false;
  };
}

export const SCALAR_KEYWORDS: readonly Keyword[] = [
  { name: 'type', compile: typeCheck },
  {
    name: 'const',
    compile: (value) => oneOf([value]),
  },
  {
    name: 'enum',
    compile(value, context) {
      const values = listOf(value, context);
      if (values.length === 0) throw context.mistake('expected at least one value, found an empty list');
      return oneOf(values);
    },
  },
  bound('minimum', 'at least', (order) => order >= 0),
  bound('maximum', 'at most', (order) => order <= 0),
  bound('exclusiveMinimum', 'more than', (order) => order > 0),
  bound('exclusiveMaximum', 'less than', (order) => order < 0),
  {
    name: 'multipleOf',
    compile(value, context) {
      const divisor = exactOf(value, context);
      if (divisor.sign <= 0) throw context.mistake(`expected a number above 0, found ${describeValue(value)}`);
      return onKind('number', (number) => isMultiple(readExact(formatExact(number)), divisor), `a multiple of ${formatExact(value)}`);
    },
  },
  length('minLength', 'at least', (count, limit) => count >= limit),
  length('maxLength', 'at most', (count, limit) => count <= limit),
  {
    name: 'pattern',
    compile(value, context) {
      const pattern = patternOf(value, context);
      return onKind('string', (text) => pattern.test(text as string), `text that matches ${shown(value as string)}`);
    },
  },
  {
    name: 'format',
    compile(value, { mistake }) {
      const name = typeof value === 'string' ? value : '';
      const holds = FORMATS.get(name);
      if (holds === undefined) throw mistake(`expected one of ${[...FORMATS.keys()].join(', ')}, found ${describeValue(value)}`);
      return onKind('string', (text) => holds(text as string), `the format ${name}`);
    },
  },
];

function typeCheck(value: JsonValue, { mistake }: KeywordContext): Check {
  const types = (Array.isArray(value) ? value : [value]) as readonly JsonValue[];
  const stray = types.find((type) => typeof type !== 'string' || !TYPES.includes(type));
  if (stray !== undefined || types.length === 0)
    throw mistake(`expected one of ${TYPES.join(', ')}, found ${describeValue(stray ?? value)}`);
  const names = types as readonly string[];
  const known = new Set(names);
  const takesIntegers = known.has('integer') && !known.has('number');
  return (found, place, report) => {
    const kind = kindOf(found);
    if (known.has(kind) || (kind === 'number' && takesIntegers && (typeof found === 'number' || isWhole(readExact(formatExact(found))))))
      return true;
    report?.(place, `expected ${names.join(' or ')}, found ${shownValue(found)}`);
    return false;
  };
}

function oneOf(values: readonly JsonValue[]): Check {
  const known = new Set(values.map(formatExact));
  const words = [...known].slice(0, 5).join(', ') + (known.size > 5 ? ', …' : '');
  return (value, place, report) => {
    if (known.has(formatExact(value))) return true;
    report?.(place, `expected ${known.size === 1 ? '' : 'one of '}${words}, found ${shownValue(value)}`);
    return false;
  };
}

function bound(name: string, words: string, holds: (order: number) => boolean): Keyword {
  return {
    name,
    compile(value, context) {
      const limit = exactOf(value, context);
      return onKind('number', (number) => holds(compareExact(readExact(formatExact(number)), limit)), `${words} ${formatExact(value)}`);
    },
  };
}

function length(name: string, words: string, holds: (count: number, limit: number) => boolean): Keyword {
  return {
    name,
    compile(value, context) {
      const limit = countOf(value, context);
      return onKind('string', (text) => holds(characters(text as string), limit), `${words} ${limit} characters`);
    },
  };
}

/** Counts characters, not the units of UTF-16. */
function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}

function exactOf(value: JsonValue, { mistake }: KeywordContext): Exact {
  if (kindOf(value) === 'number') return readExact(formatExact(value));
  throw mistake(`expected a number, found ${describeValue(value)}`);
}
