/**
 * Lawpack archives. An archive is unpacked part by part, the canonical form of each part is hashed, and the result is compared with what is
 * stated. A fault of an archive never throws here; it is a finding.
 *
 *     const { digest, findings } = await checkLawpack(bytes, lock, 'msez');
 *
 * `stack lock` refuses an archive that differs from its lawpack's lock (`checkArchives`), `stack verify` reports it (`judgeArchives`).
 */

import { canonicalXml, XmlError } from '#codecs/xml/canonical';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { ZipError } from '#codecs/zip/names';
import type { ZipEntry } from '#codecs/zip/read';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import { Refusal } from '#core/refusal';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { canonicalBytes } from '../credential/payload.ts';
import type { LawpackFacts, ReadFile } from '../inputs/facts.ts';
import { INDEX, type LawpackPart, type LawpackPrefix, lawpackDigester, lawpackPart, MANIFEST } from '../lawpack/lawpack.ts';
import {
  type ArchiveFacts,
  compareLawpack,
  type LawpackClaim,
  type LawpackContent,
  type LawpackFinding,
} from '../lawpack/lawpack-check.ts';
import { type LawpackLock, readLawpackLock } from '../lawpack/lawpack-lock.ts';
import { badLawpack, faultText } from '../refusals.ts';
import type { Answer } from '../verify/verify.ts';
import { LAYOUT, type StackTree } from './gather/tree.ts';

export interface LawpackCheck extends ArchiveFacts {
  /** The digest with the requested prefix; null if the archive cannot be read. */
  readonly digest: string | null;
  /** Empty if everything stated is correct. */
  readonly findings: readonly LawpackFinding[];
}

/** `claim` is the lawpack's lock, or `{ digest }` if only a pin is known. */
export async function checkLawpack(archive: Uint8Array, claim: LawpackClaim, prefix: LawpackPrefix): Promise<LawpackCheck> {
  const facts = await readLawpack(archive);
  const { content } = facts;
  return { ...facts, digest: 'error' in content ? null : content.digests[prefix], findings: compareLawpack(claim, facts, prefix) };
}

export async function readLawpack(archive: Uint8Array): Promise<ArchiveFacts> {
  const archiveSha256 = sha256Hex(archive);
  try {
    // Loaded only if there is an archive.
    const { readZip } = await import('#codecs/zip/read');
    return { archiveSha256, content: await contentOf(await readZip(archive)) };
  } catch (error) {
    if (error instanceof ZipError || error instanceof BadPart) return { archiveSha256, content: { error: error.message } };
    throw error;
  }
}

class BadPart extends Error {}

async function contentOf(entries: readonly ZipEntry[]): Promise<LawpackContent> {
  const digester = lawpackDigester(newHasher);
  const parts = new Map<string, string>();
  const notCovered: string[] = [];
  let statedDigest: string | null = null;
  let manifest: JsonValue = null;
  for (const { path, read } of entries) {
    const kind = lawpackPart(path);
    if (kind === 'not covered') notCovered.push(path);
    // Latin-1 never fails, and bytes that are not text are not a digest anyway.
    else if (kind === 'stated digest') statedDigest = Buffer.from(read()).toString('latin1').trim();
    else {
      const { canonical, value } = await canonicalPart(path, kind, read());
      if (path === MANIFEST) manifest = value;
      digester.add(path, canonical);
      parts.set(path, sha256Hex(canonical));
    }
  }
  for (const path of [MANIFEST, INDEX]) if (!parts.has(path)) throw new BadPart(`expected ${path} in the archive, found none`);
  const stated = (name: string): string | null => {
    const field = isJsonObject(manifest) ? manifest[name] : undefined;
    return typeof field === 'string' ? field : null;
  };
  return {
    digests: digester.digests(),
    parts,
    notCovered,
    statedDigest,
    jurisdictionId: stated('jurisdiction_id'),
    domain: stated('domain'),
    asOfDate: stated('as_of_date'),
  };
}

async function canonicalPart(path: string, kind: LawpackPart, bytes: Uint8Array): Promise<{ canonical: Uint8Array; value: JsonValue }> {
  try {
    if (kind === 'xml') return { canonical: await canonicalXml(bytes), value: null };
    const value = kind === 'yaml' ? parseYaml(bytes) : parseJson(bytes);
    const canonical = canonicalBytes(value);
    if (!canonical.ok) throw new BadPart(`${path}: ${canonical.faults.map(faultText).join('; ')}`);
    return { canonical: canonical.value, value };
  } catch (error) {
    if (error instanceof XmlError || error instanceof YamlError || error instanceof JsonError)
      throw new BadPart(`${path}: ${error.message}`);
    throw error;
  }
}

/**
 * For `stack lock`: returns the warnings. Throws `E_BAD_LAWPACK` for an archive that differs. A missing archive is a warning: its digest is taken
 * from the lawpack's lock, and `verify` will not find the pinned path.
 */
export async function checkArchives(tree: StackTree, lawpacks: readonly LawpackFacts[], prefix: LawpackPrefix): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const lawpack of lawpacks) {
    const places = lawpack.artifactPaths.filter((path) => isRelPath(path) && tree.has(path));
    for (const place of places) await checkArchive(tree, lawpack, { place, prefix });
    const id = `${lawpack.jurisdictionId}:${lawpack.domain}`;
    const lock = tree.show(lawpack.lock.place);
    const verified = lawpack.artifactPath === null ? '' : `, and verify will not find ${lawpack.artifactPath}`;
    if (places.length === 0) warnings.push(`archive of lawpack ${id} is not available, its digest is taken from ${lock}${verified}`);
  }
  return warnings;
}

interface Archive {
  readonly place: string;
  readonly prefix: LawpackPrefix;
}

async function checkArchive(tree: StackTree, lawpack: LawpackFacts, { place, prefix }: Archive): Promise<void> {
  const { bytes } = tree.file({ what: 'lawpack archive', path: place, folder: '', by: tree.show(lawpack.lock.place) });
  const lock = readLawpackLock(lawpack.lock.value) as { readonly value: LawpackLock };
  const { findings } = await checkLawpack(bytes, lock.value, prefix);
  if (findings.length === 0) return;
  throw badLawpack(
    tree.show(place),
    findings.map(({ field, path, expected, actual, message }) => ({
      at: path === null ? field : `${field} ${path}`,
      message: `${message}: expected ${expected ?? 'none'}, found ${actual ?? 'none'}`,
    })),
  );
}

export const ARCHIVE_UNAVAILABLE = 'the archive is not available; the digest is the one that its lock states';

/**
 * For `stack verify`: any difference contradicts the digest that the stack pins. If the path of an archive is pinned and the file is missing, the
 * digest is only stated by the lawpack's lock (S11).
 */
export async function judgeArchives(tree: StackTree, lawpacks: readonly LawpackFacts[], prefix: LawpackPrefix): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const lawpack of lawpacks) {
    const id = `${lawpack.jurisdictionId}:${lawpack.domain}`;
    const places = [...new Set(lawpack.artifactPaths)].filter((place) => isRelPath(place) && tree.has(place));
    answers.push(...(places.length === 0 ? absentAnswers(id, lawpack) : [pathAnswer(id, lawpack)]));
    for (const place of places) {
      const answer = await judgeArchive(tree, place, lawpack, prefix);
      if (answer !== null) answers.push({ section: 'lawpacks', id, field: 'lawpack_digest_sha256', file: place, result: answer });
    }
  }
  return answers;
}

function absentAnswers(id: string, { lock, digest, artifactPath }: LawpackFacts): readonly Answer[] {
  const result = { tag: 'found', value: digest, unproven: ARCHIVE_UNAVAILABLE } as const;
  return [
    { section: 'lawpacks', id, field: 'lawpack_digest_sha256', file: lock.place, result },
    {
      section: 'lawpacks',
      id,
      field: 'lawpack_artifact_path',
      file: artifactPath,
      result: { tag: 'missing', reason: 'the archive is not there' },
    },
  ];
}

/** An archive may be added to the store, or removed from it, after the stack was locked. */
function pathAnswer(id: string, { lock, artifactPath, artifactPaths, isPathStated }: LawpackFacts): Answer {
  const result = { tag: 'found', value: artifactPath, alsoFits: artifactPaths, absence: isPathStated ? 'differs' : 'fits' } as const;
  return { section: 'lawpacks', id, field: 'lawpack_artifact_path', file: lock.place, result };
}

/** Returns null if everything stated is correct. */
async function judgeArchive(
  tree: StackTree,
  place: string,
  { lock, digest }: LawpackFacts,
  prefix: LawpackPrefix,
): Promise<Answer['result'] | null> {
  const archive = readArchive(tree, place);
  if (archive instanceof Refusal) return { tag: 'unreadable', reason: archive.message };
  const stated = readLawpackLock(lock.value);
  const { findings } = await checkLawpack(archive.bytes, stated.ok ? stated.value : { digest }, prefix);
  return contradiction(findings);
}

function readArchive(tree: StackTree, place: string): ReadFile | Refusal {
  try {
    return tree.file({ what: 'lawpack archive', path: place, folder: '', by: LAYOUT });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Combines the findings into one: the first gives the expected and actual values. */
export function contradiction(findings: readonly LawpackFinding[]): Answer['result'] | null {
  const [first] = findings;
  if (first === undefined) return null;
  const reason = findings.map(({ field, path, message }) => `${field}${path === null ? '' : ` (${path})`}: ${message}`).join('; ');
  return { tag: 'contradicted', expected: first.expected, actual: first.actual, reason };
}
