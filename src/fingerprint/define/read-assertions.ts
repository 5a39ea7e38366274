/**
 * Reads the `assertions` of a definition. Each has one assertion, and may have a `name`, a `severity` and `not`:
 *
 *     - { name: header, severity: warn, not: true, cell_eq: { cell: A1, value: Loan ID } }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import { type AssertionKind, beginNegated, type Judge, type Scope, type Severity } from '../assert/assertion.ts';
import { nameAssertion } from '../assert/assertion-names.ts';
import { ASSERTIONS, assertionKind } from '../assert/assertions.ts';
import { shown } from '../shown.ts';
import { describeValue, type FaultPath } from './faults.ts';
import { type Field, type Reading, readBare, readFields } from './fields.ts';

export interface NamedAssertion {
  readonly name: string;
  readonly kind: AssertionKind;
  readonly severity: Severity;
  begin(scope: Scope): Judge;
}

/** The keys beside the assertion itself. */
const OTHERS: readonly string[] = ['name', 'severity', 'not'];
const SEVERITIES: readonly Severity[] = ['fail', 'warn'];

/** Records every fault; the assertions are usable only if there is none. New bound names are added to `bound`. */
export function readAssertions(
  list: JsonValue | undefined,
  format: Format | null,
  reading: Reading,
  bound: Set<string>,
): readonly NamedAssertion[] {
  const { faults, path } = reading;
  if (!Array.isArray(list) || list.length === 0) {
    faults.add(list === undefined ? [] : path, `expected at least one assertion in "assertions", found ${describeValue(list)}`);
    return [];
  }
  const entries = list as readonly JsonValue[];
  const taken = namesGiven(entries, reading);
  return entries.flatMap((entry, i) => readAssertion(entry, { ...reading, path: [...path, i] }, { format, taken, bound }));
}

interface AssertionContext {
  readonly format: Format | null;
  readonly taken: Set<string>;
  readonly bound: Set<string>;
}

function readAssertion(entry: JsonValue, reading: Reading, { format, taken, bound }: AssertionContext): readonly NamedAssertion[] {
  const { faults, path } = reading;
  const [key, ...others] = isJsonObject(entry) ? Object.keys(entry).filter((name) => !OTHERS.includes(name)) : [];
  if (!isJsonObject(entry) || key === undefined || others.length > 0) {
    const found = isJsonObject(entry) ? (key === undefined ? 'none' : [key, ...others].map(shown).join(', ')) : describeValue(entry);
    faults.add(path, `expected one assertion, found ${found}`);
    return [];
  }
  const kind = assertionKind(key);
  const at = { ...reading, path: [...path, key] };
  if (kind === undefined) {
    faults.add(at.path, `unknown assertion ${shown(key)}: expected one of ${namesFor(format).join(', ')}`);
    return [];
  }
  if (format !== null && !kind.formats.includes(format)) {
    faults.add(at.path, `${key} is for ${kind.formats.join(', ')}, and the format is ${format}`);
    return [];
  }
  const value = entry[key] as JsonValue;
  const values = readValues(kind, value, at);
  checkBinding(value, at, bound);
  if (values === null) return [];
  const objection = format === null ? null : kind.objection(values, format);
  if (objection !== null) faults.add(at.path, objection);
  const given = entry['name'];
  const { severity = 'fail', not: isNegated = false } = entry as { readonly severity?: JsonValue; readonly not?: JsonValue };
  if (!SEVERITIES.some((known) => known === severity))
    faults.add([...path, 'severity'], `expected fail or warn, found ${describeValue(severity)}`);
  if (typeof isNegated !== 'boolean') faults.add([...path, 'not'], `expected true or false, found ${describeValue(isNegated)}`);
  const name = typeof given === 'string' ? given : nameAssertion(isNegated === true ? `not_${key}` : key, value, taken);
  const begin = (scope: Scope): Judge => (isNegated === true ? beginNegated(kind, values, scope) : kind.begin(values, scope));
  return [{ name, kind, severity: severity as Severity, begin }];
}

function readValues(kind: AssertionKind, value: JsonValue, at: Reading): Readonly<Record<string, unknown>> | null {
  if (kind.bare !== null) return readBare(value, kind.bare, kind.fields[kind.bare] as Field<unknown>, at);
  if (isJsonObject(value)) return readFields(value, kind.fields, at);
  at.faults.add(at.path, `expected a mapping with ${Object.keys(kind.fields).join(', ')}, found ${describeValue(value)}`);
  return null;
}

/** A `$x` must be bound by an earlier assertion. */
export function checkBinding(value: JsonValue, { faults, path }: Reading, bound: Set<string>): void {
  if (!isJsonObject(value)) return;
  const { sheet, bind } = value as JsonObject & { readonly sheet?: JsonValue; readonly bind?: JsonValue };
  if (typeof sheet === 'string' && sheet.startsWith('$') && !bound.has(sheet)) {
    faults.add([...path, 'sheet'], `${shown(sheet)} is bound by no sheet_name_regex above`);
  }
  if (typeof bind === 'string') bound.add(bind);
}

function namesGiven(entries: readonly JsonValue[], { faults, path }: Reading): Set<string> {
  const taken = new Set<string>();
  entries.forEach((entry, i) => {
    const name = isJsonObject(entry) ? entry['name'] : undefined;
    if (name === undefined) return;
    const at: FaultPath = [...path, i, 'name'];
    if (typeof name !== 'string' || name === '') faults.add(at, `expected a name, found ${describeValue(name)}`);
    else if (taken.has(name)) faults.add(at, `expected a name of its own, found ${shown(name)} twice`);
    else taken.add(name);
  });
  return taken;
}

function namesFor(format: Format | null): readonly string[] {
  return ASSERTIONS.filter(({ formats }) => format === null || formats.includes(format)).map(({ name }) => name);
}
