/** What the seals beside a document say. Nothing is verified: whose keys these are, and whether they signed, `custody verify` says. */
import { decodeOrEmpty } from '#core/bytes/utf8';
import { errorCode } from '#disk/os-error';
import { BadEnvelope } from '#sign/dsse';
import { readSeals, sealsPathOf } from '#sign/ops/seals-file';
import { readSeal, readSealLine } from '#sign/seal';
import { parseStatement } from '#sign/statement';
import { type Detail, detail, type Fact } from '../../about.ts';
import type { Place } from '../../contract.ts';

/** More than a person reads. */
const MAX_SEALS = 100;

const TITLE = 'seals, not verified';

export function statedInSeals({ path }: Place): readonly Detail[] {
  const bytes = readIfPossible(sealsPathOf(path));
  if (bytes === undefined) return detail(TITLE, [{ name: 'seals', value: 'cannot be read' }]);
  const lines =
    bytes === null
      ? []
      : decodeOrEmpty(bytes)
          .split('\n')
          .filter((line) => line !== '');
  return detail(TITLE, lines.slice(0, MAX_SEALS).map(sealFact));
}

/** Null if there are none, undefined if they cannot be read. */
function readIfPossible(path: string): Uint8Array | null | undefined {
  try {
    return readSeals(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function sealFact(line: string, index: number): Fact {
  const name = `seal ${index + 1}`;
  const envelope = readSealLine(line);
  try {
    const seal = envelope === null ? null : readSeal(parseStatement(envelope.payload));
    if (envelope === null || seal === null) return { name, value: 'no seal' };
    const { role, time, note } = seal;
    const parts = [role === null ? null : `as ${role}`, `claimed ${time}`, `key ${envelope.signatures[0]?.keyid?.slice(0, 16)}…`, note];
    return { name, value: parts.filter((part) => part !== null).join(', ') };
  } catch (error) {
    if (error instanceof BadEnvelope) return { name, value: 'no seal' };
    throw error;
  }
}
