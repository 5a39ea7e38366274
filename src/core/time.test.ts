import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tests/helpers/trials.ts';
import { formatInstant, isWritableInstant, parseInstant } from './time.ts';

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [1768473000000, '2026-01-15T10:30:00Z'],
  [1768473000999, '2026-01-15T10:30:00Z'],
  [-1, '1969-12-31T23:59:59Z'],
])('formatInstant() writes %i in UTC, whole seconds', (ms, text) => expect(formatInstant(new Date(ms))).toBe(text));

test.each([
  ['0000-01-01T00:00:00.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['-000001-12-31T23:59:59.999Z', false],
  ['+010000-01-01T00:00:00.000Z', false],
])('isWritableInstant() says of %s %s', (text, isWritable) => expect(isWritableInstant(Date.parse(text))).toBe(isWritable));

test('isWritableInstant() is false for NaN', () => expect(isWritableInstant(Number.NaN)).toBe(false));

test.each([
  ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00.000Z'],
  ['2026-01-15t10:30:00z', '2026-01-15T10:30:00.000Z'],
  ['2026-01-15 10:30:00Z', '2026-01-15T10:30:00.000Z'],
  ['2026-01-15T11:30:00+01:00', '2026-01-15T10:30:00.000Z'],
  ['2026-01-15T00:30:00-10:30', '2026-01-15T11:00:00.000Z'],
  ['2026-01-01T00:15:00+00:30', '2025-12-31T23:45:00.000Z'],
  ['2026-01-15T10:30:00.5Z', '2026-01-15T10:30:00.500Z'],
  ['2026-01-15T10:30:00.123456789Z', '2026-01-15T10:30:00.123Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2026-01-15T10:30:00-00:00', '2026-01-15T10:30:00.000Z'],
])('parseInstant() reads %s', (text, instant) => expect(new Date(parseInstant(text) as number).toISOString()).toBe(instant));

test.each([
  '',
  '2026',
  '2026-01-15',
  '2026-01-15T10:30Z',
  '2026-01-15T10:30:00',
  '2026-01-15T10:30:00+0100',
  '2026-01-15T10:30:00+01',
  '2026-1-15T10:30:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-15T24:00:00Z',
  '2026-01-15T10:60:00Z',
  '2026-01-15T10:30:61Z',
  '2026-01-15T10:30:00+24:00',
  '2026-01-15T10:30:00+01:60',
  '2026-01-15T10:30:00.Z',
  ' 2026-01-15T10:30:00Z',
  '2026-01-15T10:30:00Z\n',
  '+002026-01-15T10:30:00Z',
  '２026-01-15T10:30:00Z',
  '2026-01-15T10:30:00,5Z',
])('parseInstant() refuses %j', (text) => expect(parseInstant(text)).toBeNull());

test('parseInstant() agrees with the engine on every instant it writes', () => {
  const date = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (instant) => {
      expect(parseInstant(instant.toISOString())).toBe(instant.getTime());
      expect(parseInstant(formatInstant(instant))).toBe(Math.floor(instant.getTime() / 1000) * 1000);
    }),
    runs(1000),
  );
});
