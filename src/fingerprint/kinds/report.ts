/**
 * What was found out about files, as one document and as lines for people.
 *
 *     ✓ tape.csv.gz — gzip (application/gzip) that contains CSV (text/csv): `;`, 12 columns, 340 rows, utf-8
 *     ✗ loans.csv — HTML page (text/html): 3 headings, 1 table; named .csv, but it is an HTML page
 *     ? d.bin — unknown (application/octet-stream): no known signature, and not text
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { Facts } from './facts.ts';
import { type FileVerdict, type Identified, type IdentifiedFile, type Mismatch, mismatchOf, verdictOf } from './identified.ts';

/** The outcome of a run, as the ledger records it. */
export function outcomeOf(files: readonly IdentifiedFile[]): 'ALL_MATCHED' | 'PARTIAL' {
  return files.every((file) => verdictOf(file) === 'IDENTIFIED') ? 'ALL_MATCHED' : 'PARTIAL';
}

export function filesDocument(files: readonly IdentifiedFile[], version: string): JsonObject {
  return {
    files: files.map(fileObject),
    outcome: outcomeOf(files),
    tool_versions: { fingerprint: version },
    version: 'fingerprint-files.v0',
  };
}

function fileObject(file: IdentifiedFile): JsonObject {
  const { name, size, identified } = file;
  return inOrder({
    ...identifiedFields(identified),
    mismatch: mismatchObject(mismatchOf(file)),
    path: name,
    size,
    verdict: verdictOf(file),
  });
}

function identifiedFields({ kind, identifiedBy, facts, damage, note, contains }: Identified): JsonObject {
  const inside = contains === null ? null : inOrder(identifiedFields(contains));
  return {
    contains: inside,
    damage,
    facts: inOrder(facts),
    identified_by: identifiedBy,
    kind: kind.id,
    media_type: mediaOf(kind, facts),
    note,
  };
}

function mismatchObject(mismatch: Mismatch | null): JsonObject | null {
  if (mismatch === null) return null;
  const { expected, extension, found, isInside } = mismatch;
  return { expected: expected.map(({ id }) => id), extension, found: found.id, inside: isInside };
}

function inOrder(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mediaOf({ id, media }: Identified['kind'], facts: Facts): string {
  return id === 'csv' && facts['delimiter'] === '\t' ? 'text/tab-separated-values' : media;
}

export interface LineStyle {
  readonly show: (text: string) => string;
  readonly mark: (verdict: FileVerdict) => string;
}

export function fileLine(file: IdentifiedFile, { show, mark }: LineStyle): string {
  const mismatch = mismatchOf(file);
  const rest = mismatch === null ? '' : `; ${mismatchText(mismatch)}`;
  return `${mark(verdictOf(file))} ${show(file.name)} — ${show(`${identifiedText(file.identified)}${rest}`)}`;
}

function identifiedText({ kind, facts, damage, note, contains }: Identified): string {
  const details = [...factTexts(facts), ...[damage, note].filter((text) => text !== null)];
  const said = `${kind.label} (${mediaOf(kind, facts)})${details.length === 0 ? '' : `: ${details.join(', ')}`}`;
  if (contains === null) return said;
  return `${said}${details.length === 0 ? '' : ';'} ${details.length === 0 ? 'that contains' : 'it contains'} ${identifiedText(contains)}`;
}

function mismatchText({ extension, found, isInside }: Mismatch): string {
  if (found.id === 'unknown') return `named ${extension}, but ${isInside ? 'what is inside' : 'it'} is nothing that is known`;
  return `named ${extension}, but ${isInside ? 'inside is' : 'it is'} ${withArticle(found.label)}`;
}

/** Labels that end so are things that can be counted. */
const COUNTED =
  /(page|image|workbook|template|add-in|document|presentation|book|package|archive|file|message|table|array|pickle|program|font|class|capture|cabinet|icon)$/;

/** `an HTML page`, `a PNG image`, `CSV`. */
function withArticle(label: string): string {
  if (!COUNTED.test(label)) return label;
  const isVowel = /^[A-Z][A-Z0-9]/.test(label) ? /^[AEFHILMNOSX]/.test(label) : /^[AEIOaeio]/.test(label);
  return `${isVowel ? 'an' : 'a'} ${label}`;
}

/** In this order. */
const FACTS: readonly (readonly [string, (value: Facts[string]) => string])[] = [
  ['delimiter', (value) => (value === '\t' ? 'TAB' : `\`${String(value)}\``)],
  ['pages', (value) => counted(Number(value), 'page')],
  ['sheets', (value) => counted(Number(value), 'sheet')],
  ['columns', (value) => counted(Number(value), 'column')],
  ['rows', (value) => counted(Number(value), 'row')],
  ['values', (value) => counted(Number(value), 'value')],
  ['headings', (value) => counted(Number(value), 'heading')],
  ['tables', (value) => counted(Number(value), 'table')],
  ['entries', (value) => `${String(value)} ${value === 1 ? 'entry' : 'entries'}`],
  ['encrypted', () => 'encrypted'],
  ['encoding', String],
];

/** What is not there is not mentioned. */
function factTexts(facts: Facts): readonly string[] {
  return FACTS.flatMap(([name, text]) => {
    const value = facts[name];
    return value === undefined || value === 0 ? [] : [text(value)];
  });
}
