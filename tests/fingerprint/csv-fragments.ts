/** Bytes that are a CSV, nearly one, or none. */
import fc from 'fast-check';
import { type CsvStyle, ENCODINGS, writeCsv } from './content.ts';

/** Whole and well quoted, in every style. */
export const tidyCsv: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(fc.array(fc.string({ unit: fc.constantFrom(...Array.from('ab01 ,;|\t"\né漢🎉')), maxLength: 6 }), { maxLength: 5 }), {
      maxLength: 6,
    }),
    fc.record<CsvStyle>({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      isQuotedThroughout: fc.boolean(),
      encoding: fc.constantFrom(...ENCODINGS),
      hasFinalLineEnd: fc.boolean(),
    }),
  )
  .map(([rows, style]) => writeCsv(rows, style));

const common = ['a', '1', ',', ',', '\n', '\n', ';', '"b"', '"c,\r\n""d"""'];
const rare = ['"', '""', '\r', '\r\n', '\t', '|', ' ', 'é', '漢', '🎉', '\ufeff', '\u2028', 'x'.repeat(200)];
/** A NUL, a mark of UTF-16, Latin-1, an overlong form, a surrogate, half a character. */
const wrong = [[0], [0xff, 0xfe], [0xe9], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f]];

/** Anything in any order, now and then a byte that no text holds. */
export const wildCsv: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(...common).map((text) => Buffer.from(text)) },
      { weight: 12, arbitrary: fc.constantFrom(...rare).map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.constantFrom(...wrong).map((bytes) => Buffer.from(bytes)) },
    ),
    { maxLength: 25 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));
