/**
 * `lawpack.lock.json`: the corpus of law of a jurisdiction and a domain.
 *
 *     {"lawpack_digest_sha256":"1de4d5d9…","jurisdiction_id":"ex","domain":"civil","as_of_date":"2025-01-01",
 *      "artifact_path":"dist/lawpacks/….lawpack.zip","artifact_sha256":"15bb6f94…","components":{"lawpack_yaml_sha256":"…",…}}
 */
import type { JsonValue } from '#core/json/value';
import type { Shaped } from '../inputs/facts.ts';
import {
  fault,
  matchingAt,
  objectOf,
  openReading,
  optionalObjectAt,
  optionalTextAt,
  placeAt,
  type Reading,
  shaped,
  textAt,
} from '../inputs/field-reader.ts';
import { isHex } from '../pin.ts';

export interface LawpackLock {
  readonly digest: string;
  readonly jurisdictionId: string;
  readonly domain: string;
  readonly asOfDate: string | null;
  /** The path as written, relative to the root; not yet checked. */
  readonly artifactPath: string | null;
  /** The digest of the archive file. */
  readonly artifactSha256: string | null;
  readonly components: LawpackComponents;
}

/** A missing value is null, or absent from the map. */
export interface LawpackComponents {
  readonly lawpackYaml: string | null;
  readonly indexJson: string | null;
  /** Digests by path. */
  readonly akn: ReadonlyMap<string, string>;
}

const HEX = /^[0-9a-f]{64}$/;
const A_DIGEST = '64 lower-case hex digits';

export function readLawpackLock(value: JsonValue): Shaped<LawpackLock> {
  const lock = openReading(value);
  return shaped(lock, {
    digest: matchingAt(lock, 'lawpack_digest_sha256', HEX, A_DIGEST),
    jurisdictionId: textAt(lock, 'jurisdiction_id'),
    domain: textAt(lock, 'domain'),
    asOfDate: optionalTextAt(lock, 'as_of_date') ?? null,
    artifactPath: optionalTextAt(lock, 'artifact_path') ?? null,
    artifactSha256: optionalHexAt(lock, 'artifact_sha256'),
    components: readComponents(optionalObjectAt(lock, 'components') ?? objectOf({}, 'components', lock.faults)),
  });
}

function readComponents(components: Reading): LawpackComponents {
  const akn = optionalObjectAt(components, 'akn_sha256');
  for (const [path, digest] of Object.entries(akn?.fields ?? {}))
    if (!isHex(digest)) components.faults.push({ at: placeAt(akn as Reading, path), message: `expected ${A_DIGEST}` });
  return {
    lawpackYaml: optionalHexAt(components, 'lawpack_yaml_sha256'),
    indexJson: optionalHexAt(components, 'index_json_sha256'),
    akn: new Map(Object.entries((akn?.fields ?? {}) as Readonly<Record<string, string>>)),
  };
}

function optionalHexAt(reading: Reading, name: string): string | null {
  const value = reading.fields[name];
  if (value === undefined || isHex(value)) return value ?? null;
  fault(reading, name, `expected ${A_DIGEST}`);
  return null;
}
