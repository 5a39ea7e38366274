import { describe, expect, it } from 'vitest';
import { ParseFailure } from '#core/parsed';
import { madePdf } from '../../../tests/fingerprint/made-pdf.ts';
import { readPdf } from './pdf.ts';

describe('readPdf', () => {
  it('readPdf gives the text of each page, their number and its Info dictionary', async () => {
    const pdf = await readPdf(madePdf(['Hello world', 'Second page'], { Title: 'Rent Roll', Author: 'A. Clerk' }));
    expect([pdf.text, pdf.pageCount, pdf.metadata]).toEqual([
      'Hello world\n\fSecond page\n',
      2,
      { Title: 'Rent Roll', Author: 'A. Clerk' },
    ]);
  });

  it('readPdf gives the same result twice', async () => {
    const bytes = madePdf(['x'], {});
    expect(await readPdf(bytes)).toEqual(await readPdf(bytes));
  });

  const whole = madePdf(['Hello world'], {});
  it.each([
    ['a text of that name', Buffer.from('hello %%EOF'), 'expected a PDF, found no %PDF- at its start'],
    ['a truncated file', whole.subarray(0, whole.length - 10), 'the file is cut off: no %%EOF at its end'],
    ['no page at all', Buffer.from('%PDF-1.4\n%%EOF\n'), 'not a readable PDF'],
    [
      'an encrypted file',
      madePdf(
        ['x'],
        {},
        '/Encrypt<</Filter/Standard/V 1/R 2/O(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)/U(bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb)/P -4>>/ID[(a)(b)]',
      ),
      'the file is encrypted and wants a password',
    ],
  ])('readPdf fails on %s', async (_, bytes, message) => {
    await expect(readPdf(bytes)).rejects.toThrow(ParseFailure);
    await expect(readPdf(bytes)).rejects.toThrow(message);
  });
});
