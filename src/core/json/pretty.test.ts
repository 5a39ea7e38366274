import { expect, it } from 'vitest';
import { formatPretty } from './pretty.ts';
import { parseJson } from './read.ts';
import { Float, type JsonValue } from './value.ts';
import { formatSpine } from './write.ts';

it('formatPretty indents by two spaces and keeps the order of the keys', () => {
  expect(formatPretty({ b: [1, { c: null }], a: {}, d: [] })).toBe(
    '{\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "a": {},\n  "d": []\n}',
  );
});

it.each<JsonValue>([null, true, 'a"\n\u{1f600}', 1, 2n ** 64n - 1n, new Float(1), [], {}, { __proto__x: [new Float(1e300)] }])(
  'formatPretty loses nothing of value %#',
  (value) => expect(formatSpine(parseJson(Buffer.from(formatPretty(value))))).toBe(formatSpine(value)),
);

it('formatPretty refuses a lone surrogate, as the canonical forms do', () =>
  expect(() => formatPretty({ '\ud800': 1 })).toThrow(RangeError));
