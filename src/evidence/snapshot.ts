/**
 * The verdict on a snapshot bundle, from ResultV1. One hash covers all files: if it does not match, none of them is verified, and all count
 * as failed.
 */
import { shellPath } from '#core/shell-words';
import type { Verdict as ReplayVerdict, ResultV1 } from '#replay/result';
import { documentReport, mappedFindings } from './contract.ts';
import { type Coverage, createVerdict, type Finding, type Outcome, type Verdict } from './verdict.ts';

export interface JudgedBundle {
  readonly given: string;
  readonly digest: string | null;
  /** How many files were read. */
  readonly fileCount: number;
}

export function snapshotVerdict({ given, digest, fileCount }: JudgedBundle, { outcome: own, result, place }: ReplayVerdict): Verdict {
  const outcome: Outcome = own === 'REPLAY_OK' ? 'OK' : own === 'REPLAY_INVALID' || own === 'REFUSAL' ? 'REFUSED' : 'FAILED';
  const messages = outcome === 'OK' ? [] : (result.errors ?? [result.message]);
  return createVerdict({
    kind: 'snapshot',
    path: given,
    id: result.expected === '' ? null : result.expected,
    digest,
    outcome,
    coverage: coverageOf(outcome, fileCount),
    findings: mappedFindings(messages, (message) => common(given, own, result, message)),
    notChecked: outcome === 'REFUSED' ? [{ what: 'the state of the bundle', reason: `it cannot be rebuilt from ${place ?? given}` }] : [],
    root: null,
    report: documentReport({ ...result }),
  });
}

function coverageOf(outcome: Outcome, expected: number): Coverage {
  const none = { expected, verified: 0, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
  if (outcome === 'OK') return { ...none, verified: expected };
  return outcome === 'FAILED' ? { ...none, failed: expected } : { ...none, skipped: expected };
}

function common(given: string, own: ReplayVerdict['outcome'], { expected, got }: ResultV1, message: string): Finding {
  const isMismatch = own === 'REPLAY_MISMATCH';
  const next = `custody replay verify --bundle ${shellPath(given)}`;
  return { code: own, path: null, wanted: isMismatch ? expected : null, found: isMismatch ? got : null, message, next_command: next };
}
