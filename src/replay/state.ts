/**
 * ReplayV1: the state that a bundle reconstructs, and the trace of the files it was read from. No hash is computed here.
 *
 *     { snapshot: {…}, units: [], versions: [], claims: [{…}], meaning: [], uncertainty: [] }
 *
 * A collection has the content of its files, not their names; a missing collection is empty. The declared hash is not part of the state.
 */
import { emptyObject, type JsonObject, type JsonValue } from '#core/json/value';
import { COLLECTIONS, type Collection } from './bundle.ts';
import type { ParsedFile } from './parse.ts';

/** The top-level key of snapshot.json that declares the hash. */
export const EXPECTED_KEY = 'expected_hash_v1';

export type ReplayState = { readonly snapshot: JsonObject } & Readonly<Record<Collection, readonly JsonValue[]>>;

export function replayV1(snapshot: JsonObject, files: readonly ParsedFile[]): ReplayState {
  const parts: Record<Collection, JsonValue[]> = { units: [], versions: [], claims: [], meaning: [], uncertainty: [] };
  for (const { collection, value } of files) if (collection !== null) parts[collection].push(value);
  return { snapshot: withoutExpected(snapshot), ...parts };
}

/** Removes only the top-level key; nested keys of that name stay. */
export function withoutExpected(snapshot: JsonObject): JsonObject {
  const state = emptyObject();
  for (const key of Object.keys(snapshot)) if (key !== EXPECTED_KEY) state[key] = snapshot[key] as JsonValue;
  return state;
}

/** The document that `replay run` prints. */
export function stateDocument(state: ReplayState, trace: readonly string[]): JsonObject {
  return { ...state, trace };
}

/** `units=0 versions=0 claims=1 meaning=0 uncertainty=0` */
export function countsText(state: ReplayState): string {
  return COLLECTIONS.map((name) => `${name}=${state[name].length}`).join(' ');
}
