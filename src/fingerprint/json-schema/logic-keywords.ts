/** Keywords that combine schemas for the same value. Of the schemas in `anyOf`, `oneOf`, `not` and `if` only the result is reported. */
import type { Keyword } from './keywords.ts';
import type { Check } from './place.ts';
import { schemasOf } from './read-keyword.ts';

export const LOGIC_KEYWORDS: readonly Keyword[] = [
  {
    name: 'allOf',
    compile(value, context) {
      const checks = schemasOf(value, context).map((step) => context.sub(step));
      return (found, place, report) => checks.map((check) => check(found, place, report)).every((isGood) => isGood);
    },
  },
  {
    name: 'anyOf',
    compile(value, context) {
      const checks = schemasOf(value, context).map((step) => context.sub(step));
      return (found, place, report) => {
        if (checks.some((check) => check(found, place, null))) return true;
        report?.(place, `expected one of ${checks.length} schemas (anyOf), found none that fits`);
        return false;
      };
    },
  },
  {
    name: 'oneOf',
    compile(value, context) {
      const checks = schemasOf(value, context).map((step) => context.sub(step));
      return (found, place, report) => {
        const fitting = checks.filter((check) => check(found, place, null)).length;
        if (fitting === 1) return true;
        report?.(place, `expected exactly one of ${checks.length} schemas (oneOf), found ${fitting} that fit`);
        return false;
      };
    },
  },
  {
    name: 'not',
    compile(_, { sub }) {
      const check = sub();
      return (found, place, report) => {
        if (!check(found, place, null)) return true;
        report?.(place, 'expected a value that does not fit (not), found one that does');
        return false;
      };
    },
  },
  {
    name: 'if',
    compile(_, { sub }) {
      sub();
      return null;
    },
  },
  branch('then', true),
  branch('else', false),
];

/** Without `if` they ask for nothing. */
function branch(name: string, wanted: boolean): Keyword {
  return {
    name,
    compile(_, { beside, sub, sibling }): Check | null {
      const check = sub();
      if (beside['if'] === undefined) return null;
      const condition = sibling('if');
      return (found, place, report) => condition(found, place, null) !== wanted || check(found, place, report);
    },
  };
}
