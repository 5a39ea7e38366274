import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { emptyObject, Float, type JsonValue } from '#core/json/value';
import { parseYaml } from './read.ts';
import { formatYaml } from './write.ts';

const back = (value: JsonValue): JsonValue => parseYaml(encodeUtf8(formatYaml(value)));

/** The texts are separated by bars. */
const TEXTS = [
  '| lead|trail |a\nb\n|\n|a\tb|it\'s|"x"|a: b|a:|a #b|# a|- a|? a|%a|*a|&a|!a|@a|`a|[|]|{|}|,|>|\\|\\n|---|...|--- a|\r|a\r\nb',
  '2025-01-01|2025-12-24T02:24:14Z|0.4.14|yes|no|on|Null|null|~|true|TRUE|.nan|.inf|-.INF|<<|=|1|-1|1.0|1e3|0x10|0o17|017|1_000|12:30:00',
  '+1|.5|5.|12345678901234567890|-0|\u{9f}\u{ffff}|\u{0}x|a\u{85}b|a\u{2028}b|\u{feff}a|é😀|\u{7f}',
]
  .join('|')
  .split('|')
  .concat('|', 'x '.repeat(200));

it.each(TEXTS)('formatYaml() writes the string %j so that it is read as that string, as value, key and element', (text) =>
  expect(back({ [text]: text, list: [text, [text]] })).toEqual({ [text]: text, list: [text, [text]] }),
);

it.each([
  [null],
  [true],
  [12],
  [9007199254740993n],
  [18446744073709551615n],
  [new Float(1)],
  [new Float(0.5)],
  [new Float(-0)],
  [new Float(1e21)],
  [new Float(1e-7)],
  [{}],
  [[]],
  [[[], {}]],
  [{ a: { b: [{ c: [] }, { d: {} }] } }],
])('formatYaml() writes %s so that it is read as it was', (value: JsonValue) => {
  expect(back({ value })).toEqual({ value });
  expect(back([value])).toEqual([value]);
});

it('formatYaml() keeps the order of keys, and treats __proto__ as an ordinary key', () => {
  const value = emptyObject();
  value['zone_id'] = 'b';
  value['__proto__'] = { a: 1 };
  value['corridors'] = [];
  expect(formatYaml(value)).toBe('zone_id: b\n__proto__:\n  a: 1\ncorridors: []\n');
});

it('formatYaml() writes an object that occurs twice in full both times, without an alias', () => {
  const params = { tier: 2 };
  expect(formatYaml([params, params])).toBe('- tier: 2\n- tier: 2\n');
});

it.each(['2025-01-01', '2025-12-24T02:24:14Z', 'yes', 'off', '017', '1_000'])(
  'formatYaml() quotes %s, which YAML 1.1 would take for something else',
  (text) => expect(formatYaml({ a: text })).toBe(`a: "${text}"\n`),
);
