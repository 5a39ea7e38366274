/**
 * Compares a lawpack archive with what is stated about it: the pin, its lock file, and the digest in the archive itself. Every difference is a
 * finding. A digest that matches with the other prefix is reported as such, because that is the most likely cause.
 *
 *     { field: 'lawpack_digest_sha256', path: null, expected: '1de4d5d9…', actual: '77aa…', message: 'lawpack digest differs' }
 */
import { compareUtf8 } from '#core/bytes/order';
import { INDEX, type LawpackPrefix, MANIFEST, STATED_DIGEST } from './lawpack.ts';
import type { LawpackLock } from './lawpack-lock.ts';

/** The facts of an archive. */
export interface ArchiveFacts {
  readonly archiveSha256: string;
  readonly content: LawpackContent | { readonly error: string };
}

export interface LawpackContent {
  readonly digests: Readonly<Record<LawpackPrefix, string>>;
  /** SHA-256 of the canonical form of each part, by path, in byte order. */
  readonly parts: ReadonlyMap<string, string>;
  /** Files in the archive that the digest does not cover, in byte order. */
  readonly notCovered: readonly string[];
  /** The text of `digest.sha256`, trimmed; null if there is none. */
  readonly statedDigest: string | null;
  readonly jurisdictionId: string | null;
  readonly domain: string | null;
  readonly asOfDate: string | null;
}

export interface LawpackFinding {
  /** The field of the lawpack's lock that differs; `archive` if the archive cannot be read. */
  readonly field: string;
  /** The affected part of the archive. */
  readonly path: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly message: string;
}

/** What is stated about a lawpack: a whole lock, or only the digest. */
export type LawpackClaim = Pick<LawpackLock, 'digest'> & Partial<LawpackLock>;

export function compareLawpack(claim: LawpackClaim, facts: ArchiveFacts, prefix: LawpackPrefix): readonly LawpackFinding[] {
  const { archiveSha256, content } = facts;
  const findings: LawpackFinding[] = [];
  const compare = (
    field: string,
    path: string | null,
    expected: string | null | undefined,
    actual: string | null,
    message: string,
  ): void => {
    if (expected !== null && expected !== undefined && expected !== actual) findings.push({ field, path, expected, actual, message });
  };
  compare('artifact_sha256', null, claim.artifactSha256, archiveSha256, 'archive differs');
  if ('error' in content) {
    findings.push({ field: 'archive', path: null, expected: claim.digest, actual: null, message: content.error });
    return findings;
  }
  const digest = content.digests[prefix];
  compare('lawpack_digest_sha256', null, claim.digest, digest, digestMessage(claim.digest, content, prefix));
  if (content.statedDigest !== null)
    compare(STATED_DIGEST, STATED_DIGEST, digest, content.statedDigest, 'the archive states another digest');
  compare('jurisdiction_id', MANIFEST, claim.jurisdictionId, content.jurisdictionId, 'another jurisdiction');
  compare('domain', MANIFEST, claim.domain, content.domain, 'another domain');
  compare('as_of_date', MANIFEST, claim.asOfDate, content.asOfDate, 'another date');
  const { components } = claim;
  if (components === undefined) return findings;
  compare('components.lawpack_yaml_sha256', MANIFEST, components.lawpackYaml, content.parts.get(MANIFEST) ?? null, 'component differs');
  compare('components.index_json_sha256', INDEX, components.indexJson, content.parts.get(INDEX) ?? null, 'component differs');
  if (components.akn.size > 0) findings.push(...compareDocuments(components.akn, content.parts));
  return findings;
}

function digestMessage(expected: string, { digests }: LawpackContent, prefix: LawpackPrefix): string {
  const other = prefix === 'msez' ? 'mez' : 'msez';
  return digests[other] === expected ? `lawpack digest differs; it is the one with the prefix ${other}` : 'lawpack digest differs';
}

/** A document that only one side has is a difference too. */
function compareDocuments(stated: ReadonlyMap<string, string>, parts: ReadonlyMap<string, string>): LawpackFinding[] {
  const found = new Map([...parts].filter(([path]) => path !== MANIFEST && path !== INDEX));
  return [...new Set([...stated.keys(), ...found.keys()])].sort(compareUtf8).flatMap((path) => {
    const [expected, actual] = [stated.get(path) ?? null, found.get(path) ?? null];
    if (expected === actual) return [];
    const message = actual === null ? 'component is missing' : expected === null ? 'component is not stated' : 'component differs';
    return [{ field: 'components.akn_sha256', path, expected, actual, message }];
  });
}
