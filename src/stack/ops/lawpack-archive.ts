/**
 * A lawpack archive at hand: unpacked part by part, each put into canonical form, digested, and held against what is stated of it. Nothing
 * that is wrong with the archive throws; it is a finding.
 *
 *     const { digest, findings } = await checkLawpack(bytes, lock, 'msez');
 */

import { canonicalXml, XmlError } from '#codecs/xml/canonical';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { ZipError } from '#codecs/zip/error';
import { readZip, type ZipEntry } from '#codecs/zip/read';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { canonicalBytes } from '../credential/payload.ts';
import { INDEX, type LawpackPart, type LawpackPrefix, lawpackDigester, lawpackPart, MANIFEST } from '../lawpack/lawpack.ts';
import {
  type ArchiveFacts,
  compareLawpack,
  type LawpackClaim,
  type LawpackContent,
  type LawpackFinding,
} from '../lawpack/lawpack-check.ts';
import { faultText } from '../refusals.ts';

export interface LawpackCheck extends ArchiveFacts {
  /** With the prefix that was asked for; null where the archive cannot be read. */
  readonly digest: string | null;
  /** Empty where all that is stated is so. */
  readonly findings: readonly LawpackFinding[];
}

/** `claim` is the lawpack's lock, or `{ digest }` where only a pin is known. */
export async function checkLawpack(archive: Uint8Array, claim: LawpackClaim, prefix: LawpackPrefix): Promise<LawpackCheck> {
  const facts = await readLawpack(archive);
  const { content } = facts;
  return { ...facts, digest: 'error' in content ? null : content.digests[prefix], findings: compareLawpack(claim, facts, prefix) };
}

export async function readLawpack(archive: Uint8Array): Promise<ArchiveFacts> {
  const archiveSha256 = sha256Hex(archive);
  try {
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
    // Whatever is not text is no digest either.
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
