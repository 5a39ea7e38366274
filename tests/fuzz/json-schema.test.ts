/** JSON Schema as custody reads it and as Ajv does: the same verdict for random schemas and values, in both drafts. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLinear } from '#codecs/regex';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JSON_LIMITS } from '#core/json/limits';
import { parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { Mistake } from '#fingerprint/define/faults';
import { compileSchema } from '#fingerprint/json-schema/schema';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';

const exactly = (value: unknown): JsonValue => parseJsonExactly(encodeUtf8(JSON.stringify(value)), JSON_LIMITS.data);

const KEYS = ['a', 'b', 'ab', 'é'];
const key = fc.constantFrom(...KEYS);
const pattern = fc.constantFrom('^a', 'b$', '^[ab]+$', '.');
const number = fc.constantFrom(-2, -1, 0, 0.5, 1, 1.5, 2, 3, 4.5, 6, 10);
const count = fc.nat(3);

const { value } = fc.letrec<{ value: unknown; scalar: unknown }>((tie) => ({
  scalar: fc.oneof(fc.constant(null), fc.boolean(), number, fc.constantFrom('', 'a', 'ab', 'ba', 'é', '😀b')),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('scalar'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const DRAFT_WORDS: Readonly<Record<'2020-12' | '7', (schema: fc.Arbitrary<unknown>) => Record<string, fc.Arbitrary<unknown>>>> = {
  '2020-12': (schema) => ({
    prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
    items: schema,
    minContains: count,
    unevaluatedProperties: fc.oneof(fc.constant(false), schema),
    unevaluatedItems: fc.oneof(fc.constant(false), schema),
    maxContains: count,
    dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: fc.dictionary(key, schema, { maxKeys: 2, noNullPrototype: true }),
  }),
  '7': (schema) => ({
    items: fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 2 })),
    additionalItems: schema,
    dependencies: fc.dictionary(key, fc.oneof(schema, fc.uniqueArray(key, { maxLength: 2 })), { maxKeys: 2, noNullPrototype: true }),
  }),
};

function words(draft: '2020-12' | '7', schema: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  const types = fc.constantFrom('null', 'boolean', 'string', 'number', 'integer', 'array', 'object');
  const members = fc.dictionary(key, schema, { maxKeys: 3, noNullPrototype: true });
  const several = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    const: value,
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(0.5, 1, 1.5, 2, 3),
    minLength: count,
    maxLength: count,
    pattern,
    contains: schema,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    properties: members,
    patternProperties: fc.dictionary(pattern, schema, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: schema,
    propertyNames: schema,
    required: fc.uniqueArray(key, { maxLength: 2 }),
    minProperties: count,
    maxProperties: count,
    allOf: several,
    anyOf: several,
    oneOf: several,
    not: schema,
    ...Object.fromEntries(['if', 'then', 'else'].map((name) => [name, schema])),
    ...DRAFT_WORDS[draft](schema),
  };
}

/** Keywords that say which members and items were looked at. */
const LOOKING = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'prefixItems',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'type',
  'required',
];

function schemas(draft: '2020-12' | '7', isOfLooking = false): fc.Arbitrary<unknown> {
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
    const all = words(draft, tie('schema'));
    const some = fc.uniqueArray(fc.constantFrom(...(isOfLooking ? LOOKING : Object.keys(all))), { maxLength: isOfLooking ? 4 : 3 });
    return {
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.boolean(),
        fc.constantFrom({ $ref: '#/definitions/x' }, { $ref: '#/definitions/y' }, { $ref: '#' }),
        some.chain((names) =>
          fc.record(Object.fromEntries(names.map((name) => [name, all[name] as fc.Arbitrary<unknown>])), { noNullPrototype: true }),
        ),
      ),
    };
  });
  return fc.record({ x: schema, y: schema, top: schema }, { noNullPrototype: true }).map(({ x, y, top }) => {
    const root = typeof top === 'object' && top !== null && !('$ref' in top) ? top : { allOf: [top] };
    const $schema = draft === '7' ? 'http://json-schema.org/draft-07/schema#' : 'https://json-schema.org/draft/2020-12/schema';
    const definitions = { x, y };
    const closed = isOfLooking ? { unevaluatedProperties: false, unevaluatedItems: false } : {};
    // Ajv takes all items for evaluated beside contains.
    const text = JSON.stringify({ $schema, ...root, ...closed, definitions });
    return JSON.parse(text.includes('unevaluatedItems') ? text.replaceAll('"contains"', '"$comment"') : text);
  });
}

describe('compileSchema()', () => {
  test.each([
    ['2020-12', false],
    ['7', false],
    ['2020-12', true],
  ] as const)('says what Ajv says, draft %s, only unevaluated and what it depends on: %s', LONG_TIMEOUT, (draft, isOfLooking) => {
    const seen = { good: 0, bad: 0, endless: 0 };
    const ajv = draft === '7' ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schemas(draft, isOfLooking), fc.array(value, { minLength: 1, maxLength: 8 }), (schema, values) => {
        let check: ReturnType<typeof compileSchema>;
        try {
          check = compileSchema(exactly(schema), compileLinear);
        } catch (error) {
          if (!(error instanceof Mistake) || !error.message.includes('leads to itself')) throw error;
          seen.endless++;
          return;
        }
        const validate = ajv.compile(schema as object);
        ajv.removeSchema(schema as object);
        for (const one of values) {
          const isGood = validate(one);
          let faults = 0;
          expect(check(exactly(one), null, null)).toBe(isGood);
          expect(check(exactly(one), null, () => faults++)).toBe(isGood);
          expect(faults > 0).toBe(!isGood);
          seen[isGood ? 'good' : 'bad']++;
        }
      }),
      runs(1500),
    );
    expect(seen.good).toBeGreaterThan(40);
    expect(seen.bad).toBeGreaterThan(40);
  });
});
