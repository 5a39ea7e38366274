import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { ParseFailure, type Row } from '#core/parsed';
import { contextFor, csv, define, objectOf, outcomeOf, prose, tree, workbook } from '../../tests/fingerprint/samples.ts';
import { BUILT_INS } from './builtin/builtin.ts';
import type { Candidate } from './candidate.ts';
import { evaluate, openEvaluation } from './evaluate.ts';
import { chooseOutcome, isFullyMatched, outcomeObject } from './outcome.ts';
import { chainFaults } from './parents.ts';

/** A fingerprint that matches if A1 is one of the letters. */
const named = (fingerprint_id: string, letters: string, more: JsonObject = {}): Candidate =>
  define({ fingerprint_id, assertions: [{ name: 'a1', cell_regex: { cell: 'A1', pattern: `^[${letters}]$` } }], ...more });

describe('evaluate()', () => {
  it('reads every sheet once and to the end, however many fingerprints are requested', () => {
    let read = 0;
    const rows = function* (): Generator<Row> {
      for (const cell of ['a', 'b', 'c']) {
        read++;
        yield [cell];
      }
    };
    const asked = [named('x', 'z'), named('y', 'a'), BUILT_INS[0] as Candidate];
    const outcomes = evaluate(asked, workbook({ csv: rows() }), contextFor('csv'));
    expect(outcomes.map(({ candidate, matched }) => [candidate.id, matched])).toEqual([
      ['x', false],
      ['y', true],
    ]);
    expect(read).toBe(3);
  });

  it('rethrows a failure of the parser, however late it comes', () => {
    const rows = function* (): Generator<Row> {
      yield ['a'];
      throw new ParseFailure('a quote is never closed');
    };
    expect(() => evaluate([named('x', 'a')], workbook({ csv: rows() }), contextFor('csv'))).toThrow('a quote is never closed');
  });

  it('reads trees and sheets to the end even if no fingerprint needs them', () => {
    const broken = {
      ...tree(),
      values: () => {
        throw new ParseFailure('line 2');
      },
    };
    expect(() => evaluate([define({ format: 'json' })], broken, contextFor('json'))).toThrow('line 2');
  });

  it('judges a fingerprint once if it is requested twice', () => {
    const twice = [...BUILT_INS, named('x', 'a', { parent: 'csv.v0' }), ...BUILT_INS, named('x', 'a', { parent: 'csv.v0' })];
    const outcomes = evaluate(twice, csv(['a']), contextFor('csv', { diagnose: true }));
    expect(outcomes.map(({ candidate, children }) => [candidate.id, children?.length])).toEqual([['csv.v0', 1]]);
  });

  it('judges only fingerprints of the same format', () => {
    expect(evaluate([define({ format: 'text' })], csv(['a']), contextFor('csv'))).toEqual([]);
    expect(chooseOutcome([])).toBeNull();
  });

  it('stops at the first failed assertion, but not with a diagnosis', () => {
    const definition = define({ assertions: [{ sheet_exists: 'csv' }, { sheet_exists: 'no' }, { sheet_exists: 'none' }] });
    expect(outcomeOf(definition, csv(['a'])).assertions).toHaveLength(2);
    expect(outcomeOf(definition, csv(['a']), { diagnose: true }).assertions).toHaveLength(3);
  });

  it('needs no more memory for a million rows', () => {
    const rows = function* (): Generator<Row> {
      for (let i = 0; i < 1_000_000; i++) yield ['7', 'x'];
    };
    const definition = define({
      assertions: [
        { sheet_min_rows: { min_rows: 1_000_000 } },
        { range_non_null: { range: 'A1:B' } },
        { sum_eq: { range: 'A1:A', equals_cell: 'A1', tolerance: 7_000_000 } },
      ],
      extract: [{ name: 'all', type: 'range', range: 'A1:B' }],
      content_hash: { algorithm: 'blake3', over: ['all'] },
    });
    const before = process.memoryUsage().heapTotal;
    const { matched, extracted } = outcomeOf(definition, workbook({ csv: rows() }));
    expect([matched, extracted === null ? 0 : (extracted['all'] as JsonObject)['row_count']]).toEqual([true, 1_000_000]);
    expect(process.memoryUsage().heapTotal - before).toBeLessThan(100 << 20);
  });

  it('openEvaluation() gives the same result for rows that are passed to it', () => {
    const asked = [BUILT_INS[0] as Candidate];
    const rows: readonly Row[] = [['a'], ['b', '1']];
    const evaluation = openEvaluation(asked, workbook({ csv: [] }), contextFor('csv'));
    const feeding = evaluation.feeding('csv');
    for (const row of rows) feeding.row(row);
    feeding.end();
    expect(evaluation.end().map(outcomeObject)).toEqual(evaluate(asked, csv(...rows), contextFor('csv')).map(outcomeObject));
  });

  it.each<[string, JsonObject, string | null]>([
    ['before its time', { valid_from: '2026-01-16' }, 'not valid before 2026-01-16'],
    ['on its first day', { valid_from: '2026-01-15' }, null],
    ['on its last day', { valid_until: '2026-01-15' }, null],
    ['after its time', { valid_until: '2026-01-14' }, 'not valid after 2026-01-14'],
    ['after its instant', { valid_until: '2026-01-14T23:59:59Z' }, 'not valid after 2026-01-14T23:59:59Z'],
  ])('judges a definition %s', (_, validity, reason) => {
    const { matched, reason: found } = outcomeOf(named('x', 'a', validity), csv(['a']), { at: Date.UTC(2026, 0, 15, 23, 59, 59) });
    expect([matched, found]).toEqual([reason === null, reason]);
  });
});

describe('outcomeObject()', () => {
  it('has its keys in byte order, and diagnostics only if requested', () => {
    const object = objectOf(named('x', 'z'), csv(['a']));
    expect(Object.keys(object)).toEqual(Object.keys(object).toSorted());
    expect(object).toEqual({
      assertions: [{ detail: 'expected text that matches "^[z]$" in A1, found "a"', name: 'a1', passed: false }],
      content_hash: null,
      extracted: null,
      fingerprint_crate: 'dsl-runtime:sample.fp.yaml',
      fingerprint_id: 'x',
      fingerprint_source: 'installed:x',
      fingerprint_version: expect.stringMatching(/^0\.3\.0\+/),
      matched: false,
      reason: 'expected text that matches "^[z]$" in A1, found "a"',
    });
  });

  it('can always be written, whatever the file contains', () => {
    const text = `${'\u{1f389}'.repeat(60)}\u{d800}\u{0}`;
    for (const cell of [text, `x${text}`])
      expect(() => formatSpine(objectOf(named('x', 'z'), csv([cell]), { diagnose: true }))).not.toThrow();
    expect(() =>
      formatSpine(objectOf(define({ format: 'text', assertions: [{ text_regex: { pattern: '(?s).*' } }] }), prose({ text }))),
    ).not.toThrow();
  });

  it('reports every failed assertion with --diagnose, and the closest fingerprint', () => {
    const near = define({
      fingerprint_id: 'near',
      assertions: [{ sheet_exists: 'csv' }, { name: 'min', range_non_null: { range: 'A1:B1' } }],
    });
    const outcomes = evaluate([near, named('far', 'z')], csv(['a']), contextFor('csv', { diagnose: true }));
    const chosen = chooseOutcome(outcomes);
    expect(chosen === null ? null : outcomeObject(chosen)).toMatchObject({
      fingerprint_id: 'far',
      diagnostics: {
        failed_count: 1,
        misses: [{ assertion: 'a1', expected: 'text that matches "^[z]$" in A1', found: '"a"' }],
        nearest: {
          fingerprint_id: 'near',
          failed_count: 1,
          passed_count: 1,
          misses: [{ assertion: 'min', expected: 'no blank cell in A1:B1', found: '1 of 2', context: { cell: 'B1' } }],
        },
        passed_count: 0,
      },
    });
  });

  it('has no diagnostics if it matched', () =>
    expect(objectOf(named('x', 'a'), csv(['a']), { diagnose: true })['diagnostics']).toBeUndefined());
});

describe('chains', () => {
  const chain = [
    named('root', 'abcd'),
    named('child', 'abc', { parent: 'root' }),
    named('twin', 'c', { parent: 'root' }),
    named('grandchild', 'a', { parent: 'child' }),
    named('great', 'a', { parent: 'grandchild' }),
  ];
  const routed = (cell: string) => {
    const outcome = chooseOutcome(evaluate(chain, csv([cell]), contextFor('csv')));
    return { object: outcome === null ? {} : outcomeObject(outcome), isFull: outcome !== null && isFullyMatched(outcome) };
  };

  it('select the one child that matches, at any depth', () => {
    const { object, isFull } = routed('a');
    expect(isFull).toBe(true);
    expect(object).toMatchObject({
      fingerprint_id: 'root',
      child_routing: {
        status: 'selected',
        evaluated_child_count: 2,
        matched_child_count: 1,
        matched_child_fingerprint_ids: ['child'],
        selected_child_fingerprint_id: 'child',
      },
      children: [
        {
          fingerprint_id: 'child',
          child_routing: { status: 'selected' },
          children: [{ fingerprint_id: 'grandchild', children: [{ fingerprint_id: 'great', matched: true }] }],
        },
        { fingerprint_id: 'twin', matched: false },
      ],
    });
  });

  it.each<[string, string, boolean]>([
    ['b', 'selected', false],
    ['c', 'ambiguous', false],
    ['d', 'no_child_match', false],
  ])('for %s are %s', (cell, status, isFull) => {
    const routing = routed(cell);
    expect((routing.object['child_routing'] as JsonObject)['status']).toBe(status);
    expect(routing.isFull).toBe(isFull);
  });

  it('do not judge children if the parent did not match', () => {
    expect(routed('z').object['children']).toBeUndefined();
    expect(routed('z').object['child_routing']).toBeUndefined();
  });

  it('chainFaults() finds orphans, cycles and parents of another format', () => {
    expect(chainFaults(chain)).toEqual([]);
    const wrong = [
      named('lost', 'a', { parent: 'nobody' }),
      named('egg', 'a', { parent: 'hen' }),
      named('hen', 'a', { parent: 'egg' }),
      named('chick', 'a', { parent: 'egg' }),
      named('words', 'a', { parent: 'text.v0' }),
      ...BUILT_INS,
    ];
    expect(chainFaults(wrong)).toEqual([
      { kind: 'orphan', childId: 'lost', parentId: 'nobody' },
      { kind: 'cycle', childId: 'egg', parentId: 'hen' },
      { kind: 'cycle', childId: 'hen', parentId: 'egg' },
      { kind: 'other format', childId: 'words', parentId: 'text.v0' },
    ]);
    expect(evaluate(wrong.slice(0, 4), csv(['a']), contextFor('csv'))).toEqual([]);
  });

  it('may have a built-in as parent', () => {
    const outcome = chooseOutcome(evaluate([...BUILT_INS, named('tape', 'a', { parent: 'csv.v0' })], csv(['a']), contextFor('csv')));
    expect(outcome?.children?.map(({ candidate, matched }) => [candidate.id, matched])).toEqual([['tape', true]]);
  });
});
