/**
 * Judges a bundle: compares the declared hash with the hash of the files (R1 to R4).
 *
 *     declared        without --write-expected        with it
 *     the digest      ok                              ok, blocked: existing_expected_present
 *     another hash    mismatch                        blocked: existing_expected_present
 *     junk            invalid                         blocked: existing_expected_present
 *     a placeholder   mismatch, flag_not_set          to be written; then mismatch, placeholder
 *     nothing         invalid                         invalid
 *     no snapshot     invalid                         invalid, blocked: snapshot_not_found
 *     bad snapshot    invalid                         invalid, blocked: snapshot_invalid_json
 *     bad claims      invalid                         invalid
 */

import type { JsonObject } from '#core/json/value';
import { quote } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { shortText } from '#core/short-text';
import { type LoadedBundle, type Problem, SNAPSHOT_FILE } from './bundle.ts';
import { embeddedDigest, type Sha256 } from './digest-embedded.ts';
import { goBytesDigest } from './digest-go-bytes.ts';
import { type Expected, expectedOf, isHash, isSameHash } from './expected.ts';
import { type ParsedBundle, parseBundle } from './parse.ts';
import { type Outcome, type Profile, type ResultFields, type ResultV1, resultV1, type Verdict, type WriteReason } from './result.ts';
import { replayV1 } from './state.ts';
import { lineOfExpected } from './write-back.ts';

/** The rules of judging, the same for all bundles of a run. */
export interface VerifyRules {
  readonly profile: 'auto' | Profile;
  readonly writeExpected: boolean;
  readonly sha256: Sha256;
  readonly newHasher: NewHasher;
}

/** The bundle that the user asked for. */
export interface RequestedBundle {
  readonly ref: string;
  /** The roots that were tried, in order. */
  readonly attempted: readonly string[];
}

export interface JudgedBundle extends Verdict {
  readonly loaded: LoadedBundle;
  readonly parsed: ParsedBundle;
  /** The digest that replaces the placeholder; null if nothing is to be written. */
  readonly toWrite: string | null;
}

export function judgeBundle(loaded: LoadedBundle, asked: RequestedBundle, rules: VerifyRules): JudgedBundle {
  const parsed = parseBundle(loaded.files, { asDoubles: rules.profile === 'go-bytes' });
  const trace = [...asked.attempted, ...loaded.trace];
  if (loaded.problems.length > 0 || parsed.problems.length > 0 || parsed.snapshot === null) {
    const faults = [...loaded.problems, ...parsed.problems];
    const expected = parsed.snapshot === null ? '' : expectedOf(parsed.snapshot).text;
    const verdict = judgeFaults(faults, { ref: asked.ref, trace, expected }, rules.writeExpected);
    return { ...verdict, place: placeOf(loaded, faults[0]), line: faults[0]?.line, loaded, parsed, toWrite: null };
  }
  trace.push(`used:${loaded.root}`);
  const expected = expectedOf(parsed.snapshot);
  const digests = digestsOf(parsed.snapshot, parsed, expected, rules);
  const { outcome, fields, toWrite } = judgeExpected(expected, digests, rules.writeExpected);
  const known = { ref: asked.ref, expected: expected.text, got: digests.got, profile: digests.profile, trace };
  const result = resultOf(known, fields);
  const line = outcome === 'REPLAY_OK' || expected.kind === 'absent' ? undefined : lineOfDeclared(loaded);
  return { outcome, result: withInexact(result, parsed), place: placeOf(loaded), line, loaded, parsed, toWrite };
}

/** The verdict if no bundle could be loaded. */
export function notFound({ ref, attempted }: RequestedBundle, writeExpected: boolean, message: string): Verdict {
  const fault: Problem = { file: SNAPSHOT_FILE, kind: 'missing', message };
  return { ...judgeFaults([fault], { ref, trace: attempted, expected: '' }, writeExpected), place: attempted.at(-1) || null };
}

/** Returns the file to report. Every trace begins with the snapshot; an error may be in another file of the bundle. */
function placeOf({ trace: [snapshot = SNAPSHOT_FILE] }: LoadedBundle, fault?: Problem): string {
  return fault === undefined ? snapshot : snapshot.slice(0, -SNAPSHOT_FILE.length) + fault.file;
}

/** Returns the line of the declared hash, because it is what did not match. */
function lineOfDeclared({ files }: LoadedBundle): number | undefined {
  const snapshot = files.find(({ collection }) => collection === null);
  return snapshot === undefined ? undefined : lineOfExpected(snapshot.bytes);
}

function judgeFaults(
  faults: readonly Problem[],
  known: Omit<ResultFields, 'message'>,
  writeExpected: boolean,
): Omit<Verdict, 'place' | 'line'> {
  const errors = faults.map(({ message }) => message);
  const result = resultV1({ ...known, errors, message: errors[0] as string, ...writeOfFault(faults, writeExpected) });
  return { outcome: 'REPLAY_INVALID', result };
}

type Known = Pick<ResultV1, 'ref' | 'expected' | 'got' | 'profile' | 'trace'>;

/** Fields are listed one by one for speed: a run may judge ten thousand bundles. */
function resultOf(
  { ref, expected, got, profile, trace }: Known,
  { ok, message, errors, write_blocked, write_reason }: ResultFields,
): ResultV1 {
  return resultV1({ ok, ref, expected, got, trace, errors, message, write_blocked, write_reason, profile });
}

/** Lists the inexact numbers. The original program rounds them, so its hash does not cover what was rounded away. */
function withInexact(result: ResultV1, { inexact }: ParsedBundle): ResultV1 {
  return inexact.length === 0 ? result : resultV1({ ...result, inexact_numbers: inexact });
}

interface Digests {
  readonly got: string;
  readonly profile: Profile;
  /** The hash that would be written; null if it cannot be computed. */
  readonly embedded: () => string | null;
}

function digestsOf(snapshot: JsonObject, { files, inexact }: ParsedBundle, expected: Expected, rules: VerifyRules): Digests {
  const embedded = (): string | null => (inexact.length === 0 ? embeddedDigest(replayV1(snapshot, files), rules.sha256) : null);
  if (rules.profile === 'go-bytes') return { got: goBytesDigest(snapshot, files, rules.newHasher), profile: 'go-bytes', embedded };
  const got = embedded() as string;
  if (rules.profile === 'auto' && expected.kind === 'hash' && !isSameHash(expected.text, got)) {
    const other = goBytesDigest(snapshot, files, rules.newHasher);
    if (isSameHash(expected.text, other)) return { got: other, profile: 'go-bytes', embedded };
  }
  return { got, profile: 'embedded', embedded };
}

interface Judgement {
  readonly outcome: Outcome;
  readonly fields: ResultFields;
  readonly toWrite: string | null;
}

function judgeExpected(expected: Expected, digests: Digests, writeExpected: boolean): Judgement {
  const { got } = digests;
  const mismatch = `hash mismatch expected=${expected.text} got=${got}`;
  switch (expected.kind) {
    case 'hash':
      if (isSameHash(expected.text, got)) return unwritten('REPLAY_OK', { ok: true, message: 'ok' }, writeExpected);
      return unwritten('REPLAY_MISMATCH', { message: mismatch }, writeExpected);
    case 'placeholder':
      if (writeExpected) return judgeWrite(digests, mismatch);
      return judgement('REPLAY_MISMATCH', {
        message: `${mismatch} (a placeholder; --write-expected writes the hash)`,
        write_reason: 'flag_not_set',
      });
    case 'invalid': {
      const message = `invalid expected_hash_v1: expected 64 hex digits or a placeholder, found ${shown(expected.text)}`;
      return unwritten('REPLAY_INVALID', { message, errors: [message] }, writeExpected);
    }
    case 'absent':
      return judgement('REPLAY_INVALID', { message: 'snapshot.json missing expected_hash_v1', errors: ['missing expected_hash_v1'] });
    case 'mistyped': {
      const message = `decode snapshot.json meta: expected_hash_v1: expected a string, found ${expected.found}`;
      return judgement('REPLAY_INVALID', { message, errors: [message] });
    }
  }
}

function judgement(outcome: Outcome, fields: ResultFields): Judgement {
  return { outcome, fields, toWrite: null };
}

/**
 * A declared value that is not a placeholder is never overwritten. With `--write-expected` this reason is reported before a mismatch or an invalid
 * value.
 */
function unwritten(outcome: Outcome, fields: ResultFields, writeExpected: boolean): Judgement {
  if (!writeExpected) return judgement(outcome, fields);
  return judgement('REPLAY_WRITE_BLOCKED', { ...fields, write_blocked: true, write_reason: 'existing_expected_present' });
}

/** Always writes the embedded hash, even if another profile was requested. */
function judgeWrite({ embedded }: Digests, mismatch: string): Judgement {
  const hash = embedded();
  if (hash !== null && isHash(hash)) return { outcome: 'REPLAY_MISMATCH', fields: { message: mismatch }, toWrite: hash };
  const message = 'no hash to write: a number in the bundle is not a double, so there is no embedded hash, and only that hash is written';
  return judgement('REPLAY_INVALID', { message, errors: [message], write_blocked: true, write_reason: 'invalid_hash' });
}

const MAX_SHOWN = 100;

function shown(text: string): string {
  return quote(shortText(text, MAX_SHOWN));
}

function writeOfFault(faults: readonly Problem[], writeExpected: boolean): { write_blocked?: true; write_reason?: WriteReason } {
  const fault = faults.find(({ file }) => file === SNAPSHOT_FILE);
  if (!writeExpected || fault === undefined) return {};
  return { write_blocked: true, write_reason: REASONS[fault.kind] };
}

const REASONS: Readonly<Record<Problem['kind'], WriteReason>> = {
  missing: 'snapshot_not_found',
  unreadable: 'io_error',
  invalid: 'snapshot_invalid_json',
};
