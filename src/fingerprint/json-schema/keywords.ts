/** The keywords of JSON Schema: what each asks of a value. Each is compiled once, with its mistakes. */
import type { JsonValue } from '#core/json/value';
import { ARRAY_KEYWORDS } from './array-keywords.ts';
import { LOGIC_KEYWORDS } from './logic-keywords.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import type { Check } from './place.ts';
import { SCALAR_KEYWORDS } from './scalar-keywords.ts';
import type { Draft, KeywordContext } from './schema.ts';
import { UNEVALUATED_KEYWORDS } from './unevaluated.ts';

export interface Keyword {
  readonly name: string;
  /** The only draft that has it. */
  readonly draft?: Draft;
  /** Null if it asks for nothing by itself. */
  compile(value: JsonValue, context: KeywordContext): Check | null;
}

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [...SCALAR_KEYWORDS, ...ARRAY_KEYWORDS, ...OBJECT_KEYWORDS, ...LOGIC_KEYWORDS, ...UNEVALUATED_KEYWORDS].map((keyword) => [
    keyword.name,
    keyword,
  ]),
);

/** They ask for nothing. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$dynamicAnchor',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Ignoring them would pass values that they refuse. */
export const UNSUPPORTED: ReadonlySet<string> = new Set([
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** The keywords whose schemas are applied to the same value. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);
