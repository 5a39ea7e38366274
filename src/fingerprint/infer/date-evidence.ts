/**
 * Which formats every filled cell of a column has, if they are dates. Several may remain: `01/02/2025` has two, of which a later cell such as
 * `31/02/2025` rules out one.
 */
import type { JsonObject } from '#core/json/value';
import { type DateFormat, ISO_DATETIMES, momentOfPlain, parseDateFormat, plainIsoDate } from '../assert/dates.ts';
import type { NamedCells } from '../columns/named-cells.ts';

export const ISO = 'YYYY-MM-DD';

/** The stricter of two formats is first. */
const DATES: readonly string[] = [
  ISO,
  'DD.MM.YYYY',
  'D.M.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD MMM YYYY',
  'D MMM YYYY',
  'DD-MMM-YYYY',
  'MMM D, YYYY',
];
const TIMES: readonly string[] = ['hh:mm', 'hh:mm:ss'];

/** Which comes first in a format where both are numbers: null where it cannot be mistaken. */
export function orientationOf(format: string): 'day' | 'month' | null {
  if (/^DD?[/-]MM?(?!M)/.test(format)) return 'day';
  return /^MM?(?!M)[/-]/.test(format) ? 'month' : null;
}

/** With a time of day. */
export function isTimed(format: string): boolean {
  return format.includes('hh');
}

/** `min` and `max` are the texts of cells. */
export interface DateReading extends JsonObject {
  readonly format: string;
  readonly min: string;
  readonly max: string;
}

/** ISO 8601 with a time of day is a format of its own: it has fractions and zones. */
export function dateFormat(text: string): DateFormat {
  return text === ISO_DATETIMES.text ? ISO_DATETIMES : (parseDateFormat(text) as DateFormat);
}

const USUAL: readonly DateFormat[] = [
  ...DATES.map(dateFormat),
  ISO_DATETIMES,
  ...DATES.slice(1, 9).flatMap((date) => TIMES.map((time) => dateFormat(`${date} ${time}`))),
];

class Live {
  readonly format: DateFormat;
  #low = 0;
  #high = 0;
  min: string | null = null;
  max: string | null = null;

  constructor(format: DateFormat) {
    this.format = format;
  }

  add(moment: number, cells: NamedCells, name: number): void {
    if (this.min === null || moment < this.#low) {
      this.#low = moment;
      this.min = cells.kept(name);
    }
    if (this.max === null || moment > this.#high) {
      this.#high = moment;
      this.max = cells.kept(name);
    }
  }
}

export class DateEvidence {
  #live: Live[];

  constructor(stated: string | null) {
    const first = stated === null ? [] : [dateFormat(stated)];
    this.#live = [...first, ...USUAL.filter(({ text }) => text !== stated)].map((format) => new Live(format));
  }

  /** The cell is not blank. */
  add(cells: NamedCells, name: number): void {
    if (this.#live.length === 0) return;
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(name);
    const [only] = this.#live;
    const iso =
      only?.format.text === ISO && this.#live.length === 1 ? plainIsoDate(bytes, starts[cell] as number, ends[cell] as number) : 0;
    if (iso !== 0) return only?.add(momentOfPlain(iso), cells, name);
    const text = cells.text(name) as string;
    this.#live = this.#live.filter((live) => {
      const moment = live.format.read(text);
      if (moment !== null) live.add(moment, cells, name);
      return moment !== null;
    });
  }

  readings(): readonly DateReading[] {
    return this.#live.flatMap(({ format, min, max }) => (min === null || max === null ? [] : [{ format: format.text, min, max }]));
  }
}
