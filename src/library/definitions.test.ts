import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { exportTableSchema, importTableSchema, inferFingerprint } from './definitions.ts';

const folder = scratchFolder('library-definitions');
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const tape = put('tape.csv', 'Loan;Due;Balance\nL-1;01.02.2025;1,50\nL-2;31.01.2025;2,25\n');

it('inferFingerprint() returns a definition of a table, and says what it left out', async () => {
  const { id, text, notes } = await inferFingerprint([tape], { jobs: 1 });
  expect([id, notes]).toEqual(['tape.v1', []]);
  expect(text).toContain('  decimal: ","  # as in "Balance"\n');
  const other = await inferFingerprint([tape, put('more.csv', 'Loan;Due;Note\nL-1;01.02.2025;x\n')], { id: 'more.v1' });
  expect(other.notes).toEqual(['left out, because not every sample has it once: "Balance", "Note"']);
});

it('inferFingerprint() takes what is stated', async () => {
  const stated = {
    id: 'a.v1',
    delimiter: '|',
    quote: "'",
    encoding: 'latin-1',
    decimal: ',',
    thousands: '',
    dates: 'D.M.YYYY',
    headerRow: 2,
  } as const;
  const { text } = await inferFingerprint([put('b.csv', "title\na|'b c'\n1,5|1.2.2025\n")], stated);
  expect(text).toContain(
    'dialect:\n  delimiter: "|"\n  quote: "\'"\n  encoding: latin-1\n  decimal: ","  # as in "a"\n  thousands: none\n  header_row: 2\n  dates: D.M.YYYY\n',
  );
});

it('inferFingerprint() takes json', async () => {
  const { text } = await inferFingerprint([put('c.json', '{"a":[1,2.5]}')]);
  expect(text).toContain('required: [a]');
});

it('inferFingerprint() refuses as the command does', async () => {
  await expect(inferFingerprint([put('e.csv', '')])).toRefuse('E_BAD_SAMPLE');
  await expect(inferFingerprint([join(folder, 'none.csv')])).toRefuse('E_IO');
  expect(() => inferFingerprint([])).toThrow(RangeError);
  expect(() => inferFingerprint([tape], { id: 'no id' })).toThrow(RangeError);
  expect(() => inferFingerprint([tape], { dates: 'soon' })).toThrow(RangeError);
  expect(() => inferFingerprint([tape], { decimal: ',', thousands: ',' })).toThrow(RangeError);
  expect(() => inferFingerprint([tape], { headerRow: 0 })).toThrow(RangeError);
});

const schema = {
  fields: [
    { name: 'Loan', type: 'string', constraints: { required: true } },
    { name: 'Balance', type: 'number' },
  ],
};

it('importTableSchema() and exportTableSchema() are the two ways between a schema and a definition', () => {
  const { id, text, losses } = importTableSchema(put('loans.schema.json', JSON.stringify({ ...schema, foreignKeys: [] })));
  expect([id, losses]).toEqual(['loans.v1', ['foreignKeys']]);
  const definition = put('loans.fp.yaml', text);
  expect(exportTableSchema(definition)).toEqual({ descriptor: expect.objectContaining(schema), losses: [] });
  expect(exportTableSchema(definition, { withDialect: true }).descriptor).toMatchObject({ format: 'csv', schema });
  expect(importTableSchema(join(folder, 'loans.schema.json'), { id: 'x.v2', format: 'xlsx' }).text).toContain('format: xlsx');
});

it('importTableSchema() and exportTableSchema() refuse as the commands do', () => {
  expect(() => importTableSchema(tape)).toRefuse('E_BAD_SCHEMA');
  expect(() => importTableSchema(join(folder, 'none.json'))).toRefuse('E_IO');
  expect(() => importTableSchema(tape, { id: '' })).toThrow(RangeError);
  expect(() => exportTableSchema(tape)).toRefuse('E_BAD_DEFINITION');
});
