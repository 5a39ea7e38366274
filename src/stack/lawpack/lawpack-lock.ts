/**
 * `lawpack.lock.json`: the corpus of law of a jurisdiction and a domain.
 *
 *     {"lawpack_digest_sha256":"1de4d5d9…","jurisdiction_id":"ex","domain":"civil","as_of_date":"2025-01-01",
 *      "artifact_path":"dist/lawpacks/….lawpack.zip","artifact_sha256":"15bb6f94…","components":{"lawpack_yaml_sha256":"…",…}}
 */
import type { JsonValue } from '#core/json/value';
import type { Shaped } from '../inputs/facts.ts';
import { objectOf, openReading, type Reading } from '../inputs/field-reader.ts';
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
  return lock.shaped({
    digest: lock.matching('lawpack_digest_sha256', HEX, A_DIGEST),
    jurisdictionId: lock.text('jurisdiction_id'),
    domain: lock.text('domain'),
    asOfDate: lock.optionalText('as_of_date') ?? null,
    artifactPath: lock.optionalText('artifact_path') ?? null,
    artifactSha256: optionalHexAt(lock, 'artifact_sha256'),
    components: readComponents(lock.optionalObject('components') ?? objectOf({}, 'components', lock.faults)),
  });
}

function readComponents(components: Reading): LawpackComponents {
  const akn = components.optionalObject('akn_sha256');
  for (const [path, digest] of Object.entries(akn?.fields ?? {}))
    if (!isHex(digest)) components.faults.push({ at: (akn as Reading).place(path), message: `expected ${A_DIGEST}` });
  return {
    lawpackYaml: optionalHexAt(components, 'lawpack_yaml_sha256'),
    indexJson: optionalHexAt(components, 'index_json_sha256'),
    akn: new Map(Object.entries((akn?.fields ?? {}) as Readonly<Record<string, string>>)),
  };
}

function optionalHexAt(reading: Reading, name: string): string | null {
  const value = reading.fields[name];
  if (value === undefined || isHex(value)) return value ?? null;
  reading.fault(name, `expected ${A_DIGEST}`);
  return null;
}
