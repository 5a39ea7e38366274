/**
 * The digests of each file of a bundle, with which two people or two runs can find out which file differs.
 *
 *     { file: 'claims/claim1.json', bytes: 75, bytes_hash: 'sha256:…', canonical_hash: 'sha256:…' }
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatJcs } from '#core/json/write';
import type { BundleFile, Collection } from './bundle.ts';
import type { Sha256 } from './digest-embedded.ts';
import type { ParsedFile } from './parse.ts';
import type { FileDigests } from './result.ts';
import { withoutExpected } from './state.ts';

/** `parsed` are the files that could be read as JSON. */
export function fileDigests(files: readonly BundleFile[], parsed: readonly ParsedFile[], sha256: Sha256): readonly FileDigests[] {
  const values = new Map(parsed.map((file) => [file.file, file]));
  return files.map(({ file, bytes }) => {
    const known = values.get(file);
    const canonical = known === undefined ? null : canonicalText(known);
    return {
      file,
      bytes: bytes.length,
      bytes_hash: `sha256:${sha256(bytes)}`,
      canonical_hash: canonical === null ? null : `sha256:${sha256(canonical)}`,
    };
  });
}

/** Returns null if RFC 8785 cannot write one of the numbers exactly. */
function canonicalText({ collection, value, isExact }: ParsedFile): string | null {
  return isExact ? formatJcs(hashedPart(collection, value)) : null;
}

/** The part of a file's value that the hash covers. */
export function hashedPart(collection: Collection | null, value: JsonValue): JsonValue {
  return collection === null && isJsonObject(value) ? withoutExpected(value) : value;
}
