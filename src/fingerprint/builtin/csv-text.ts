/**
 * The result of csv.v0 for a file whose cell positions are known: the canonical text of the outcome of `evaluate`, without creating objects. Null
 * if the file does not match.
 *
 *     csvText({ cells, delimiter: ',', encoding: 'utf-8' }, newHasher)      {"assertions":[…],"content_hash":"blake3:…",…}
 */
import { quote } from '#core/json/write';
import type { CellPlaces } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { Candidate } from '../candidate.ts';
import { counted } from '../shown.ts';
import { BUILT_INS } from './builtin.ts';
import { Framer } from './framing.ts';
import { GridContent } from './grid-content.ts';

export interface KnownCsv {
  readonly cells: CellPlaces;
  readonly delimiter: string;
  readonly encoding: string;
}

const CSV = BUILT_INS.find(({ id }) => id === 'csv.v0') as Candidate;
const WHO = `"fingerprint_crate":${quote(CSV.crate)},"fingerprint_id":${quote(CSV.id)},"fingerprint_source":${quote(CSV.source)},"fingerprint_version":${quote(CSV.version)}`;

export function csvText({ cells, delimiter, encoding }: KnownCsv, newHasher: NewHasher): string | null {
  const framer = new Framer(newHasher);
  const content = new GridContent(framer, { isExact: false });
  framer.text(CSV.id);
  content.sheet(CSV.format);
  content.cells(cells);
  content.endSheet();
  const hash = framer.end();
  const rows = content.filledRows;
  if (rows === 0) return null;
  return (
    `{"assertions":[{"detail":"${counted(rows, 'row')}","name":"csv_valid","passed":true},{"detail":"there is one","name":"has_row","passed":true}]` +
    `,"content_hash":"${hash}","extracted":{"delimiter":${quote(delimiter)},"encoding":"${encoding}","row_count":${rows}}` +
    `,${WHO},"matched":true,"reason":null}`
  );
}
