import { describe, expect, it } from 'vitest';
import { formatSpine } from '#core/json/write';
import { contextFor, csv, define } from '../../tests/fingerprint/samples.ts';
import { BUILT_INS } from './builtin/builtin.ts';
import { evaluate } from './evaluate.ts';
import { outcomeObject } from './outcome.ts';
import { outcomeText } from './outcome-text.ts';

const BUILT_IN = BUILT_INS.filter(({ id }) => id === 'csv.v0');
const cell = (value: string) => ({ cell_eq: { sheet: 'csv', cell: 'A1', value } });
const PARENT = define({ fingerprint_id: 'parent.v1', assertions: [{ name: 'first\n', ...cell('x') }] });
const CHILD = define({ fingerprint_id: 'child.v1', parent: 'parent.v1', assertions: [cell('x')] });
const EXTRACTING = define({
  assertions: [cell('x')],
  extract: [{ name: 'all_of_it', type: 'range', sheet: 'csv', range: 'A1:B2' }],
  content_hash: { algorithm: 'blake3', over: ['all_of_it'] },
});

describe('outcomeText', () => {
  it.each([
    ['a built-in that matches', BUILT_IN, 'x', false],
    ['a built-in of an empty file', BUILT_IN, '', false],
    ['a definition with odd names', [PARENT], 'x', false],
    ['a definition that extracts', [EXTRACTING], 'x', false],
    ['a definition that does not match', [PARENT], 'y', false],
    ['one with a child', [PARENT, CHILD], 'x', false],
    ['a diagnosis', [PARENT, EXTRACTING], 'y', true],
  ])('outcomeText writes the canonical text of %s', (_, asked, value, diagnose) => {
    const outcomes = evaluate(asked, csv([value || null, 'é"\n']), contextFor('csv', { diagnose }));
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.map(outcomeText)).toEqual(outcomes.map((outcome) => formatSpine(outcomeObject(outcome))));
  });
});
