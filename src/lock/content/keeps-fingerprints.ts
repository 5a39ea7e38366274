/**
 * Whether a lock keeps what fingerprints said of its members. Its members show it: `tool_versions` need not name the tool, since records may
 * come from other programs.
 */
import type { JudgedLock } from '../verify.ts';
import { pinnedContent } from './content.ts';

const OPEN_BRACE = 0x7b;

export function keepsFingerprints({ members }: Pick<JudgedLock, 'members'>): boolean {
  for (let index = 0; index < members.count; index++) {
    // Most members have no object inside, and need not be parsed.
    const mayHaveOne = members.entry(index).indexOf(OPEN_BRACE, 1) !== -1;
    if (mayHaveOne && pinnedContent(members.value(index)) !== null) return true;
  }
  return false;
}
