/**
 * What a run was about, according to its record: the paths it read and wrote, and the ids of the documents it named.
 *
 *     {"inputs":[{"path":"dec.lock.json",…}],"params":{"lock_hash":"sha256:9a…","subcommand":"verify"}}   verify dec.lock.json sha256:9a…
 *     {"inputs":[{"path":"data",…}],"params":{"lock_hash":"sha256:9a…","output":"dec.lock.json"}}         data -> dec.lock.json sha256:9a…
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { RecordLine } from './line.ts';

type Get = RecordLine['get'];

/** The parameters in which tools record a path that they wrote, the usual one first. */
const WRITTEN = ['output', 'out', 'archive'] as const;
/** The parameters in which tools record one or more paths that they read. */
const READ = ['scan', 'root', 'roots', 'files', 'rules', 'definitions', 'zone', 'all'] as const;

const HEX = 64;
const DIGEST = /^(?:(?:sha256|blake3):)?[0-9a-f]{64}$/;
/** The number of inputs, and of ids, that are shown. */
const SHOWN = 3;

/** The paths as they were typed. */
export function* pathsOf(get: Get): Generator<string> {
  yield* inputPaths(get('inputs'));
  const params = get('params');
  if (!isJsonObject(params)) return;
  for (const name of [...WRITTEN, ...READ]) yield* texts(params[name]);
}

/** The path that a run wrote, as it was typed; null if it wrote to standard output. */
export function writtenPath(get: Get): string | null {
  const params = get('params');
  if (!isJsonObject(params)) return null;
  for (const name of WRITTEN) for (const path of texts(params[name])) return path;
  return null;
}

/** The id of the record itself, and every id or hash in its parameters: `lock_hash`, `pack_id`, … */
export function* idsOf(get: Get): Generator<string> {
  const id = get('id');
  if (typeof id === 'string') yield id;
  yield* digestsIn(get('params'));
}

/** The BLAKE3 hashes of everything that was read and written. */
export function* hashesOf(get: Get): Generator<string> {
  const output = get('output_hash');
  if (typeof output === 'string') yield output;
  yield* inputHashes(get('inputs'));
}

export function* inputHashes(inputs: JsonValue | undefined): Generator<string> {
  if (!Array.isArray(inputs)) return;
  for (const input of inputs) if (isJsonObject(input) && typeof input['hash'] === 'string') yield input['hash'];
}

/**
 * Returns an empty text if the record has no such facts. A listing may have hundred thousands of rows, so nothing is computed that the row
 * does not show.
 */
export function formatSubject(get: Get): string {
  const params = get('params');
  const known = isJsonObject(params) ? params : {};
  const inputs = [...inputPaths(get('inputs'))];
  const { subcommand } = known;
  const words = typeof subcommand === 'string' ? [subcommand] : [];
  addShown(words, inputs);
  for (const name of WRITTEN) {
    const written = known[name];
    if (typeof written !== 'string') continue;
    words.push('->', written);
    break;
  }
  const ids: string[] = [];
  for (const name in known) addDigests(ids, known[name], inputs);
  addShown(words, ids);
  return words.join(' ');
}

function addShown(words: string[], all: readonly string[]): void {
  for (let index = 0; index < all.length && index < SHOWN; index++) words.push(all[index] as string);
  if (all.length > SHOWN) words.push(`and ${all.length - SHOWN} more`);
}

/** Adds the digests of a parameter, which is a text or a list. Each digest is shown once. */
function addDigests(ids: string[], value: JsonValue | undefined, inputs: readonly string[]): void {
  if (Array.isArray(value)) for (const each of value) addDigest(ids, each, inputs);
  else addDigest(ids, value, inputs);
}

function addDigest(ids: string[], value: JsonValue | undefined, inputs: readonly string[]): void {
  if (typeof value === 'string' && value.length >= HEX && DIGEST.test(value) && !ids.includes(value) && !inputs.includes(value))
    ids.push(value);
}

function* inputPaths(inputs: JsonValue | undefined): Generator<string> {
  if (!Array.isArray(inputs)) return;
  for (const input of inputs) if (isJsonObject(input) && typeof input['path'] === 'string') yield input['path'];
}

/** Yields a text, or the texts in a list. */
function* texts(value: JsonValue | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) if (typeof each === 'string') yield each;
}

/** Searches at any depth. The reader of the ledger allows at most 128 levels. */
function* digestsIn(value: JsonValue | undefined): Generator<string> {
  if (typeof value === 'string') {
    if (DIGEST.test(value)) yield value;
  } else if (Array.isArray(value)) {
    for (const each of value) yield* digestsIn(each);
  } else if (isJsonObject(value)) {
    for (const each of Object.values(value)) yield* digestsIn(each);
  }
}
