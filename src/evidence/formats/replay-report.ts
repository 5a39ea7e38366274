/** The results of `replay verify` for CI systems, in the same two forms as every other kind. */
import type { Outcome } from '#replay/result';
import { countsOf, type NamedVerdict, type Summary } from '#replay/summary';
import { differenceText, evidenceTexts } from '#replay/text';
import type { JunitCase, JunitSuite } from './junit.ts';
import type { SarifResult, SarifRule, SarifRun } from './sarif.ts';

/** A bundle is a test case; a mismatch or a blocked write is a failure, bad input an error, and a link that was not followed is skipped. */
export function replaySuite(summary: Summary): JunitSuite {
  const { verdicts, errors, passedOver = [] } = summary;
  const { bundles, mismatch, write_blocked, invalid, failed } = countsOf(verdicts);
  return {
    package: 'custody replay',
    name: 'replay verify',
    tests: bundles + errors.length + passedOver.length,
    failures: mismatch + write_blocked,
    errors: invalid + failed + errors.length,
    skipped: passedOver.length,
    cases: casesOf(summary),
  };
}

function* casesOf({ verdicts, errors, passedOver = [] }: Summary): Generator<JunitCase> {
  for (const verdict of verdicts) yield caseOf(verdict);
  for (const error of errors) yield { name: error, ending: { tag: 'error', type: 'REPLAY_INVALID', message: error } };
  for (const link of passedOver) yield { name: link, ending: { tag: 'skipped', message: 'passed over: a link to a folder' } };
}

function caseOf({ outcome, result, name, place, line }: NamedVerdict): JunitCase {
  if (outcome === 'REPLAY_OK') return { name, ending: null };
  const tag = outcome === 'REPLAY_MISMATCH' || outcome === 'REPLAY_WRITE_BLOCKED' ? 'failure' : 'error';
  const message = outcome === 'REPLAY_WRITE_BLOCKED' ? `${result.message} (write blocked: ${result.write_reason})` : result.message;
  const file = place === null ? [] : [line === undefined ? place : `${place}:${line}`];
  const body = [...file, ...(result.errors ?? []), ...evidenceTexts(result)].join('\n');
  return { name, ending: { tag, type: outcome, message, body } };
}

const RULES: Readonly<Record<Exclude<Outcome, 'REPLAY_OK'>, Omit<SarifRule, 'id'>>> = {
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

/** One result for every bundle that is not OK. */
export function replayRun({ root, verdicts, errors, passedOver = [] }: Summary, version: string): SarifRun {
  const results = [
    ...verdicts.filter(({ outcome }) => outcome !== 'REPLAY_OK').map((verdict) => resultOf(verdict, root)),
    ...errors.map((error) => ({ rule: 'REPLAY_INVALID', message: error, path: root })),
  ];
  return {
    tool: 'custody replay',
    version,
    rules: Object.entries(RULES).map(([id, texts]) => ({ id, ...texts })),
    results,
    found: results.length,
    notes: passedOver.map((link) => `passed over ${link}: a link to a folder`),
  };
}

function resultOf({ outcome, result, name, place, line }: NamedVerdict, root: string): SarifResult {
  const { message, errors = [], differences = [], write_reason: reason } = result;
  const blocked = outcome === 'REPLAY_WRITE_BLOCKED' ? ` (write blocked: ${reason})` : '';
  const more = [...errors.filter((error) => error !== message), ...differences.map(differenceText)];
  const named = name === '' ? '' : `${name}: `;
  return { rule: outcome, message: [`${named}${message}${blocked}`, ...more].join('\n'), path: place ?? root, line };
}
