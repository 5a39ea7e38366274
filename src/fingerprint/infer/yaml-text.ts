/**
 * Pieces of YAML for definitions that are written for people: texts are quoted only where they need it, and everything stays on one line.
 *
 *     yamlText('Loan ID')     Loan ID          yamlText('yes')      "yes"
 *     yamlFlow({ column: 'a: b', min: 0 })     { column: "a: b", min: 0 }
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import { shown } from '../shown.ts';

/** Letters first, so that no reader takes it for a number or a date; no sign that means something in YAML. */
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
/** What readers of YAML 1.1 or 1.2 take for a boolean or for nothing. */
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
/** Characters that YAML does not allow, or that some readers take for line ends; a quoted text escapes them. */
const ESCAPED = /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g;

export function yamlText(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : escaped(quote(text));
}

/** A value on one line. Keys are those of definitions and need no quotes, except where a name of a file is one. */
export function yamlFlow(value: JsonValue): string {
  if (typeof value === 'string') return yamlText(value);
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(yamlFlow).join(', ')}]`;
  if (!isJsonObject(value)) return formatSpine(value);
  const fields = Object.entries(value).map(([key, item]) => `${yamlText(key)}: ${yamlFlow(item)}`);
  return `{ ${fields.join(', ')} }`;
}

/** A text from a file in a comment: quoted, on one line, at most 80 characters. */
export function commentText(text: string): string {
  return escaped(shown(text));
}

/** A value of a cell in a comment: as it is written, if that is short and simple. */
export function commentValue(text: string): string {
  const trimmed = text.trim();
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(trimmed) && trimmed.length <= 40 ? trimmed : commentText(text);
}

function escaped(text: string): string {
  return text.replace(ESCAPED, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
