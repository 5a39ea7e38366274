/** Files as parsers show them, and definitions read from plain values: what the tests of `src/fingerprint` judge. */

import { compileLinear } from '#codecs/regex';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format, Grid, Parsed, Prose, Row, Tree } from '#core/parsed';
import type { Candidate } from '#fingerprint/candidate';
import { type Definition, type DefinitionRead, readDefinition } from '#fingerprint/define/definition';
import { type Context, evaluate } from '#fingerprint/evaluate';
import { type Outcome, outcomeObject } from '#fingerprint/outcome';
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
  return { kind: 'tree', values: () => values, facts: {} };
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
