/**
 * The rules that the samples suggest. What a good table is made of must hold: names, types, filled cells, allowed words, keys. What is only a
 * quantity or a habit is checked with `severity: warn`, and with room to spare: ranges, the number of rows, their order, codes with digits. So
 * the next good delivery matches, and an odd one is seen.
 *
 *     { rule: { column_cells: { column: 'Balance', type: 'number', not_blank: true } }, comment: '12,340 cells: 100.00 to 250,000.00' }
 */
import { grouped } from '#core/count-text';
import { Float, type JsonObject, type JsonValue } from '#core/json/value';
import { parseDecimal } from '../assert/decimal.ts';
import { dateFormat, ISO, isTimed } from './date-evidence.ts';
import type { DecidedColumn, DecidedTable } from './decide.ts';
import type { MergedTable } from './merge.ts';
import { signsOf, toDouble } from './number-evidence.ts';
import { pairsOf, type TrialFound, type TrialQuestion } from './trial.ts';
import { commentText, commentValue } from './yaml-text.ts';

export interface InferredRule {
  readonly rule: JsonObject;
  readonly isWarning: boolean;
  /** True if it is written as a comment, because too few rows support it. */
  readonly isDoubtful?: boolean;
}

export interface InferredColumn {
  /** What was seen. */
  readonly comment: string;
  readonly rules: readonly InferredRule[];
}

/** With fewer rows, keys, orders and allowed values may be accidents. */
export const FEW_ROWS = 20;
/** On average each allowed value was seen this often. */
export const OFTEN = 5;
/** Pairs of more columns are not tried. */
const MAX_KEYED = 12;

/** `sheet` is that of a workbook, if one was stated. */
export function columnRules(column: DecidedColumn, table: DecidedTable, place: JsonObject): InferredColumn {
  const { name, filled, blank, type, date, number } = column;
  const format = date === null || type === null ? {} : formatOf(column, table);
  const isFilled = filled > 0 && blank === 0;
  const allowed = allowedTexts(column);
  const isOfWords = allowed?.some((text) => /\d/.test(text)) === false;
  const condition = {
    ...(type === null ? {} : { type, ...format }),
    ...(allowed !== null && isOfWords ? { one_of: allowed } : {}),
    ...(isFilled ? { not_blank: true } : {}),
  };
  const rules: InferredRule[] = [];
  const add = (fields: JsonObject, isWarning: boolean): void => {
    rules.push({ rule: { column_cells: { ...place, column: name, ...fields } }, isWarning });
  };
  if (Object.keys(condition).length > 0) add(condition, false);
  if (allowed !== null && !isOfWords) add({ one_of: allowed }, true);
  const range = isKey(column) ? null : rangeOf(column);
  if (range !== null) add({ ...(date === null ? {} : { type, ...format }), ...range }, true);
  if (type === 'currency' && column.isOneCurrency) {
    rules.push({ rule: { column_currency: { ...place, columns: [name] } }, isWarning: false });
  }
  const seen = date ?? number;
  const facts = [
    ...(blank === 0 ? [] : [`${grouped(blank)} blank`]),
    ...(seen === null ? [] : [`${commentValue(seen.min)} to ${commentValue(seen.max)}`]),
    ...(column.texts === null || filled === 0 || column.keys === 'different' ? [] : [`${column.texts.length} different`]),
    ...(column.keys === 'different' && isFilled ? ['all different'] : []),
    ...(column.keys === 'too many' ? ['too many to say whether they are different'] : []),
    ...column.remarks,
  ];
  return { comment: `${commentText(name)}: ${grouped(filled)} filled${facts.map((fact) => `, ${fact}`).join('')}`, rules };
}

/** The format has to be stated where it is not that of the dialect. */
function formatOf({ date }: DecidedColumn, { dates }: DecidedTable): JsonObject {
  const format = date?.format ?? ISO;
  const usual = isTimed(format) ? dateFormat('YYYY-MM-DDThh:mm:ss').text : (dates ?? ISO);
  return format === usual ? {} : { format };
}

/** Texts that are few and were seen often. Numbers and dates have none: another number is no other kind of value. */
function allowedTexts(column: DecidedColumn): readonly string[] | null {
  const { texts, filled, keys } = column;
  if (!isText(column) || texts === null || keys === 'different') return null;
  return texts.length > 0 && filled >= Math.max(FEW_ROWS, OFTEN * texts.length) ? [...texts].sort(byText) : null;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A column that may identify a row by itself. Amounts and dates that happen to differ do not. */
function isKey(column: DecidedColumn): boolean {
  const { type, filled, blank, keys } = column;
  return filled > 0 && blank === 0 && keys === 'different' && (type === 'integer' || isText(column));
}

/** It is no number or date whose signs were left open. */
function isText({ type, numbers, isPadded, dates }: DecidedColumn): boolean {
  return type === null && (numbers.length === 0 || isPadded) && dates.length === 0;
}

function rangeOf({ number, date }: DecidedColumn): JsonObject | null {
  if (date !== null) {
    const read = (text: string): number => new Date(dateFormat(date.format).read(text) ?? 0).getUTCFullYear();
    return dateRange(read(date.min), read(date.max));
  }
  if (number === null) return null;
  const value = (text: string): number => toDouble(parseDecimal(text, signsOf(number)) ?? { units: 0n, scale: 0 });
  return numberRange(value(number.min), value(number.max));
}

/** From the first day of a year to the last of another one. */
export function dateRange(first: number, last: number): JsonObject | null {
  const room = last - first + 1;
  if (first - room < 0 || last + room > 9999) return null;
  return { min: `${yearText(first - room)}-01-01`, max: `${yearText(last + room)}-12-31` };
}

export function numberRange(low: number, high: number): JsonObject | null {
  if (low === 0 && high === 0) return null;
  const [min, max] = [low < 0 ? -roomy(-low) : 0, high > 0 ? roomy(high) : 0];
  return Number.isFinite(min) && Number.isFinite(max) ? { min: bound(min), max: bound(max) } : null;
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least twice as much. */
function roomy(value: number): number {
  const power = Math.floor(Math.log10(2 * value));
  const steps = [power - 1, power, power + 1].flatMap((exponent) => [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)));
  return steps.find((step) => step >= 2 * value) ?? Number.POSITIVE_INFINITY;
}

function bound(value: number): JsonValue {
  return Number.isSafeInteger(value) ? value : new Float(value);
}

/** What a second look at the samples can answer. */
export function trialQuestion({ columns, dates }: DecidedTable, dialect: JsonObject): TrialQuestion {
  const isComparable = ({ date, number, filled }: DecidedColumn): boolean =>
    filled >= FEW_ROWS && (number !== null || (date !== null && (isTimed(date.format) || date.format === (dates ?? ISO))));
  const isKeyed = (column: DecidedColumn): boolean =>
    column.filled > 0 && column.blank === 0 && (isText(column) || ['integer', 'date', 'datetime'].includes(column.type ?? ''));
  return {
    dialect,
    ordered: columns.filter(isComparable).map(({ name }) => name),
    keyed: columns.some(isKey)
      ? []
      : columns
          .filter(isKeyed)
          .slice(0, MAX_KEYED)
          .map(({ name }) => name),
  };
}

/** The rules on whole rows: the key, the order, the number of rows. */
export function tableRules(
  { rows, fewestRows, mostRows }: MergedTable,
  { columns }: DecidedTable,
  { question, found, place }: { readonly question: TrialQuestion; readonly found: readonly TrialFound[]; readonly place: JsonObject },
): readonly InferredRule[] {
  const rules: InferredRule[] = [];
  const single = columns.find(isKey);
  const pair = pairsOf(question.keyed).find((_, i) => found.length > 0 && found.every(({ pairs }) => pairs[i]));
  const key = single === undefined ? pair : [single.name];
  if (key !== undefined) rules.push({ rule: { column_unique: { ...place, columns: key } }, isWarning: false, isDoubtful: rows < FEW_ROWS });
  question.ordered.forEach((column, i) => {
    const orders = found.map(({ orders: all }) => all[i]);
    const order = orders[0]?.order ?? null;
    const steps = orders.reduce((sum, one) => sum + (one?.steps ?? 0), 0);
    if (order === null || steps < FEW_ROWS - 1 || orders.some((one) => one?.order !== order)) return;
    const strictly = orders.every((one) => one?.strictly === true) ? { strictly: true } : {};
    rules.push({ rule: { column_order: { ...place, column, order, ...strictly } }, isWarning: true });
  });
  const row_count = { ...place, min: Math.max(1, Math.floor(fewestRows / 2)), max: 2 * mostRows };
  return [...rules, { rule: { row_count }, isWarning: true }];
}
