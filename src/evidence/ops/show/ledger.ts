/** What a witness ledger says: its lines by tool, and the times of the first and the last run. */

import { drain } from '#core/bytes/source';
import { readNow } from '#core/reused';
import { idOf, type LedgerLine, lineReader } from '#witness/line';
import { withLinesForward } from '#witness/ops/snapshot';
import { about, fact } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated, StatedMember } from '../../show.ts';
import { readDocument } from './read-document.ts';

/** A ledger that somebody wrote by hand may name a tool on each line. */
const MAX_TOOLS = 100;

export function statedInLedger(place: Place): Stated {
  const tools = new Map<string, string>();
  let [first, last]: (string | null)[] = [null, null];
  const members = withLinesForward(place.path, (lines) => {
    const read = lineReader();
    return Array.from(lines, (raw, index): StatedMember => {
      const bytes = readNow(raw.bytes);
      const line: LedgerLine = raw.isTooLong ? { kind: 'unreadable', error: 'too long' } : read(bytes);
      const [tool, version, time] = [textIn(line, 'tool'), textIn(line, 'version'), textIn(line, 'ts')];
      first ??= time;
      last = time ?? last ?? null;
      if (tool !== null && version !== null && (tools.has(tool) || tools.size < MAX_TOOLS)) tools.set(tool, version);
      return { path: `line ${index + 1}`, digest: idOf(line), size: bytes.length, type: tool ?? 'no record' };
    });
  });
  const { digest } = readDocument(place, (source) => {
    drain(source);
    return true;
  });
  const facts = [...fact('first run', first ?? undefined), ...fact('last run', last ?? undefined)];
  return { id: members.at(-1)?.digest ?? null, digest, members, about: about({ tools: Object.fromEntries(tools), facts }) };
}

function textIn(line: LedgerLine, field: string): string | null {
  const value = line.kind === 'record' ? line.get(field) : null;
  return typeof value === 'string' ? value : null;
}
