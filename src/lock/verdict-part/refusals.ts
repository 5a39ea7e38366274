/** The reasons why parts of a verdict are not merged: the table, and one function for each row. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand } from '#core/shell-words';

export const verdictPartRefusals: readonly RefusalRow[] = [
  row('E_BAD_PART', 'A file is not a part of a verdict, or was damaged', 'fix_input', 'looks'),
  row('E_PARTS_DIFFER', 'The parts judge different locks, roots or options', 'fix_input', 'looks'),
  row('E_PARTS_REPEATED', 'A shard is in two of the parts', 'fix_input', 'looks'),
  row('E_PARTS_MISSING', 'Not all shards of the lock are in the parts, so that the verdict on the whole is not known', 'fix_input'),
  row('E_NO_MATCH', 'Nothing in any shard matches --only', 'fix_input'),
];

export function badVerdictPart(path: string, error: string): Refusal {
  return new Refusal('E_BAD_PART', `not a whole part of a verdict: ${path}: ${error}`, { path, error }, headCommand(path));
}

/** `fields` are those of the head in which the two differ. */
export function otherQuestion(first: string, path: string, fields: readonly string[]): Refusal {
  const message = `${path} and ${first} are parts of different verdicts: they differ in ${fields.join(', ')}`;
  return new Refusal('E_PARTS_DIFFER', message, { path, other: first, fields }, headCommand(path));
}

export function nothingSelected(lockfile: string, only: readonly string[], members: number): Refusal {
  const message = `no member matches --only ${only.join(', ')}`;
  return new Refusal('E_NO_MATCH', message, { path: lockfile, only, nearest: [], member_count: members });
}
