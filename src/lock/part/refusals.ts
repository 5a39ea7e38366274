/** The reasons why parts are not merged, or not written: the table, and one function for each row. */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, listParentCommand } from '#core/shell-words';
import { type Cover, coverText } from './cover.ts';

export const partRefusals: readonly RefusalRow[] = [
  row('E_BAD_PART', 'A file is not a part of a scan, or was damaged', 'fix_input', 'looks'),
  row('E_PARTS_DIFFER', 'The parts belong to different scans', 'fix_input', 'looks'),
  row('E_PARTS_REPEATED', 'A shard, or a path, is in two of the parts', 'fix_input', 'looks'),
  row('E_PARTS_MISSING', 'Not all shards of the scan are in the parts, or in the records', 'fix_input'),
  row('E_IO', 'A part cannot be read', 'fix_input', 'looks'),
];

export function badPart(path: string, error: string): Refusal {
  return new Refusal('E_BAD_PART', `not a whole part: ${path}: ${error}`, { path, error }, headCommand(path));
}

export function unreadablePart(path: string, error: string, mayPass: boolean): Refusal {
  return new Refusal('E_IO', `cannot read part — ${error}`, { path, error }, listParentCommand(path), mayPass);
}

/** `fields` are those of the head in which the two differ. */
export function otherScan(first: string, path: string, fields: readonly string[]): Refusal {
  const message = `${path} and ${first} are parts of different scans: they differ in ${fields.join(', ')}`;
  return new Refusal('E_PARTS_DIFFER', message, { path, other: first, fields }, headCommand(path));
}

export function repeatedShard(shard: number, first: string, second: string): Refusal {
  const message = `shard ${shard} is in both ${first} and ${second}`;
  return new Refusal('E_PARTS_REPEATED', message, { shard, path: second, other: first }, headCommand(second));
}

export function sharedPath(member: string, first: string, second: string): Refusal {
  const message = `the path ${member} is in both ${first} and ${second}`;
  return new Refusal('E_PARTS_REPEATED', message, { member, path: second, other: first }, headCommand(second));
}

/** Only the caller knows where the other parts are, or whether their tasks must run again. */
export function missingShards(missing: Cover, shards: number): Refusal {
  return missingOf(`${missingText(missing, shards)}: ${coverText(missing)}`, missing, shards);
}

/** The same for a stream of records, in which a shard without files looks like one that is missing. */
export function shardsWithoutRecords(missing: Cover, shards: number, root: string | null): Refusal {
  const where = root === null ? '' : ` below ${root}`;
  const message = `no records of shard ${coverText(missing)} of ${shards}${where}: a lock of the other shards would look like one of the whole`;
  const way = 'for a shard without files use lock --scan DIR --shard I/N and lock merge';
  return missingOf(`${message}; ${way}`, missing, shards);
}

function missingOf(message: string, missing: Cover, shards: number): Refusal {
  const detail: JsonObject = { missing, shards };
  return new Refusal('E_PARTS_MISSING', message, detail);
}

function missingText(missing: Cover, shards: number): string {
  const count = missing.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return `${count} of ${shards} shards ${count === 1 ? 'is' : 'are'} missing`;
}
