import { expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { Grid } from '#core/parsed';
import { contextFor, csv, define } from '../../tests/fingerprint/samples.ts';
import { BUILT_INS } from './builtin/builtin.ts';
import type { Candidate } from './candidate.ts';
import { evaluate } from './evaluate.ts';
import { chainFaults, dialectOf } from './parents.ts';

it('dialectOf gives a child the dialect of its parent, as far as it states none', () => {
  const root = define({ fingerprint_id: 'root', dialect: { delimiter: ';', decimal: ',', header_row: 3 } });
  const child = define({ fingerprint_id: 'child', parent: 'root' });
  const stating = define({ fingerprint_id: 'stating', parent: 'child', dialect: { header_row: 5 } });
  const other = define({ fingerprint_id: 'other', parent: 'root', dialect: { delimiter: '|' } });
  const asked = [root, child, stating, other];
  expect(dialectOf(child, asked)).toEqual(root.dialect);
  expect(dialectOf(stating, asked)).toMatchObject({ headerRow: 5, signs: { decimal: '.' }, reading: root.dialect.reading });
  expect(dialectOf(child, [child])).toEqual(child.dialect);
  expect(chainFaults(asked)).toEqual([{ kind: 'other dialect', childId: 'other', parentId: 'root' }]);
});

it('evaluate withholds the content hash of a file whose parser warned, and says what else it found', () => {
  const warned: Grid = { ...csv(['a'], ['b']), warnings: [{ code: 'W_AMBIGUOUS_DELIMITER', message: 'either' }] };
  const definition = define({
    extract: [{ name: 'all', type: 'range', range: 'A1:A' }],
    content_hash: { algorithm: 'blake3', over: ['all'] },
  });
  const [outcome] = evaluate([definition], warned, contextFor('csv'));
  expect(outcome).toMatchObject({ matched: true, contentHash: null, extracted: { all: { rows: [['a'], ['b']] } } });
});

it.each<[string, string, JsonObject, boolean]>([
  ['1,234', ';', {}, true],
  ['1.234', ';', {}, true],
  ['1,234', ';', { delimiter: ';' }, true],
  ['1.234', ';', { decimal: '.' }, false],
  ['1,234', ';', { decimal: ',' }, false],
  ['1,234', ';', { thousands: ',' }, false],
  ['1,234.5', ';', {}, false],
  ['1.234', '|', {}, false],
  ['1.234', ',', {}, false],
])('evaluate takes %s between %s, in the dialect %j, for an ambiguous number: %s', (text, delimiter, dialect, isAmbiguous) => {
  const rows = `a${delimiter}b\n${text}${delimiter}x\n7${delimiter}y\n`;
  const definition = define({
    dialect,
    assertions: [{ column_cells: { column: 'a', type: 'number' }, severity: 'warn' }],
    extract: [{ name: 'all', type: 'range', range: 'A1:B' }],
    content_hash: { algorithm: 'blake3', over: ['all'] },
  });
  const [outcome] = evaluate(
    [definition],
    readCsv(memorySource(encodeUtf8(rows)), definition.dialect.reading ?? undefined),
    contextFor('csv'),
  );
  expect(outcome?.assertions[0]?.verdict.passed).toBe(!isAmbiguous);
  expect([outcome?.matched, outcome?.contentHash === null]).toEqual([true, isAmbiguous]);
  const message = `The sign in "${text}" may divide thousands or decimals: a definition can state it in dialect.decimal`;
  expect(outcome?.warnings).toEqual(isAmbiguous ? [{ code: 'W_AMBIGUOUS_NUMBER', message }] : []);
});

it('evaluate leaves the content hash of another fingerprint that reads no number', () => {
  const reading = define({ fingerprint_id: 'reading', assertions: [{ column_sum: { column: 'a', equals: 1 } }] });
  const [plain] = BUILT_INS;
  const grid = readCsv(memorySource(encodeUtf8('a;b\n1,234;x\n')));
  const outcomes = evaluate([reading, plain as Candidate], grid, contextFor('csv'));
  expect(outcomes.map(({ contentHash, warnings }) => [contentHash === null, warnings.length])).toEqual([
    [true, 1],
    [false, 0],
  ]);
});
