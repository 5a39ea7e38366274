/** The reasons why a plan is not used: the table, and one function for each row. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand } from '#core/shell-words';

export const planRefusals: readonly RefusalRow[] = [
  row('E_BAD_PLAN', 'A file is not a plan of ranges, was changed, or has another number of parts', 'fix_input', 'looks'),
];

export function badPlan(path: string, error: string): Refusal {
  return new Refusal('E_BAD_PLAN', `not a plan for this scan: ${path}: ${error}`, { path, error }, headCommand(path));
}
