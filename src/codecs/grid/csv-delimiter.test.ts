import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { guessDelimiter } from './csv-delimiter.ts';

describe('guessDelimiter', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a\tb\n1\t2\n', '\t'],
    ['name;rate\nx;1,5\ny;2\n', ';'],
    ['a|b|c\n1|2|3\n', '|'],
    ['only\none\n', ','],
    ['', ','],
    ['"a;b",c\n"d;e",f\n', ','],
    ['a;"1,5"\nb;"2,5"\n', ';'],
    ['a|"x;y"', '|'],
    ['"a;b"\n"c;d"\n', ','],
    ['a;"he said ""1,5"", twice"\nb;c\n', ';'],
    ['\n\na;b\n\n1;2\n', ';'],
    ['a;b\n"never, closed', ';'],
    ['a;b,c\n1;2,5\n', ';'],
    ['a,b;c;d\n1,2;3;4\n', ';'],
    ['a;b\r1;2\r', ';'],
    ['Kredit;Saldo, EUR;Zins, %\nK-1;100,00;5,00\n', ';'],
    ['Kredit;Saldo, EUR;Zins, %\r\n1;1.234,56;5,00\r\n2;-100,00;4,75 %\r\n', ';'],
    ['Bericht, Dezember\n\nKredit;Saldo, EUR\n1;100,00 \x80\n2;200,00 \x80\n3;300,00 \x80\n4;400,00 \x80\n', ';'],
    ['Kredit;Saldo\n1;100,00\n2;200,00;note\n3;100,00;x\n', ';'],
    ['Name;Vorname, Titel\n', ';'],
    ['Name, Vorname;Ort, Land\nMeier, Hans;Bonn, DE\nSchulz, Eva;Wien, AT\n', ';'],
    ['Name;Adresse\nMeier;Hauptstr. 5, Berlin\nSchulz;Am Markt 1, Bonn\n', ';'],
    ['Datum|Betrag\n31.12.2025|1.234,50\n01.01.2026|7,00\n', '|'],
    ["Konto\tBetrag, CHF\n1\t1'234,50\n2\t7,00\n", '\t'],
    ['id,tags\n1,a;b\n2,c;d\n', ','],
    ['id,name,tags\n1,x,a|b\n2,y,c|d\n', ','],
    ['id,amount\n1,"1.234,50"\n2,"7,00"\n', ','],
  ])('guessDelimiter finds what divides %j', (head, delimiter) => {
    expect(guessDelimiter(head)).toEqual({ delimiter, rivals: [] });
  });

  it.each([
    ['a;b,c\nx;y,z\n', [',', ';']],
    ['a, b; c\nd, e; f\n', [',', ';']],
    ['a|b;c\nx|y;z\n', [';', '|']],
  ])('guessDelimiter says that %j may be divided in two ways', (head, delimiters) => {
    const { delimiter, rivals } = guessDelimiter(head);
    expect([delimiter, ...rivals].sort()).toEqual(delimiters);
  });

  it('guessDelimiter leaves out a last row that is cut off', () => {
    const rows = 'a;b,c\n1;2,5\n'.repeat(20);
    expect(guessDelimiter(`${rows}1,2,3,4,5`, false).delimiter).toBe(';');
  });

  it('guessDelimiter divides European files at their semicolons', () => {
    const kinds = [
      fc.integer({ min: 1, max: 999 }).map((id) => `K-${id}`),
      fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2).replace('.', ',')),
      fc.integer({ min: 1000, max: 999_999 }).map((number) => `${Math.floor(number / 1000)}.${String(number % 1000).padStart(3, '0')},5`),
      fc.integer({ min: 1, max: 28 }).map((day) => `${String(day).padStart(2, '0')}.02.2025`),
      fc.constantFrom('M\xfcller', 'Am Markt 1', 'M\xfcller, Hans', 'Bonn, Am Markt 1, DE'),
      fc.constantFrom('4,75 %', '12 %', '100,00 EUR', '-3'),
    ];
    const table = fc
      .array(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom('Saldo', 'Saldo, EUR', 'Zins, %', 'Name')), { minLength: 2, maxLength: 6 })
      .chain((columns) =>
        fc
          .array(fc.tuple(...columns.map(([kind]) => kind)), { minLength: 1, maxLength: 20 })
          .map((rows) => [columns.map(([, name]) => name), ...rows].map((row) => row.join(';')).join('\n')),
      );
    fc.assert(
      fc.property(table, (text) => {
        expect(guessDelimiter(text)).toEqual({ delimiter: ';', rivals: [] });
      }),
      runs(2000),
    );
  });
});
