/** `replay run`: the state that a bundle reconstructs (ReplayV1), without a hash, or the reason why there is none. */
import type { JsonObject } from '#core/json/value';
import type { LoadedBundle } from '../bundle.ts';
import { parseBundle } from '../parse.ts';
import { resultV1, type Verdict } from '../result.ts';
import { type ReplayState, replayV1, stateDocument } from '../state.ts';
import { notFound } from '../verify.ts';
import type { FoundBundle } from './find-bundle.ts';
import { loadBundle } from './load.ts';

export type Replayed =
  | { readonly state: ReplayState; readonly document: JsonObject; readonly verdict: null; readonly snapshot: Uint8Array | null }
  | { readonly state: null; readonly verdict: Verdict; readonly snapshot: Uint8Array | null };

export function replayFound(found: FoundBundle): Replayed {
  const { ref, place, problem } = found;
  if (place !== null) return replayLoaded(ref, loadBundle(place));
  return { state: null, verdict: notFound(found, false, problem as string), snapshot: null };
}

/** The trace begins with the snapshot: the roots that were tried are not part of the state. */
export function replayLoaded(ref: string, { root, trace, files, problems }: LoadedBundle): Replayed {
  const parsed = parseBundle(files, { asDoubles: false });
  const snapshot = files.find(({ collection }) => collection === null)?.bytes ?? null;
  const errors = [...problems, ...parsed.problems].map(({ message }) => message);
  if (errors.length > 0 || parsed.snapshot === null) {
    const result = resultV1({ ref, trace, errors, message: errors[0] as string });
    return { state: null, verdict: { outcome: 'REPLAY_INVALID', result, place: trace[0] ?? null }, snapshot };
  }
  const state = replayV1(parsed.snapshot, parsed.files);
  return { state, document: stateDocument(state, [...trace, `used:${root}`]), verdict: null, snapshot };
}
