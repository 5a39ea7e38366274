/**
 * `replay verify`: loads and judges one bundle and, if `--write-expected` asks for it and it is allowed, writes its hash.
 *
 *     bundleVerifier({ profile: 'auto', writeExpected: false, … })(place, { ref: 'demo', attempted: [] }).outcome     'REPLAY_OK'
 */
import { newHasher, sha256Hex } from '#hashing/hashers';
import { type ComparedFile, explainDifferences } from '../explain.ts';
import { fileDigests } from '../files.ts';
import { type Profile, type ResultFields, resultV1, type Verdict } from '../result.ts';
import { type JudgedBundle, judgeBundle, notFound, type RequestedBundle, type VerifyRules } from '../verify.ts';
import { comparedFiles } from './against.ts';
import type { FoundBundle } from './find-bundle.ts';
import { type BundlePlace, loadBundle } from './load.ts';
import { writeExpected } from './write-expected.ts';

export interface VerifyRequest {
  readonly profile: 'auto' | Profile;
  readonly writeExpected: boolean;
  readonly sync: boolean;
  /** True if the digests of every file are reported even when the bundle is OK. */
  readonly listsFiles: boolean;
  /** The files to compare the bundle with, or null. */
  readonly against: readonly ComparedFile[] | null;
}

export interface VerifiedBundle extends Verdict {
  /** The bytes of snapshot.json that were judged last, or null. */
  readonly snapshot: Uint8Array | null;
  /** Folders in the bundle that are not part of it. */
  readonly folders: readonly string[];
  /** Links in the bundle that are not part of it. */
  readonly links: readonly string[];
  /** How many files were read. */
  readonly fileCount: number;
}

/** Verifies the bundle that was found. If none was found, the verdict says so. */
export function verifyFound(found: FoundBundle, request: VerifyRequest): VerifiedBundle {
  const { place, problem, isBadRef } = found;
  if (place !== null) return bundleVerifier(request)(place, found);
  return {
    ...notFound(found, request.writeExpected && !isBadRef, problem as string),
    snapshot: null,
    folders: [],
    links: [],
    fileCount: 0,
  };
}

/** Creates a verifier that is used for every bundle of a run. */
export function bundleVerifier(request: VerifyRequest): (place: BundlePlace, asked: RequestedBundle) => VerifiedBundle {
  const rules: VerifyRules = { profile: request.profile, writeExpected: request.writeExpected, sha256: sha256Hex, newHasher };
  return (place, asked) => {
    const loaded = loadBundle(place);
    const judged = judgeBundle(loaded, asked, rules);
    const judgeAgain = (): JudgedBundle => judgeBundle(loadBundle(place), asked, rules);
    const { verdict, latest } =
      judged.toWrite === null ? { verdict: judged, latest: judged } : writeExpected(place, { judged, judgeAgain, sync: request.sync });
    const { outcome, result, place: pointsTo, line } = explained(verdict, latest, request);
    const [first] = latest.loaded.files;
    const snapshot = first?.collection === null ? first.bytes : null;
    const { folders, links, files } = loaded;
    return { outcome, result, place: pointsTo, line, wrote: verdict.wrote, snapshot, folders, links, fileCount: files.length };
  };
}

/** Adds to the verdict what helps to find the cause, taken from the files as they were judged. */
export function explained(
  { outcome, result, place, line }: Verdict,
  { loaded, parsed: { files: parsed } }: JudgedBundle,
  { against, listsFiles }: Pick<VerifyRequest, 'listsFiles' | 'against'>,
): Verdict {
  const isListed = (listsFiles || !result.ok) && loaded.files.length > 0;
  if (!isListed && against === null) return { outcome, result, place, line };
  const coversBytes = result.profile === 'go-bytes';
  const fields: ResultFields = {
    ...result,
    ...(isListed ? { files: fileDigests(loaded.files, parsed, sha256Hex) } : {}),
    ...(against === null ? {} : { differences: explainDifferences(against, comparedFiles(loaded, parsed), { coversBytes }) }),
  };
  return { outcome, result: resultV1(fields), place, line };
}
