import { expect, it } from 'vitest';
import type { Grid } from '#core/parsed';
import { contextFor, csv, define } from '../../tests/fingerprint/samples.ts';
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
