/** Keywords on arrays. */
import type { JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { describeValue } from '../define/faults.ts';
import type { Keyword } from './keywords.ts';
import type { Check } from './place.ts';
import { countOf, schemasOf } from './read-keyword.ts';
import { onKind } from './scalar-keywords.ts';

export const ARRAY_KEYWORDS: readonly Keyword[] = [
  {
    name: 'items',
    compile(value, context) {
      const { draft, beside, sub, mistake } = context;
      if (!Array.isArray(value)) return itemsFrom(Array.isArray(beside['prefixItems']) ? beside['prefixItems'].length : 0, sub());
      if (draft !== '7') throw mistake('expected a schema, found a list: in draft 2020-12 it is prefixItems');
      return inOrder(schemasOf(value, context).map((step) => sub(step)));
    },
  },
  {
    name: 'prefixItems',
    draft: '2020-12',
    compile: (value, context) => inOrder(schemasOf(value, context).map((step) => context.sub(step))),
  },
  {
    name: 'additionalItems',
    draft: '7',
    compile(_, { beside, sub }) {
      const check = sub();
      const { items } = beside;
      return Array.isArray(items) ? itemsFrom(items.length, check) : null;
    },
  },
  {
    name: 'contains',
    compile(_, context) {
      const { draft, beside, sub } = context;
      const check = sub();
      const limit = (name: string): number | null => (draft === '7' || beside[name] === undefined ? null : countOf(beside[name], context));
      const [least, most] = [limit('minContains') ?? 1, limit('maxContains') ?? Number.POSITIVE_INFINITY];
      const words = `${least}${most === least ? '' : ` to ${most === Number.POSITIVE_INFINITY ? 'any number of' : most}`} items that fit`;
      return (value, place, report) => {
        if (!Array.isArray(value)) return true;
        const count = (value as readonly JsonValue[]).filter((item) => check(item, null, null)).length;
        if (count >= least && count <= most) return true;
        report?.(place, `expected ${words} (contains), found ${count}`);
        return false;
      };
    },
  },
  partOfContains('minContains'),
  partOfContains('maxContains'),
  size('minItems', 'at least', (count, limit) => count >= limit),
  size('maxItems', 'at most', (count, limit) => count <= limit),
  {
    name: 'uniqueItems',
    compile(value, { mistake }) {
      if (typeof value !== 'boolean') throw mistake(`expected true or false, found ${describeValue(value)}`);
      if (!value) return null;
      const isUnique = (array: readonly JsonValue[]): boolean => new Set(array.map(formatExact)).size === array.length;
      return onKind('array', (array) => isUnique(array as readonly JsonValue[]), 'different items');
    },
  },
];

function partOfContains(name: string): Keyword {
  return {
    name,
    draft: '2020-12',
    compile(value, context) {
      countOf(value, context);
      return null;
    },
  };
}

function inOrder(checks: readonly Check[]): Check {
  return (value, place, report) => {
    if (!Array.isArray(value)) return true;
    let isGood = true;
    for (let i = 0; i < checks.length && i < value.length; i++) {
      if ((checks[i] as Check)(value[i] as JsonValue, { above: place, step: String(i) }, report)) continue;
      if (report === null) return false;
      isGood = false;
    }
    return isGood;
  };
}

function itemsFrom(first: number, check: Check): Check {
  return (value, place, report) => {
    if (!Array.isArray(value)) return true;
    let isGood = true;
    for (let i = first; i < value.length; i++) {
      if (check(value[i] as JsonValue, { above: place, step: String(i) }, report)) continue;
      if (report === null) return false;
      isGood = false;
    }
    return isGood;
  };
}

function size(name: string, words: string, holds: (count: number, limit: number) => boolean): Keyword {
  return {
    name,
    compile(value, context) {
      const limit = countOf(value, context);
      return (array, place, report) => {
        if (!Array.isArray(array) || holds(array.length, limit)) return true;
        report?.(place, `expected ${words} ${limit} items, found ${array.length}`);
        return false;
      };
    },
  };
}
