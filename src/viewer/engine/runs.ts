/** The runs of a ledger of any length, for its time line: when, by which tool, how it ended. Lines that are no record are only counted. */

import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { readNow } from '#core/reused';
import { shortText } from '#core/short-text';
import type { Place } from '#evidence/contract';
import { lineReader } from '#witness/line';
import { withLinesForward } from '#witness/ops/snapshot';

/** More would take a browser's memory. */
const MAX_RUNS = 500_000;
const MAX_TEXT = 1000;

/** JSON: `{"lines":2,"runs":[["2026-01-15T10:30:00Z","lock","LOCK_CREATED","0"],…]}` */
export function runsIn({ path }: Place): string {
  return withLinesForward(path, (all) => {
    const read = lineReader();
    const runs: (readonly string[])[] = [];
    let [lines, records] = [0, 0];
    for (const { bytes, isTooLong } of all) {
      lines++;
      const line = isTooLong ? null : read(readNow(bytes));
      if (line?.kind !== 'record') continue;
      records++;
      if (runs.length < MAX_RUNS) runs.push(['ts', 'tool', 'outcome', 'exit_code'].map((field) => textOf(line.get(field))));
    }
    return formatSpine({ lines, records, runs });
  });
}

function textOf(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : value === undefined ? 'not stated' : formatSpine(value);
  return shortText(text, MAX_TEXT);
}
