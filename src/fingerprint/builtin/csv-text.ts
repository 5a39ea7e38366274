/**
 * The result of csv.v0: the canonical text of the outcome of `evaluate`, without creating objects. Null if the file does not match, or if there
 * is a warning.
 *
 *     csvText(readCsv(source), newHasher)      {"assertions":[…],"content_hash":"blake3:…",…}
 */
import { counted } from '#core/count-text';
import { quote } from '#core/json/write';
import type { Grid } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { readNow } from '#core/reused';
import type { Candidate } from '../candidate.ts';
import { BUILT_INS } from './builtin.ts';
import { Framer } from './framing.ts';
import { GridContent } from './grid-content.ts';

const CSV = BUILT_INS.find(({ id }) => id === 'csv.v0') as Candidate;
const WHO = `"fingerprint_crate":${quote(CSV.crate)},"fingerprint_id":${quote(CSV.id)},"fingerprint_source":${quote(CSV.source)},"fingerprint_version":${quote(CSV.version)}`;

export function csvText({ blocks, warnings, facts }: Grid, newHasher: NewHasher): string | null {
  if (blocks === undefined || (warnings ?? []).length > 0) return null;
  const framer = new Framer(newHasher);
  const content = new GridContent(framer, { isExact: false });
  framer.text(CSV.id);
  content.sheet(CSV.format);
  for (const block of blocks()) content.block(readNow(block));
  content.endSheet();
  const hash = framer.end();
  const rows = content.filledRows;
  if (rows === 0) return null;
  return (
    `{"assertions":[{"detail":"${counted(rows, 'row')}","name":"csv_valid","passed":true},{"detail":"there is one","name":"has_row","passed":true}]` +
    `,"content_hash":"${hash}","extracted":{"delimiter":${quote(facts['delimiter'] as string)},"encoding":${quote(facts['encoding'] as string)},"row_count":${rows}}` +
    `,${WHO},"matched":true,"reason":null}`
  );
}
