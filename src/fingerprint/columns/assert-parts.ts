/** The assertion of json and jsonl that parts add up to their whole, in every row. */
import { counted } from '#core/count-text';
import type { JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { type AssertionKind, assertion, passed, unjudged } from '../assert/assertion.ts';
import { distance, formatDecimal, isAtMost, readNumber, ZERO } from '../assert/decimal.ts';
import { ExactSum } from '../assert/exact-sum.ts';
import { COLUMN_NAME, TOLERANCE } from '../define/field-types.ts';
import { defaulting, required } from '../define/fields.ts';
import { TREE_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { watchColumns } from './columns.ts';
import { Offenders } from './offenders.ts';
import { kindOf, type PointedCells } from './pointed-cells.ts';
import { type Pointer, parsePointer, rowPath, type Step, valueAt } from './pointers.ts';

export const PART_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'row_sum',
    formats: TREE_FORMATS,
    doc: 'In every row that has the number `equals`, the numbers of `column`, which has more `*`, add up to it, give or take `tolerance`. Null and what is missing count nothing; other values fail.',
    fields: { column: required(COLUMN_NAME), equals: required(COLUMN_NAME), tolerance: defaulting(TOLERANCE, ZERO) },
    objection: ({ column, equals }) =>
      stepsBelow(column, equals) === null
        ? `expected a column with the * of ${shown(equals)} and at least one more, found ${shown(column)}`
        : null,
    begin({ column, equals, tolerance }, scope) {
      const steps = stepsBelow(column, equals) ?? [];
      const offenders = new Offenders();
      let terms = 0;
      /** Null if the values cannot be compared. */
      const isEqual = (cells: PointedCells): boolean | null => {
        const sum = new ExactSum(scope.dialect.signs);
        const isSummed = eachBelow(cells.base, steps, (value) => (kindOf(value) === 'null' ? true : isAdded(value, sum)));
        terms += sum.terms;
        const whole = readNumber(cells.text(0) as string, scope.dialect.signs);
        if (!isSummed || whole === null || sum.currenciesWith(whole.currency).length > 1) return null;
        return isAtMost(distance(sum.value, whole.value), tolerance);
      };
      return watchColumns(
        scope,
        { sheet: null, columns: [equals] },
        {
          row(cells) {
            if (cells.isBlank(0)) return;
            const equal = isEqual(cells as PointedCells);
            if (equal === null) offenders.addIncomparable(cells, 0);
            else if (!equal) offenders.add(cells, 0);
          },
          verdict(rows) {
            const give = tolerance.units === 0n ? '' : ` within ${formatDecimal(tolerance)}`;
            if (offenders.count > 0) return offenders.verdict(`${shown(column)} to add up to ${shown(equals)}${give} in every row`, rows);
            if (terms === 0) return unjudged(`numbers in ${shown(column)}`, 'none');
            return passed(`${counted(terms, 'number')} in ${counted(rows, 'row')} add up`);
          },
        },
      );
    },
  }),
];

/** The steps from a row of `equals` to the values of `column`; null if there is no `*` among them. */
function stepsBelow(column: string, equals: string): readonly Step[] | null {
  const [way, all] = [rowPath(parsePointer(equals) as Pointer), (parsePointer(column) as Pointer).steps];
  const rest = all.slice(way.length);
  return way.every((step, i) => step === all[i]) && rest.includes(null) ? rest : null;
}

/** False if a value is not taken, or if `*` stands for the items of something that is no array. */
function eachBelow(base: JsonValue | undefined, steps: readonly Step[], take: (value: JsonValue) => boolean): boolean {
  const star = steps.indexOf(null);
  const value = valueAt(base, star < 0 ? steps : steps.slice(0, star));
  if (value === undefined || (star >= 0 && value === null)) return true;
  if (star < 0) return take(value);
  return Array.isArray(value) && (value as readonly JsonValue[]).every((item) => eachBelow(item, steps.slice(star + 1), take));
}

function isAdded(value: JsonValue, sum: ExactSum): boolean {
  const kind = kindOf(value);
  return (kind === 'number' || kind === 'string') && sum.add(kind === 'string' ? (value as string) : formatExact(value));
}
