/**
 * Writes what was found as SARIF 2.1.0 for code-scanning systems.
 *
 *     { "ruleId": "HASH_MISMATCH", "level": "error", "message": { "text": "tape.csv has other bytes …" }, "locations": [ … ] }
 *
 * Besides the required fields, the output has what such systems need in practice: a location with a line for every result, and three texts for
 * every rule. They accept at most 5,000 results: further ones are counted in a notification.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';

export interface SarifRun {
  /** The name of the driver: `custody verify`. */
  readonly tool: string;
  readonly version: string;
  /** In order; a result names one of them by its id. */
  readonly rules: readonly SarifRule[];
  /** At most `MAX_RESULTS` of them are written. */
  readonly results: readonly SarifResult[];
  /** How many there are in all. */
  readonly found: number;
  /** What was seen and not judged: no result, but said. */
  readonly notes: readonly string[];
}

export interface SarifRule {
  readonly id: string;
  readonly title: string;
  readonly help: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level?: 'error' | 'warning';
  readonly message: string;
  readonly path: string;
  /** If the whole file is meant, the location is its first line. */
  readonly line?: number | undefined;
}

export const MAX_RESULTS = 5000;

export function sarifDocument({ tool, version, rules, results, found, notes }: SarifRun): JsonObject {
  const ids = rules.map(({ id }) => id);
  const listed = results.slice(0, MAX_RESULTS);
  const notifications = [
    ...(found > listed.length ? [notification('warning', `${found - listed.length} more results are not listed`)] : []),
    ...notes.map((text) => notification('note', text)),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool, version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        ...(notifications.length === 0 ? {} : { invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }] }),
        results: listed.map((result) => resultOf(result, ids)),
      },
    ],
  };
}

function notification(level: 'note' | 'warning', text: string): JsonObject {
  return { level, message: { text: literalText(text) } };
}

function ruleOf({ id, title, help }: SarifRule): JsonObject {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title}.` },
    help: { text: help },
    defaultConfiguration: { level: 'error' },
  };
}

function resultOf({ rule, level = 'error', message, path, line = 1 }: SarifResult, ids: readonly string[]): JsonObject {
  const physicalLocation = { artifactLocation: { uri: uriOf(path) }, region: { startLine: line } };
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level,
    message: { text: literalText(message) },
    locations: [{ physicalLocation }],
  };
}

/**
 * In a SARIF message, braces are placeholders (3.11.5), and brackets before parentheses make a link (3.11.6). A file name must not be read as
 * either.
 */
export function literalText(text: string): string {
  const unbraced = text.toWellFormed().replace(/[{}]/g, '$&$&');
  return unbraced.includes('](') ? unbraced.replace(/[[\]]/g, '\\$&') : unbraced;
}

/** Relative paths stay relative, and an empty path is the current folder. Bytes that a URI does not allow are percent-encoded. */
export function uriOf(path: string): string {
  const escaped = path.toWellFormed().replace(/[^A-Za-z0-9._~/-]/gu, (character) => {
    return [...encodeUtf8(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
  return path.startsWith('/') ? `file://${escaped}` : escaped || '.';
}
