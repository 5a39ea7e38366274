/**
 * An assertion has a name, the formats it applies to, its fields, a sentence, and a judge. All assertions are begun before the file is read. Those
 * that need rows receive them during the pass, and each gives its verdict afterwards.
 *
 *     assertion({ name: 'cell_eq', …, fields: { sheet, cell, value }, begin: ({ cell, value }, scope) => … })
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { CellBlock, Format, Grid, Parsed, Prose, Row } from '#core/parsed';
import type { Fields, Values } from '../define/fields.ts';
import type { Dialect } from '../dialect.ts';
import { shown } from '../shown.ts';

export type Verdict =
  | { readonly passed: true; readonly detail: string }
  /** `near` describes the place that came closest to passing. */
  | {
      readonly passed: false;
      readonly expected: string;
      readonly found: string;
      readonly near?: JsonObject;
      /** True if it could not be judged: there is no such place, there is too much, or values cannot be compared. Its negation fails as well. */
      readonly isUnjudged?: true;
    };

/** Receives the rows `from` to `to` of a sheet. A feed must not keep an unlimited number of rows, so that memory stays bounded. */
export interface RowFeed {
  readonly sheet: string;
  readonly from: number;
  readonly to: number;
  row(number: number, cells: Row): void;
}

/** Receives all rows of a sheet as blocks of cells (`core/cells.ts`); `first` is the number of the first row of the block. */
export interface BlockFeed {
  readonly sheet: string;
  block(block: CellBlock, first: number): void;
}

export type Feed = RowFeed | BlockFeed;

/** json, jsonl: receives every value with its number, which is its line in jsonl. */
export interface ValueFeed {
  value(value: JsonValue, number: number): void;
}

export interface Judge {
  readonly feed?: Feed | ValueFeed;
  /** Called once, after the last row. */
  verdict(): Verdict;
}

/** The file that is judged, and the sheets bound to names so far; null if no sheet matched. */
export interface Scope {
  /** The name of the file, without its folder. */
  readonly fileName: string;
  readonly format: Format;
  readonly parsed: Parsed;
  readonly dialect: Dialect;
  readonly bound: Map<string, string | null>;
}

export interface AssertionKind {
  readonly name: string;
  readonly formats: readonly Format[];
  readonly doc: string;
  readonly fields: Fields;
  /** The field that may be given directly as the value of the assertion: `heading_exists: Rent Roll`. */
  readonly bare: string | null;
  /** Whether it is judged the same where the parser warns that it did not read the content with certainty. */
  readonly isCertain: boolean;
  /** Returns an error in the combination of fields that are valid one by one, or null. */
  objection(values: Readonly<Record<string, unknown>>, format: Format): string | null;
  begin(values: Readonly<Record<string, unknown>>, scope: Scope): Judge;
}

interface AssertionRow<F extends Fields> {
  readonly name: string;
  readonly formats: readonly Format[];
  readonly doc: string;
  readonly fields: F;
  readonly bare?: keyof F & string;
  readonly isCertain?: true;
  readonly objection?: (values: Values<F>, format: Format) => string | null;
  readonly begin: (values: Values<F>, scope: Scope) => Judge;
}

export function assertion<F extends Fields>(row: AssertionRow<F>): AssertionKind {
  const { name, formats, doc, fields } = row;
  return {
    name,
    formats,
    doc,
    fields,
    bare: row.bare ?? null,
    isCertain: row.isCertain ?? false,
    objection: (values, format) => row.objection?.(values as Values<F>, format) ?? null,
    begin: (values, scope) => row.begin(values as Values<F>, scope),
  };
}

export function passed(detail: string): Verdict {
  return { passed: true, detail };
}

export function missed(expected: string, found: string, near?: JsonObject): Verdict {
  return near === undefined ? { passed: false, expected, found } : { passed: false, expected, found, near };
}

/** What a failed assertion means: the file does not match, or it is only recorded. */
export type Severity = 'fail' | 'warn';

/** Passes if the assertion fails, and fails if it passes or could not be judged, also because the content is uncertain. */
export function beginNegated(kind: AssertionKind, values: Readonly<Record<string, unknown>>, scope: Scope): Judge {
  const doubts: string[] = [];
  const judge = kind.begin(
    values,
    doubting(scope, (text) => doubts.push(`${shown(text)}, which may be either of two numbers`)),
  );
  const warnings = kind.isCertain || scope.parsed.kind === 'tree' ? [] : (scope.parsed.warnings ?? []);
  doubts.push(...warnings.map(({ message }) => message));
  return {
    ...judge,
    verdict() {
      const verdict = judge.verdict();
      if (verdict.passed) return missed('the assertion not to hold', verdict.detail);
      if (verdict.isUnjudged === true) return verdict;
      const [doubt] = doubts;
      return doubt === undefined
        ? passed(`not ${verdict.expected}: ${verdict.found}`)
        : unjudged(`certainty about ${verdict.expected}`, doubt);
    },
  };
}

/** The scope in which `onDoubt` is told a number that may be either of two. */
function doubting(scope: Scope, onDoubt: (text: string) => void): Scope {
  const { signs } = scope.dialect;
  if (signs.onAmbiguous === undefined) return scope;
  const onAmbiguous = (text: string): void => {
    signs.onAmbiguous?.(text);
    onDoubt(text);
  };
  return { ...scope, dialect: { ...scope.dialect, signs: { ...signs, onAmbiguous } } };
}

export function unjudged(expected: string, found: string, near?: JsonObject): Verdict {
  return { ...missed(expected, found, near), isUnjudged: true } as Verdict;
}

/** An assertion on prose needs no feed, because the whole document is in memory. */
export function judgeProse(scope: Scope, judge: (prose: Prose) => Verdict): Judge {
  const prose = proseOf(scope);
  return { verdict: () => judge(prose) };
}

export function proseOf({ parsed }: Scope): Prose {
  if (parsed.kind !== 'prose') throw new Error(`expected prose, found a ${parsed.kind}`);
  return parsed;
}

export function gridOf({ parsed }: Scope): Grid {
  if (parsed.kind !== 'grid') throw new Error(`expected a grid, found ${parsed.kind}`);
  return parsed;
}
