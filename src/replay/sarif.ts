/**
 * Writes verdicts as SARIF 2.1.0 for code-scanning systems: one result for every bundle that is not OK.
 *
 *     { "ruleId": "REPLAY_MISMATCH", "level": "error", "message": { "text": "data/snapshots/demo: hash mismatch …" }, "locations": [ … ] }
 *
 * Besides the required fields, the output has what such systems need in practice: a location with a line for every result, and three texts for
 * every rule.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { Outcome } from './result.ts';
import type { NamedVerdict, Summary } from './summary.ts';
import { differenceText } from './text.ts';

type RuleId = Exclude<Outcome, 'REPLAY_OK'>;

const RULES: Readonly<Record<RuleId, { readonly title: string; readonly help: string }>> = {
  REPLAY_MISMATCH: {
    title: 'The bundle does not rebuild to the hash that it declares',
    help: 'Something in the bundle has changed since its hash was written, or only a placeholder is declared. custody replay verify --against reports which value.',
  },
  REPLAY_WRITE_BLOCKED: {
    title: 'No hash was written, because one is already declared',
    help: 'A declared hash is never overwritten. To declare another hash, write a placeholder there and have a person review it.',
  },
  REPLAY_INVALID: {
    title: 'The bundle cannot be judged: something is missing, unreadable or malformed',
    help: 'The message names the file and the place of the fault.',
  },
  REFUSAL: {
    title: 'The hash could not be written',
    help: 'The message contains the error of the system. The snapshot is unchanged.',
  },
};
const IDS = Object.keys(RULES);

export function sarifDocument({ root, verdicts, errors, passedOver = [] }: Summary, version: string): JsonObject {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'custody replay', version, rules: Object.entries(RULES).map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        ...(passedOver.length === 0 ? {} : { invocations: [invocationOf(passedOver)] }),
        results: [
          ...verdicts.filter(({ outcome }) => outcome !== 'REPLAY_OK').map((verdict) => resultOf(verdict, root)),
          ...errors.map((error) => finding('REPLAY_INVALID', error, { path: root })),
        ],
      },
    ],
  };
}

/** A bundle that was not judged is not a result; it is reported as a notification of the run. */
function invocationOf(passedOver: readonly string[]): JsonObject {
  const toolExecutionNotifications = passedOver.map((link) => ({
    level: 'note',
    message: { text: literalText(`passed over ${link}: a link to a folder`) },
  }));
  return { executionSuccessful: true, toolExecutionNotifications };
}

function ruleOf([id, { title, help }]: readonly [string, (typeof RULES)[RuleId]]): JsonObject {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title}.` },
    help: { text: help },
    defaultConfiguration: { level: 'error' },
  };
}

function resultOf({ outcome, result, name, place, line }: NamedVerdict, root: string): JsonObject {
  const { message, errors = [], differences = [], write_reason: reason } = result;
  const blocked = outcome === 'REPLAY_WRITE_BLOCKED' ? ` (write blocked: ${reason})` : '';
  const more = [...errors.filter((error) => error !== message), ...differences.map(differenceText)];
  const named = name === '' ? '' : `${name}: `;
  return finding(outcome, [`${named}${message}${blocked}`, ...more].join('\n'), { path: place ?? root, line });
}

/** If the whole file is meant, the location is its first line. */
function finding(
  ruleId: string,
  text: string,
  { path, line = 1 }: { readonly path: string; readonly line?: number | undefined },
): JsonObject {
  const physicalLocation = { artifactLocation: { uri: uriOf(path) }, region: { startLine: line } };
  const ruleIndex = IDS.indexOf(ruleId);
  return { ruleId, ruleIndex, level: 'error', message: { text: literalText(text) }, locations: [{ physicalLocation }] };
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
