/**
 * Snapshot replay as typed functions: the same operations as the command line, with the same results.
 *
 *     const { outcome, result } = verifyReplay({ bundle: 'data/snapshots/demo' });
 *     verifyReplay({ files: { 'snapshot.json': bytes, 'claims/a.json': bytes }, ref: 'demo' }).result.got
 */

import type { JsonObject, JsonValue } from '#core/json/value';
import { newHasher, sha256Hex } from '#hashing/hashers';
import type { Collection } from '#replay/bundle';
import type { ComparedFile } from '#replay/explain';
import { openAgainst } from '#replay/ops/against';
import { type FoundBundle, findBundle, placeAt } from '#replay/ops/find-bundle';
import { type Replayed, replayFound, replayLoaded } from '#replay/ops/run';
import { explained, type VerifyRequest, verifyFound } from '#replay/ops/verify';
import { verifyAll } from '#replay/ops/verify-all';
import { refFault } from '#replay/ref';
import { type Outcome, type Profile, type ResultV1, resultV1, type Verdict } from '#replay/result';
import { countsOf, type ReplayCounts, summaryOutcome } from '#replay/summary';
import { judgeBundle, notFound } from '#replay/verify';
import { virtualBundle } from '#replay/virtual';
import { absolute } from './given-path.ts';

/** Names the bundle: `files` from memory, else the folder `bundle`, else the bundle `ref` below the fixtures or the data. */
export interface ReplaySource {
  readonly ref?: string;
  readonly bundle?: string;
  /** The content by path inside the bundle: `snapshot.json`, `claims/a.json`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Default `./data`. */
  readonly data?: string;
  /** Default `data/test-fixtures`. */
  readonly fixtureRoot?: string;
  /** Searches the data before the fixtures. */
  readonly preferData?: boolean;
  /** The folder that relative paths start from; the default is the current folder. */
  readonly cwd?: string;
}

export interface ReplayRules {
  /** How the state is hashed; the default is `auto`: as embedded values, or as the original implementation does where that is declared. */
  readonly profile?: 'auto' | Profile;
  /** Writes the hash where a placeholder is declared; not allowed with `files`. */
  readonly writeExpected?: boolean;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

export interface VerifiedReplay {
  readonly outcome: Outcome;
  readonly result: ResultV1;
}

/** The document of `replay run`. */
export type ReplayedState = { readonly snapshot: JsonObject; readonly trace: readonly string[] } & Readonly<
  Record<Collection, readonly JsonValue[]>
>;

export type ReplayedBundle =
  | { readonly outcome: 'REPLAY_OK'; readonly state: ReplayedState }
  | { readonly outcome: 'REPLAY_INVALID'; readonly result: ResultV1 };

export interface VerifiedReplays {
  readonly outcome: Outcome;
  readonly results: readonly ResultV1[];
  readonly counts: ReplayCounts;
  /** Folders that could not be searched, or a message that there is no bundle at all. */
  readonly errors: readonly string[];
  /** Links to folders, which were not followed. */
  readonly passedOver: readonly string[];
}

/** The verdict of `replay verify`; a fault of a bundle is never thrown. */
export function verifyReplay(settings: ReplaySource & ReplayRules & { readonly against?: string }): VerifiedReplay {
  const request = requestOf(settings);
  if (settings.against === undefined) return verifyGiven(settings, request);
  const against = openAgainst(placeAt(cwdOf(settings), settings.against));
  if ('files' in against) return verifyGiven(settings, { ...request, against: against.files });
  const { problem: message } = against;
  return { outcome: 'REPLAY_INVALID', result: resultV1({ ref: settings.ref, errors: [message], message }) };
}

/** The state that a bundle rebuilds to, and its trace; without a hash. */
export function replayBundle(settings: ReplaySource): ReplayedBundle {
  const replayed = replayGiven(settings);
  if (replayed.state === null) return { outcome: 'REPLAY_INVALID', result: replayed.verdict.result };
  return { outcome: 'REPLAY_OK', state: replayed.document as unknown as ReplayedState };
}

/** Every `snapshots/*` folder at any depth below `root`. */
export function verifyAllReplays(root: string, settings: ReplayRules & { readonly cwd?: string } = {}): VerifiedReplays {
  const summary = verifyAll(placeAt(cwdOf(settings), root), { ...requestOf(settings), listsFiles: false });
  const { verdicts, errors, passedOver = [] } = summary;
  return {
    outcome: summaryOutcome(summary),
    results: verdicts.map(({ result }) => result),
    counts: countsOf(verdicts),
    errors,
    passedOver,
  };
}

function verifyGiven(
  settings: ReplaySource & ReplayRules,
  request: VerifyRequest & { against: readonly ComparedFile[] | null },
): VerifiedReplay {
  const { files } = settings;
  if (files === undefined) {
    const { outcome, result } = verifyFound(findGiven(settings), request);
    return { outcome, result };
  }
  if (request.writeExpected) throw new RangeError('writeExpected needs a bundle on disk, found files');
  const ref = settings.ref ?? '';
  const fault = memoryFault(settings);
  if (fault !== null) return fault;
  const loaded = virtualBundle(files, ref);
  const asked = { ref, attempted: [] };
  const judged = judgeBundle(loaded, asked, { profile: request.profile, writeExpected: false, sha256: sha256Hex, newHasher });
  const { outcome, result } = explained(judged, judged, request);
  return { outcome, result };
}

function replayGiven(settings: ReplaySource): Replayed {
  if (settings.files === undefined) return replayFound(findGiven(settings));
  const fault = memoryFault(settings);
  if (fault !== null) return { state: null, verdict: fault, snapshot: null };
  const ref = settings.ref ?? '';
  return replayLoaded(ref, virtualBundle(settings.files, ref));
}

/** A bundle in memory needs no name. */
function memoryFault({ ref }: ReplaySource): Verdict | null {
  const problem = ref === undefined || ref === '' ? null : refFault(ref);
  return problem === null ? null : notFound({ ref: ref as string, attempted: [] }, false, problem);
}

function findGiven(settings: ReplaySource): FoundBundle {
  return findBundle({ ...settings, cwd: cwdOf(settings) });
}

function cwdOf({ cwd }: { readonly cwd?: string }): string {
  return absolute(cwd ?? '.');
}

function requestOf({ profile = 'auto', writeExpected = false, sync = true }: ReplayRules): VerifyRequest {
  if (!['auto', 'embedded', 'go-bytes'].includes(profile))
    throw new RangeError(`profile is auto, embedded or go-bytes; found '${profile}'`);
  return { profile, writeExpected, sync, listsFiles: true, against: null };
}
