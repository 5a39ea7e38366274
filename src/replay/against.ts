/**
 * Reads the document of an earlier run that `--against` names: a result of `replay verify`, which has digests, or the state of `replay run`, which
 * has values.
 *
 *     readAgainst({ ok: false, …, files: [{ file: 'snapshot.json', … }] })      [{ file: 'snapshot.json', canonicalHash: 'sha256:…' }]
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { COLLECTIONS, SNAPSHOT_FILE } from './bundle.ts';
import type { ComparedFile } from './explain.ts';

/** The message says why the document cannot be used for a comparison. */
export class Incomparable extends Error {
  override readonly name = 'Incomparable';
}

export function readAgainst(document: JsonValue): readonly ComparedFile[] {
  if (!isJsonObject(document)) throw new Incomparable('expected a result of replay verify or the state of replay run');
  if (isJsonObject(document['snapshot'])) return filesOfState(document, document['snapshot']);
  const { files } = document;
  if (files === undefined) throw new Incomparable('it lists no files: expected a result of replay verify or the state of replay run');
  return list(files).map(fileOfResult);
}

function fileOfResult(entry: JsonValue): ComparedFile {
  const { file, bytes_hash: bytesHash, canonical_hash: canonicalHash } = isJsonObject(entry) ? entry : {};
  if (typeof file !== 'string' || typeof bytesHash !== 'string' || (typeof canonicalHash !== 'string' && canonicalHash !== null)) {
    throw new Incomparable('files: expected file, bytes_hash and canonical_hash');
  }
  return { file, bytesHash, canonicalHash };
}

/** A state has no file names. Its trace has them, in the same order, between the snapshot and the root. */
function filesOfState(document: JsonObject, snapshot: JsonObject): readonly ComparedFile[] {
  const trace = list(document['trace'])
    .slice(1, -1)
    .filter((entry) => typeof entry === 'string');
  const parts = COLLECTIONS.flatMap((name) => {
    const values = list(document[name]);
    const files = trace.map((path) => path.split('/').slice(-2)).filter(([folder]) => folder === name);
    if (files.length !== values.length) throw new Incomparable(`its trace names ${files.length} files of ${values.length} in ${name}`);
    return values.map((value, i): ComparedFile => ({ file: (files[i] as string[]).join('/'), value }));
  });
  return [{ file: SNAPSHOT_FILE, value: snapshot }, ...parts];
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new Incomparable('expected a list');
}
