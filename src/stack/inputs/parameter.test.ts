import { expect, it } from 'vitest';
import { Float, type JsonObject, type JsonValue } from '#core/json/value';
import { openReading } from './field-reader.ts';
import { mismatchOf, type Parameter, readParameter } from './parameter.ts';

const ENUM = { type: 'enum', values: ['strict', 2] };

it.each<[JsonObject & { readonly type: string }, readonly JsonValue[], readonly JsonValue[]]>([
  [{ type: 'string' }, ['', 'a'], [1, null]],
  [{ type: 'integer' }, [0, -7], [new Float(1.5), '1']],
  [{ type: 'number' }, [0, new Float(1.5)], ['1', true]],
  [{ type: 'boolean' }, [true, false], [0, 'true']],
  [ENUM, ['strict', 2], ['lenient', '2']],
  [{ type: 'object' }, [{}, { a: 1 }], [[], 'a']],
  [{ type: 'array' }, [[], [1]], [{}, 'a']],
  [{ type: 'duration' }, ['P1D'], [1]],
  [{ type: 'money' }, ['1.50', 1, new Float(1.5), { amount: 1 }], [true, []]],
  [{ type: 'jurisdiction_ref' }, ['ex'], [['ex']]],
])('readParameter() of %j takes as its default what has its type, and nothing else', (fields, good, bad) => {
  const read = (preset: JsonValue) => {
    const reading = openReading({ ...fields, default: preset });
    return { parameter: readParameter(reading), faults: reading.faults.map(({ at }) => at) };
  };
  for (const preset of good)
    expect(read(preset)).toEqual({
      parameter: { type: fields.type, isRequired: false, values: fields['values'] ?? [], default: preset },
      faults: [],
    });
  for (const preset of bad) expect([preset, read(preset).faults]).toEqual([preset, ['default']]);
});

it.each<[JsonObject, readonly string[]]>([
  [{ type: 'text' }, ['type']],
  [{}, ['type']],
  [{ type: 'string', required: 'yes' }, ['required']],
  [{ type: 'enum' }, ['values']],
  [{ type: 'enum', values: [], default: 'a' }, ['values']],
  [{ type: 'string', values: 'a' }, ['values']],
])('readParameter() finds the faults of %j', (fields, faults) => {
  const reading = openReading(fields);
  readParameter(reading);
  expect(reading.faults.map(({ at }) => at)).toEqual(faults);
});

it('readParameter() reads that a value is required', () => {
  expect(readParameter(openReading({ type: 'string', required: true })).isRequired).toBe(true);
});

it.each<[JsonValue, Pick<Parameter, 'type' | 'values'>, string | null]>([
  [{ a: [1] }, { type: 'any', values: [] }, null],
  ['x', { type: 'integer', values: [] }, 'expected integer, found "x"'],
  ['lenient', { type: 'string', values: ['strict', 'none'] }, 'expected one of "strict", "none", found "lenient"'],
  [{ a: [2n ** 60n] }, { type: 'any', values: [] }, 'expected an integer within 2^53-1 at tier.a[0]'],
])('mismatchOf() of row %# says why it does not fit', (value, parameter, said) => {
  expect(mismatchOf(value, parameter, 'tier')).toBe(said);
});
