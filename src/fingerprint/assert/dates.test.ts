import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../../tests/helpers/trials.ts';
import { ISO_DATES, ISO_DATETIMES, momentOfPlain, parseDateFormat, plainIsoDate, plainOfDay } from './dates.ts';

it.each([
  ['DD.MM.YYYY', '31.12.2025', '2025-12-31T00:00:00.000Z'],
  ['D.M.YYYY', '1.2.2025', '2025-02-01T00:00:00.000Z'],
  ['MM/DD/YYYY', '12/31/2025', '2025-12-31T00:00:00.000Z'],
  ['YYYYMMDD', '20240229', '2024-02-29T00:00:00.000Z'],
  ['DD MMM YYYY', '31 Dec 2025', '2025-12-31T00:00:00.000Z'],
  ['MMM D, YYYY', 'December 1, 2025', '2025-12-01T00:00:00.000Z'],
  ['DD.MM.YYYY hh:mm:ss', ' 31.12.2025 23:59:01 ', '2025-12-31T23:59:01.000Z'],
  ['YYYY-MM-DDThh:mm', '0004-02-29T00:00', '0004-02-29T00:00:00.000Z'],
])('parseDateFormat(%j) reads %j', (format, text, iso) =>
  expect(new Date(parseDateFormat(format)?.read(text) ?? 0).toISOString()).toBe(iso),
);

it.each([
  ['DD.MM.YYYY', '31.11.2025'],
  ['DD.MM.YYYY', '29.02.2023'],
  ['DD.MM.YYYY', '1.2.2025'],
  ['DD.MM.YYYY', '01x02.2025'],
  ['MM/DD/YYYY', '99/99/2025'],
  ['DD MMM YYYY', '31 Foo 2025'],
  ['YYYY-MM-DDThh:mm', '2025-01-01T24:00'],
])('parseDateFormat(%j) does not read %j', (format, text) => expect(parseDateFormat(format)?.read(text)).toBeNull());

it.each(['', 'DD.MM', 'DD.MM.YYYY.DD', 'YYYY-MM-DD x', 'dd.mm.yyyy', 'YY-MM-DD'])('parseDateFormat refuses %j', (format) =>
  expect(parseDateFormat(format)).toBeNull(),
);

it.each([
  ['2025-12-31T10:00:00Z', '2025-12-31T10:00:00.000Z'],
  ['2025-12-31 10:00', '2025-12-31T10:00:00.000Z'],
  ['2025-12-31T10:00:00.1234+01:00', '2025-12-31T09:00:00.123Z'],
  ['2025-12-31T10:00:00-0530', '2025-12-31T15:30:00.000Z'],
])('ISO_DATETIMES reads %j', (text, iso) => expect(new Date(ISO_DATETIMES.read(text) ?? 0).toISOString()).toBe(iso));

it.each(['2025-12-31', '2025-13-31T10:00:00Z', '2025-12-31T10:61', '2025-12-31T10:00+25:00', 'x'])(
  'ISO_DATETIMES does not read %j',
  (text) => expect(ISO_DATETIMES.read(text)).toBeNull(),
);

it('plainIsoDate reads from bytes what ISO_DATES reads from the text', () => {
  const part = fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((number) => String(number).padStart(2, '0')),
    fc.constantFrom('x1', '1', ' 1', '-1', '1:', '/9', 'p1'),
  );
  const year = fc.oneof(
    fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, '0')),
    fc.constantFrom('20x5', '025', ':025', '20?5', '\u00012025'),
  );
  fc.assert(
    fc.property(year, part, part, fc.constantFrom('-', '/'), (y, m, d, sign) => {
      const text = [y, m, d].join(sign);
      const bytes = encodeUtf8(`,${text},`);
      const found = plainIsoDate(bytes, 1, bytes.length - 1);
      expect(found === 0 ? null : momentOfPlain(found)).toBe(ISO_DATES.read(text));
    }),
    runs(3000),
  );
});

it('momentOfPlain and plainOfDay agree with the calendar of the engine', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000 / 86_400_000, max: 2_932_896 }), (days) => {
      const date = new Date(days * 86_400_000);
      const plain = date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
      expect([momentOfPlain(plain), plainOfDay(days)]).toEqual([date.getTime(), plain]);
    }),
  );
});
