import { describe, expect, it } from 'vitest';
import { compileLinear } from '#codecs/regex';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JSON_LIMITS } from '#core/json/limits';
import { parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { Mistake } from '../define/faults.ts';
import { pointerOf } from './place.ts';
import { compileSchema } from './schema.ts';

const json = (text: string): JsonValue => parseJsonExactly(encodeUtf8(text), JSON_LIMITS.data);

function faultsOf(schema: string, value: string): readonly string[] {
  const faults: string[] = [];
  const check = compileSchema(json(schema), compileLinear);
  const isGood = check(json(value), null, (place, message) => faults.push(`${pointerOf(place)}: ${message}`));
  expect(isGood).toBe(faults.length === 0);
  expect(check(json(value), null, null)).toBe(isGood);
  return faults;
}

function mistakeIn(schema: string): string {
  try {
    compileSchema(json(schema), compileLinear);
    return 'none';
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return `${error.path.join('/')}: ${error.message}`;
  }
}

const DRAFT_7 = '"$schema":"http://json-schema.org/draft-07/schema#"';

describe('compileSchema', () => {
  it.each<[string, string, string]>([
    ['{"type":"integer"}', '1.5', ': expected integer, found 1.5'],
    ['{"type":["string","null"]}', '{}', ': expected string or null, found an object'],
    ['{"enum":[1,"a"]}', '"b"', ': expected one of 1, "a", found "b"'],
    ['{"const":{"a":[1]}}', '{"a":[2]}', ': expected {"a":[1]}, found an object'],
    ['{"properties":{"a":{"items":{"minimum":0}}}}', '{"a":[1,-1]}', '/a/1: expected at least 0, found -1'],
    ['{"required":["a","b"]}', '{"a":1}', ': expected "b", found nothing'],
    ['{"additionalProperties":false,"properties":{"a":true}}', '{"a":1,"x/y":2}', '/x~1y: expected no such member'],
    ['{"properties":{"a":false}}', '{"a":1}', '/a: expected nothing here'],
    ['{"propertyNames":{"maxLength":1}}', '{"ab":1}', '/ab: expected at most 1 characters, found "ab"'],
    ['{"minLength":2}', '"😀"', ': expected at least 2 characters, found "😀"'],
    ['{"pattern":"^a"}', '"b"', ': expected text that matches "^a", found "b"'],
    ['{"uniqueItems":true}', '[1,1.0]', ': expected different items, found an array'],
    ['{"maxItems":1}', '[1,2]', ': expected at most 1 items, found 2'],
    ['{"minProperties":1}', '{}', ': expected at least 1 members, found 0'],
    ['{"contains":{"const":1}}', '[2]', ': expected 1 to any number of items that fit (contains), found 0'],
    ['{"anyOf":[{"type":"null"},{"const":1}]}', '2', ': expected one of 2 schemas (anyOf), found none that fits'],
    ['{"oneOf":[true,{"const":1}]}', '1', ': expected exactly one of 2 schemas (oneOf), found 2 that fit'],
    ['{"not":{"const":1}}', '1', ': expected a value that does not fit (not), found one that does'],
    ['{"if":{"const":1},"then":false}', '1', ': expected nothing here'],
    ['{"format":"date"}', '"2025-02-29"', ': expected the format date, found "2025-02-29"'],
    ['{"format":"date-time"}', '"2025-02-28 10:00:00Z"', ': expected the format date-time'],
    ['{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"null"}}}', '1', ': expected null, found 1'],
    ['{"$ref":"#x","$defs":{"y":{"$anchor":"x","type":"null"}}}', '1', ': expected null, found 1'],
    ['{"$ref":"#/$defs/*","$defs":{"*":{"type":"null"}}}', '1', ': expected null, found 1'],
    ['{"$ref":"#/$defs/a%20b","$defs":{"a b":{"type":"null"}}}', '1', ': expected null, found 1'],
    ['{"properties":{"__proto__":{"type":"null"}}}', '{"__proto__":1}', '/__proto__: expected null, found 1'],
    ['{"exclusiveMinimum":1}', '1', ': expected more than 1, found 1'],
    ['{"exclusiveMaximum":1}', '1', ': expected less than 1, found 1'],
    ['{"multipleOf":0.5}', '0.75', ': expected a multiple of 0.5, found 0.75'],
    ['{"maxLength":1}', '"ab"', ': expected at most 1 characters, found "ab"'],
    ['{"minItems":2}', '[1]', ': expected at least 2 items, found 1'],
    ['{"maxProperties":1}', '{"a":1,"b":2}', ': expected at most 1 members, found 2'],
    ['{"contains":{"const":1},"minContains":2,"maxContains":2}', '[1,1,1]', ': expected 2 items that fit (contains), found 3'],
    ['{"contains":{"const":1},"minContains":0,"maxContains":1}', '[1,1]', ': expected 0 to 1 items that fit (contains), found 2'],
    ['{"prefixItems":[{"type":"null"}],"items":{"type":"string"}}', '[null,1]', '/1: expected string, found 1'],
    ['{"prefixItems":[true,{"type":"null"}]}', '[1,2,3]', '/1: expected null, found 2'],
    ['{"patternProperties":{"^x":{"type":"null"}}}', '{"a":1,"xb":2}', '/xb: expected null, found 2'],
    ['{"patternProperties":{"^x":true},"additionalProperties":{"type":"null"}}', '{"xa":1,"b":2}', '/b: expected null, found 2'],
    ['{"dependentRequired":{"a":["b","c"]}}', '{"a":1,"b":2}', ': expected "c", found nothing'],
    ['{"dependentSchemas":{"a":{"required":["b"]}}}', '{"a":1}', ': expected "b", found nothing'],
    ['{"if":{"const":1},"then":true,"else":{"type":"null"}}', '2', ': expected null, found 2'],
    ['{"allOf":[true,{"type":"null"}]}', '1', ': expected null, found 1'],
    ['{"format":"time"}', '"24:00:00Z"', ': expected the format time'],
    ['{"format":"uuid"}', '"123e4567"', ': expected the format uuid'],
    ['{"format":"ipv4"}', '"256.0.0.1"', ': expected the format ipv4'],
    ['{"format":"email"}', '"a@b@c"', ': expected the format email'],
    ['{"format":"uri"}', '"example.org"', ': expected the format uri'],
    [`{${DRAFT_7},"items":[true,{"type":"null"}]}`, '[1,2]', '/1: expected null, found 2'],
    [`{${DRAFT_7},"items":[true],"additionalItems":false}`, '[1,2]', '/1: expected nothing here'],
    [`{${DRAFT_7},"dependencies":{"a":["b"]}}`, '{"a":1}', ': expected "b", found nothing'],
    [`{${DRAFT_7},"dependencies":{"a":{"maxProperties":1}}}`, '{"a":1,"b":2}', ': expected at most 1 members, found 2'],
    ['{"required":["constructor","toString"]}', '{}', ': expected "constructor", "toString", found nothing'],
  ])('%s refuses %s', (schema, value, said) => {
    expect(faultsOf(schema, value)).toEqual([expect.stringContaining(said)]);
  });

  it.each<[string, string]>([
    ['{"type":"integer"}', '1.0'],
    ['{"type":"integer"}', '1e400'],
    ['{"properties":{"__proto__":{"type":"null"}}}', '{}'],
    ['{"format":"date-time"}', '"2024-02-29T23:59:60.5+02:00"'],
    ['{"format":"uuid"}', '"123E4567-e89b-12d3-a456-426614174000"'],
    ['{"format":"ipv4"}', '"255.0.0.1"'],
    ['{"format":"email"}', '"a@example.org"'],
    ['{"format":"uri"}', '"https://example.org/x?y#z"'],
    ['{"format":"time"}', '"10:00:00Z"'],
    ['{"title":"t","description":"d","default":0,"examples":[],"$comment":"c","deprecated":true,"readOnly":true,"$id":"https://x/y"}', '1'],
    ['true', '1'],
    ['{"minContains":3,"maxContains":3}', '[1]'],
    ['{"contains":false,"minContains":0}', '[1]'],
    ['{"then":false,"else":false}', '1'],
    ['{"uniqueItems":false}', '[1,1]'],
    ['{"minLength":3,"minItems":3,"minProperties":3,"contains":false,"required":["a"]}', '1'],
    ['{"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":false}}', '{"b":1}'],
    [`{${DRAFT_7},"additionalItems":false}`, '[1,2]'],
    [`{${DRAFT_7},"items":true,"additionalItems":false}`, '[1,2]'],
    ['{"$ref":"#/definitions/tree","definitions":{"tree":{"items":{"$ref":"#/definitions/tree"},"type":"array"}}}', '[[],[[]]]'],
  ])('%s accepts %s', (schema, value) => {
    expect(faultsOf(schema, value)).toEqual([]);
  });

  it('compares numbers to the last digit, with any exponent', () => {
    expect(faultsOf('{"maximum":12345678901234567890.5}', '12345678901234567890.50000000001')).toHaveLength(1);
    expect(faultsOf('{"maximum":12345678901234567890.5}', '12345678901234567890.5')).toEqual([]);
    expect(faultsOf('{"const":0.1}', '0.10000000000000000555')).toHaveLength(1);
    expect(faultsOf('{"multipleOf":0.01}', '19.99')).toEqual([]);
    expect(faultsOf('{"multipleOf":0.01}', '1e-400')).toHaveLength(1);
    expect(faultsOf('{"exclusiveMinimum":0}', '1e-400')).toEqual([]);
    expect(faultsOf('{"maximum":1e400}', '1e401')).toHaveLength(1);
    expect(faultsOf('{"uniqueItems":true}', '[9007199254740993,9007199254740992]')).toEqual([]);
  });

  it('unevaluatedProperties and unevaluatedItems look at what the rest of the schema did not', () => {
    const closed =
      '{"allOf":[{"properties":{"a":true}}],"if":{"required":["b"]},"then":{"properties":{"b":true}},"unevaluatedProperties":false}';
    expect(faultsOf(closed, '{"a":1,"b":2}')).toEqual([]);
    expect(faultsOf(closed, '{"a":1,"c":2}')).toEqual(['/c: expected no member that no other part of the schema names']);
    expect(faultsOf('{"prefixItems":[true],"unevaluatedItems":{"type":"string"}}', '[1,"a",2]')).toEqual(['/2: expected string, found 2']);
    // Items that fit `contains` count as looked at.
    expect(faultsOf('{"contains":{"type":"string"},"unevaluatedItems":false}', '["a",1]')).toEqual([
      '/1: expected no item that no other part of the schema names',
    ]);
    // A schema that does not fit has looked at nothing.
    const either = '{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},true],"unevaluatedProperties":false}';
    expect(faultsOf(either, '{"a":"x"}')).toEqual([]);
    expect(faultsOf(either, '{"a":1}')).toEqual(['/a: expected no member that no other part of the schema names']);
  });

  it('$dynamicRef leads to the anchor of that name, as there is one document', () => {
    const tree = '{"$dynamicAnchor":"node","type":"object","properties":{"next":{"$dynamicRef":"#node"}},"unevaluatedProperties":false}';
    expect(faultsOf(tree, '{"next":{"next":{}}}')).toEqual([]);
    expect(faultsOf(tree, '{"next":{"nxt":{}}}')).toEqual(['/next/nxt: expected no member that no other part of the schema names']);
    expect(faultsOf('{"$dynamicRef":"#/$defs/a","$defs":{"a":{"const":1}}}', '2')).toHaveLength(1);
  });

  it('judges nested values once, also where several keywords ask', () => {
    const schema =
      '{"anyOf":[{"properties":{"a":{"$ref":"#"}}}],"oneOf":[{"properties":{"a":{"$ref":"#"}}}],"unevaluatedProperties":false}';
    const nested = (inner: string): string => `${'{"a":'.repeat(20)}${inner}${'}'.repeat(20)}`;
    expect(faultsOf(schema, nested('{}'))).toEqual([]);
    expect(faultsOf(schema, nested('{"b":1}')).length).toBeGreaterThan(0);
  });

  it('reports every fault of a value', () => {
    const schema = '{"properties":{"a":{"type":"string","minimum":3},"b":{"maximum":1}},"required":["c"]}';
    expect(faultsOf(schema, '{"a":1,"b":2}')).toEqual([
      '/a: expected string, found 1',
      '/a: expected at least 3, found 1',
      '/b: expected at most 1, found 2',
      ': expected "c", found nothing',
    ]);
  });

  it.each<[string, string]>([
    ['1', ': expected a schema, found 1'],
    ['{"properties":{"a":{"typ":"string"}}}', 'properties/a/typ: unknown keyword "typ" in draft 2020-12'],
    ['{"type":"text"}', 'type: expected one of null, boolean'],
    ['{"$ref":"https://example.org/x.json"}', '$ref: "https://example.org/x.json" is in another document, and nothing is fetched'],
    ['{"$ref":"other.json#/a"}', '$ref: "other.json#/a" is in another document'],
    ['{"$defs":{"unused":{"$ref":"http://x/"}}}', '$defs/unused/$ref: "http://x/" is in another document'],
    ['{"$ref":"#/nowhere"}', '$ref: "#/nowhere" leads to nothing'],
    ['{"$ref":"#/%"}', '$ref: "#/%" leads to nothing'],
    ['{"$ref":"#"}', ': a schema that leads to itself without a step into the value'],
    ['{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[true,{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}', 'leads to itself'],
    ['{"pattern":"(?=a)"}', 'pattern: bad pattern'],
    ['{"patternProperties":{"(":true}}', 'patternProperties/(: bad pattern'],
    ['{"format":"hostname"}', 'format: expected one of date, date-time'],
    ['{"$dynamicRef":"#x"}', '$dynamicRef: "#x" leads to nothing'],
    ['{"$dynamicRef":"other#x"}', '$dynamicRef: "other#x" is in another document'],
    ['{"unevaluatedItems":1}', 'unevaluatedItems: expected a schema, found 1'],
    ['{"$recursiveRef":"#"}', '$recursiveRef: $recursiveRef is not supported'],
    ['{"$defs":{"a":{"$anchor":"x"},"b":{"$dynamicAnchor":"x"}}}', '$defs/b/$dynamicAnchor: expected each anchor once'],
    ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$dynamicAnchor'].map((name): [string, string] => [
      `{"$schema":"http://json-schema.org/draft-07/schema#","${name}":"#"}`,
      `${name}: unknown keyword "${name}" in draft 07`,
    ]),
    ['{"items":[true]}', 'items: expected a schema, found a list: in draft 2020-12 it is prefixItems'],
    ['{"properties":{"a":{"$id":"x"}}}', 'properties/a/$id: $id is supported only at the root'],
    ['{"$schema":"http://json-schema.org/draft-04/schema#"}', '$schema: expected one of https://json-schema.org/draft/2020-12/schema'],
    [
      '{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[true]}',
      'prefixItems: unknown keyword "prefixItems" in draft 07',
    ],
    [
      '{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","type":"null","definitions":{"a":true}}',
      'type: draft 07 ignores',
    ],
    ['{"$ref":1}', '$ref: expected a reference such as #/$defs/item, found 1'],
    ['{"pattern":1}', 'pattern: expected a regular expression, found 1'],
    ['{"type":[]}', 'type: expected one of null, boolean'],
    ['{"dependentRequired":{"a":["b",1]}}', 'dependentRequired/a/1: expected different names, found 1'],
    ['{"contains":true,"minContains":1.5}', 'expected a whole number from 0, found 1.5'],
    ['{"minItems":-1}', 'minItems: expected a whole number from 0, found -1'],
    ['{"multipleOf":0}', 'multipleOf: expected a number above 0'],
    ['{"required":["a","a"]}', 'required/1: expected different names'],
    ['{"allOf":[]}', 'allOf: expected at least one schema'],
    ['{"allOf":{}}', 'allOf: expected a list'],
    ['{"properties":[]}', 'properties: expected a mapping'],
    ['{"$defs":[]}', '$defs: expected a mapping'],
    ['{"enum":[]}', 'enum: expected at least one value'],
    ['{"uniqueItems":1}', 'uniqueItems: expected true or false'],
    ['{"minimum":"1"}', 'minimum: expected a number'],
    ['{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}', '$defs/b/$anchor: expected each anchor once'],
  ])('refuses %s', (schema, said) => {
    expect(mistakeIn(schema)).toContain(said);
  });

  it('refuses a chain of schemas for one value that is too long', () => {
    const defs = Array.from({ length: 300 }, (_, i) => `"d${i}":{"$ref":"#/$defs/d${i + 1}"}`).join(',');
    expect(mistakeIn(`{"$ref":"#/$defs/d0","$defs":{${defs},"d300":true}}`)).toContain('more than 200 schemas for the same value');
  });
});
