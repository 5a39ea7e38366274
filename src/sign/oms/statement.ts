/**
 * What a bundle of OpenSSF Model Signing (OMS) v1.0 signs: an in-toto Statement that names every file of a model or a dataset.
 *
 *     {"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"model","digest":{"sha256":"<root>"}}],
 *      "predicateType":"https://model_signing/signature/v1.0",
 *      "predicate":{"resources":[{"name":"a.txt","digest":"b6a98d…","algorithm":"sha256"}],
 *                   "serialization":{"method":"files","hash_type":"sha256","allow_symlinks":false,"ignore_paths":[".git"]}}}
 *
 * The JSON Schemas of the specification leave most rules open; all are checked here. Where the reference implementation departs from the text
 * without harm (order of the resources, its names for shards, `8.0`), the bundle is accepted, and a note says so.
 */
import { compareUtf8 } from '#core/bytes/order';
import { JsonError, parseJson } from '#core/json/read';
import { Float, type JsonObject, type JsonValue } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import { BadSignature } from '../bad-signature.ts';
import { objectIn } from '../sigstore/fields.ts';
import { PAYLOAD_TYPE, STATEMENT_TYPE } from '../statement.ts';
import { type ModelFile, modelFiles } from './files.ts';

export const PREDICATE_TYPE = 'https://model_signing/signature/v1.0';

export const MODEL_HASHES = { sha256: 64, blake2b: 128, blake3: 64 } as const;
export type ModelHash = keyof typeof MODEL_HASHES;

export interface Resource {
  readonly name: string;
  /** Lower-case hex. */
  readonly digest: string;
}

export interface ModelStatement {
  readonly hash: ModelHash;
  /** Null for whole files. */
  readonly shardSize: number | null;
  readonly allowsLinks: boolean;
  readonly ignoredPaths: readonly string[];
  readonly files: readonly ModelFile[];
  /** Departures from the text of the specification. */
  readonly notes: readonly string[];
}

export function isModelSigning(payload: string): boolean {
  return payload.includes('https://model_signing/');
}

/** Signed by version 0.2 of the program model-signing: the signature is over another text than the one in the bundle. */
export function isOfOldProgram(payload: string): boolean {
  return payload.includes('"https://model_signing/Digests/v0.1"');
}

const LIMITS = { bytes: 1 << 26, values: 1 << 22 } as const;

/** `rootDigest` is SHA-256 over raw digests that are given as hex, one after the other. Throws `BadSignature`. */
export function parseModelStatement(
  payloadType: string,
  payload: Uint8Array,
  rootDigest: (digests: readonly string[]) => string,
): ModelStatement {
  if (payloadType !== PAYLOAD_TYPE) throw new BadSignature(`expected the payload type ${PAYLOAD_TYPE}, found another`);
  const statement = jsonOf(payload);
  if (statement['_type'] !== STATEMENT_TYPE) throw new BadSignature('expected an in-toto Statement v1, found something else');
  const type = statement['predicateType'];
  if (type !== PREDICATE_TYPE) throw new BadSignature(`expected the predicate type ${PREDICATE_TYPE}, found another`);
  const predicate = objectIn(statement['predicate'], 'predicate');
  const notes: string[] = [];
  const how = serializationIn(objectIn(predicate['serialization'], 'serialization'), notes);
  const resources = resourcesIn(predicate['resources'], how, notes);
  const wanted = subjectIn(statement['subject']);
  const found = rootDigest(resources.map(({ digest }) => digest));
  if (found !== wanted) throw new BadSignature('its subject is not the digest over its resources');
  return { ...how, files: modelFiles(resources, how), notes };
}

function jsonOf(payload: Uint8Array): JsonObject {
  try {
    return objectIn(parseJson(payload, 0, payload.length, LIMITS), 'the payload');
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadSignature(`its payload is no JSON: ${error.message}`);
  }
}

type Serialization = Pick<ModelStatement, 'hash' | 'shardSize' | 'allowsLinks' | 'ignoredPaths'>;

function serializationIn(value: JsonObject, notes: string[]): Serialization {
  const { method, hash_type: hash, shard_size: size, allow_symlinks: allowsLinks, ignore_paths: ignored = [] } = value;
  if (typeof hash !== 'string' || !(hash in MODEL_HASHES))
    throw new BadSignature('expected the hash sha256, blake2b or blake3, found another');
  if (method !== 'files' && method !== 'shards') throw new BadSignature('expected the method files or shards, found another');
  if ((method === 'shards') !== (size !== undefined))
    throw new BadSignature('expected shard_size with the method shards, and only with it');
  if (typeof allowsLinks !== 'boolean') throw new BadSignature('expected allow_symlinks to be true or false');
  if (size instanceof Float) notes.push('shard_size is written with a fraction, as the reference implementation does');
  const number = size instanceof Float ? size.value : size;
  if (number !== undefined && !(typeof number === 'number' && Number.isSafeInteger(number) && number > 0))
    throw new BadSignature('expected shard_size to be a positive whole number');
  if (!Array.isArray(ignored)) throw new BadSignature('expected a list in ignore_paths');
  return {
    hash: hash as ModelHash,
    shardSize: number ?? null,
    allowsLinks,
    ignoredPaths: (ignored as readonly JsonValue[]).map(ignoredIn),
  };
}

function ignoredIn(path: JsonValue): string {
  if (typeof path !== 'string' || !isRelPath(path) || /[*?[]/.test(path))
    throw new BadSignature('expected relative paths without wildcards in ignore_paths, found something else');
  return path;
}

function resourcesIn(value: JsonValue | undefined, { hash, shardSize }: Serialization, notes: string[]): readonly Resource[] {
  if (!Array.isArray(value) || value.length === 0) throw new BadSignature('expected resources, found none');
  const length = MODEL_HASHES[hash];
  const digestForm = new RegExp(`^[0-9a-f]{${length}}$`);
  const sharded = `${hash}-sharded-${shardSize}`;
  let hasOldName = false;
  let isSorted = true;
  let before = '';
  const resources = (value as readonly JsonValue[]).map((each) => {
    const { name, digest, algorithm } = objectIn(each, 'resources');
    if (typeof name !== 'string') throw new BadSignature('expected a text as the name of a resource');
    if (typeof digest !== 'string' || !digestForm.test(digest))
      throw new BadSignature(`expected ${length} lower-case hex digits as the digest of ${name}`);
    if (algorithm === sharded && shardSize !== null) hasOldName = true;
    else if (algorithm !== hash) throw new BadSignature(`expected the algorithm ${hash} for ${name}, found another`);
    isSorted &&= compareUtf8(before, name) <= 0;
    before = name;
    return { name, digest };
  });
  if (hasOldName) notes.push(`the algorithm of shards is called ${sharded}, as older versions of the reference implementation do`);
  if (!isSorted) notes.push('the resources are not sorted by their names, as the specification wants it');
  return resources;
}

function subjectIn(value: JsonValue | undefined): string {
  if (!Array.isArray(value) || value.length !== 1) throw new BadSignature('expected exactly one subject');
  const digest = objectIn(objectIn((value as readonly JsonValue[])[0], 'subject')['digest'], 'digest')['sha256'];
  if (typeof digest !== 'string') throw new BadSignature('expected a subject with a SHA-256');
  return digest;
}
