/** Files as parsers show them, and definitions read from plain values: what the tests of `src/fingerprint` judge. */

import { readCsv } from '#codecs/grid/csv';
import { compileLinear } from '#codecs/regex';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format, Grid, Parsed, Prose, Row, Tree } from '#core/parsed';
import type { Candidate } from '#fingerprint/candidate';
import { type Definition, type DefinitionRead, readDefinition } from '#fingerprint/define/definition';
import { formatFaultPath } from '#fingerprint/define/faults';
import { type Context, evaluate } from '#fingerprint/evaluate';
import { detailOf, type Outcome, outcomeObject } from '#fingerprint/outcome';
import { newHasher } from '#hashing/hashers';

export const PORTS = { compile: compileLinear, newHasher };

/** Sheets by name; each may be read once, as a parser's may. */
export function workbook(sheets: Readonly<Record<string, Iterable<Row>>>, facts: JsonObject = {}): Grid {
  const unread = new Set(Object.keys(sheets));
  return {
    kind: 'grid',
    sheets: Object.keys(sheets),
    rows(sheet) {
      if (!unread.delete(sheet)) throw new Error(`${sheet} is read a second time`);
      return sheets[sheet] ?? [];
    },
    facts,
  };
}

export function csv(...rows: readonly Row[]): Grid {
  return workbook({ csv: rows });
}

export function prose(parts: Partial<Prose> = {}): Prose {
  return {
    kind: 'prose',
    text: '',
    headings: [],
    sections: [],
    tables: [],
    pageSections: null,
    pageCount: null,
    metadata: {},
    facts: {},
    ...parts,
  };
}

export function tree(...values: readonly JsonValue[]): Tree {
  return { kind: 'tree', values: () => values, unread: () => values.map((value) => () => value), facts: {} };
}

export function read(value: JsonValue, file = 'sample.fp.yaml'): DefinitionRead {
  return readDefinition(value, { file, isInstalled: true }, PORTS);
}

/** A definition without faults. */
export function define(value: JsonObject): Definition {
  const result = read({ fingerprint_id: 'sample.v1', format: 'csv', assertions: [{ filename_regex: { pattern: '' } }], ...value });
  if (result.kind === 'faults') throw new Error(result.faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  return result.definition;
}

export function contextFor(format: Format, parts: Partial<Context> = {}): Context {
  return { fileName: `sample.${format}`, format, at: Date.UTC(2026, 0, 15), newHasher, diagnose: false, ...parts };
}

/** The only outcome of one candidate. */
export function outcomeOf(candidate: Candidate, parsed: Parsed, parts: Partial<Context> = {}): Outcome {
  const [outcome] = evaluate([candidate], parsed, contextFor(candidate.format, parts));
  if (outcome === undefined) throw new Error('expected an outcome');
  return outcome;
}

export function objectOf(candidate: Candidate, parsed: Parsed, parts: Partial<Context> = {}): JsonObject {
  return outcomeObject(outcomeOf(candidate, parsed, parts));
}

/** What one assertion says of a file: true, or why not. */
export function judge(format: Format, parsed: Parsed, assertion: JsonObject, parts: Partial<Context> = {}): true | string {
  const { matched, reason } = outcomeOf(define({ format, assertions: [assertion] }), parsed, parts);
  return matched || String(reason);
}

export const GOOD_DEFINITION: JsonObject = {
  fingerprint_id: 'loan-tape.v1',
  format: 'csv',
  assertions: [{ cell_eq: { cell: 'A1', value: 'Loan ID' } }],
  extract: [{ name: 'all', type: 'range', range: 'A1:C' }],
  content_hash: { algorithm: 'blake3', over: ['all'] },
};

export function faultsOf(value: JsonValue): readonly string[] {
  const result = read(value);
  return result.kind === 'definition' ? [] : result.faults.map(({ path, message }) => `${formatFaultPath(path)}: ${message}`);
}

/** The text of a csv, as its parser shows it. */
export function readTape(text: string): Grid {
  return readCsv(memorySource(encodeUtf8(text)));
}

export const TAPE = `Loan,Status,Opened,Matures,Balance,Rate,Paid,Amount
L-1,current,2021-01-31,2031-01-31,100.10,5,yes,EUR 5
L-2,"60dpd,
watch list",2021-02-28,2031-02-28,"1,200.00",4.75,no,5.10 €
L-3,closed,2021-03-31,2031-03-31,0,4.5,NO,

L-4,current,2021-04-30,2031-04-30,-3,4.25,true,EUR 1
`;

/** How one assertion judges a tape. */
export function judged(assertion: JsonObject, text = TAPE, dialect: JsonObject = {}): string {
  const { assertions } = outcomeOf(define({ dialect, assertions: [assertion] }), readTape(text));
  const [only] = assertions as [(typeof assertions)[number]];
  return `${only.verdict.passed ? 'passed' : 'missed'}: ${detailOf(only)}`;
}
