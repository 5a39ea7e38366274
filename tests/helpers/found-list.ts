/** The facts about the members of a pack, from a list. */
import type { Found } from '#core/found';
import { FoundTable } from '#pack/found-table';

export function foundList(list: readonly Found[]): FoundTable {
  const table = new FoundTable(list.length);
  for (const [index, found] of list.entries()) table.set(index, found);
  return table;
}
