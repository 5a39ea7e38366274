/**
 * Formats a report for people who read JSON: two spaces per level, keys in the given order, numbers and strings as in the spine form.
 *
 *     formatPretty({ outcome: 'OK', invalid: [] })
 *
 *     {
 *       "outcome": "OK",
 *       "invalid": []
 *     }
 */
import { Float, type JsonValue } from './value.ts';
import { formatSpine, quote } from './write.ts';

export function formatPretty(value: JsonValue): string {
  return format(value, '\n');
}

/** `newline` ends with the indentation of the value itself. */
function format(value: JsonValue, newline: string): string {
  if (typeof value !== 'object' || value === null || value instanceof Float) return formatSpine(value);
  const inner = `${newline}  `;
  if (Array.isArray(value))
    return enclose(
      '[',
      ']',
      (value as readonly JsonValue[]).map((item) => format(item, inner)),
      newline,
    );
  const fields = Object.entries(value as Record<string, JsonValue>).map(([key, item]) => `${quote(key)}: ${format(item, inner)}`);
  return enclose('{', '}', fields, newline);
}

function enclose(open: string, close: string, parts: readonly string[], newline: string): string {
  return parts.length === 0 ? `${open}${close}` : `${open}${newline}  ${parts.join(`,${newline}  `)}${newline}${close}`;
}
