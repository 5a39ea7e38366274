/**
 * Reads the fields of a policy. A field that is not known is a fault: a rule that is spelt wrongly must not be a rule that is not there.
 *
 *     fieldsOf(value, 'signers[0]', faults, ['name', 'key', 'roles']).text('name')
 */
import { editDistance } from '#core/edit-distance';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import type { PolicyFault } from './document.ts';

export interface Reader {
  readonly fields: JsonObject;
  readonly faults: PolicyFault[];
  fault(name: string, message: string): void;
  /** A text that is not empty; '' and a fault otherwise. */
  text(name: string): string;
  optionalText(name: string): string | null;
  texts(name: string): readonly string[];
  choice(name: string, choices: readonly string[], usual: string): string;
  /** In milliseconds; null if absent. */
  instant(name: string): number | null;
  list(
    name: string,
    how?: { readonly mayBeAbsent: boolean },
  ): readonly { readonly value: JsonValue; readonly at: string; readonly faults: PolicyFault[] }[];
}

export function readPolicyFields(value: JsonValue, known: readonly string[]): Reader {
  return fieldsOf(value, '', [], known);
}

export function fieldsOf(value: JsonValue, at: string, faults: PolicyFault[], known: readonly string[]): Reader {
  const fields = isJsonObject(value) ? value : {};
  const place = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const fault = (name: string, message: string): void => void faults.push({ at: place(name), message });
  if (!isJsonObject(value)) faults.push({ at: at === '' ? 'policy' : at, message: 'expected fields, found something else' });
  for (const name of Object.keys(fields)) if (!known.includes(name)) fault(name, `no such field${nearest(name, known)}`);

  const optionalText = (name: string): string | null => {
    const found = fields[name];
    if (found === undefined) return null;
    if (typeof found === 'string' && found.trim() !== '') return found.trim();
    fault(name, 'expected a text, found something else');
    return '';
  };
  const listOf = (name: string): readonly JsonValue[] => {
    const found = fields[name];
    if (Array.isArray(found) && found.length > 0) return found as readonly JsonValue[];
    fault(name, 'expected a list that is not empty');
    return [];
  };
  return {
    fields,
    faults,
    fault,
    optionalText,
    text(name) {
      if (fields[name] === undefined && isJsonObject(value)) fault(name, 'expected a text, found nothing');
      return optionalText(name) ?? '';
    },
    texts(name) {
      const items = listOf(name);
      const texts = items.filter((item) => typeof item === 'string');
      if (texts.length !== items.length) fault(name, 'expected a list of texts');
      if (new Set(texts).size !== texts.length) fault(name, 'expected each text once');
      return texts;
    },
    choice(name, choices, usual) {
      const found = optionalText(name) ?? usual;
      if (found !== '' && !choices.includes(found)) fault(name, `expected ${choices.join(' or ')}, found ${found}`);
      return found;
    },
    instant(name) {
      const text = optionalText(name);
      if (text === null || text === '') return null;
      const instant = parseInstant(text);
      if (instant === null) fault(name, `expected an RFC 3339 time such as 2026-01-31T00:00:00Z, found ${text}`);
      return instant;
    },
    list(name, { mayBeAbsent } = { mayBeAbsent: false }) {
      if (mayBeAbsent && fields[name] === undefined) return [];
      return listOf(name).map((item, index) => ({ value: item, at: `${place(name)}[${index}]`, faults }));
    },
  };
}

const NEAR = 2;

function nearest(name: string, known: readonly string[]): string {
  const close = known.find((each) => editDistance(name, each) <= NEAR);
  return close === undefined ? `: expected one of ${known.join(', ')}` : `: is ${close} meant?`;
}
