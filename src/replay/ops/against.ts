/** Loads what `--against` names: another bundle, by its folder, or a document of an earlier run. */
import { statSync } from 'node:fs';
import { withoutBom } from '#core/bytes/prefix';
import { JSON_LIMITS } from '#core/json/limits';
import { JsonError, parseJson } from '#core/json/read';
import { requireWithinLimits } from '#core/json/size-limit';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { sha256Hex } from '#hashing/hashers';
import { Incomparable, readAgainst } from '../against.ts';
import { type LoadedBundle } from '../bundle.ts';
import { requireExactNumbers } from '../exact-numbers.ts';
import type { ComparedFile } from '../explain.ts';
import { fileDigests, hashedPart } from '../files.ts';
import { type ParsedFile, parseBundle } from '../parse.ts';
import type { FileDigests } from '../result.ts';
import { type BundlePlace, loadBundle } from './load.ts';

export type Against = { readonly files: readonly ComparedFile[] } | { readonly problem: string };

export function openAgainst(place: BundlePlace): Against {
  const { given, path } = place;
  try {
    return { files: statSync(path).isDirectory() ? bundleFiles(place) : documentFiles(path) };
  } catch (error) {
    const isOurs = error instanceof JsonError || error instanceof Incomparable;
    if (!isOurs && errorCode(error) === undefined) throw error;
    return { problem: `read --against ${given}: ${osText(error)}` };
  }
}

function documentFiles(path: string): readonly ComparedFile[] {
  const bytes = withoutBom(readRegularFile(path, { maxBytes: JSON_LIMITS.document.bytes, follow: true }));
  requireWithinLimits([bytes]);
  const document = parseJson(bytes);
  requireExactNumbers(bytes);
  return readAgainst(document);
}

function bundleFiles(place: BundlePlace): readonly ComparedFile[] {
  const loaded = loadBundle(place);
  const [problem] = loaded.problems;
  if (problem !== undefined) throw new Incomparable(problem.message);
  return comparedFiles(loaded, parseBundle(loaded.files, { asDoubles: true }).files);
}

/** For a file that is not JSON, only the bytes can be compared. */
export function comparedFiles({ files }: LoadedBundle, parsed: readonly ParsedFile[]): readonly ComparedFile[] {
  const values = new Map(parsed.map(({ file, collection, value, isExact }) => [file, { value: hashedPart(collection, value), isExact }]));
  return fileDigests(files, parsed, sha256Hex).map(({ file, bytes_hash, canonical_hash }: FileDigests): ComparedFile => {
    return { file, bytesHash: bytes_hash, canonicalHash: canonical_hash, ...values.get(file) };
  });
}
