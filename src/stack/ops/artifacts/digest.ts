/**
 * Computes the digest of an artifact by the rule of its type.
 *
 *     await artifactDigest({ type: 'vc', name: 'a.vc.json', bytes }, 'msez')     { ok: true, digest: '58cba8e4…' }
 */

import { parseYaml, YamlError } from '#codecs/yaml/read';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatJcs } from '#core/json/write';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { payloadDigest } from '../../credential/payload.ts';
import { digestRule, isYamlName } from '../../lawpack/artifact-type.ts';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { faultText } from '../../refusals.ts';

export interface ArtifactFile {
  readonly type: string;
  /** The file name tells whether a document is YAML. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** `error` says why these bytes have no digest of that type. */
export type DigestResult = { readonly ok: true; readonly digest: string } | { readonly ok: false; readonly error: string };

export async function artifactDigest({ type, name, bytes }: ArtifactFile, prefix: LawpackPrefix): Promise<DigestResult> {
  const rule = digestRule(type);
  if (rule === 'bytes') return { ok: true, digest: sha256Hex(bytes) };
  if (rule === 'lawpack') {
    const { readLawpack } = await import('../lawpack-archive.ts');
    const { content } = await readLawpack(bytes);
    return 'error' in content ? { ok: false, error: content.error } : { ok: true, digest: content.digests[prefix] };
  }
  try {
    const value = isYamlName(name) ? parseYaml(bytes) : parseJson(bytes);
    return rule === 'payload' ? ofPayload(value) : { ok: true, digest: sha256Hex(encodeUtf8(formatJcs(covered(type, value)))) };
  } catch (error) {
    // JCS throws a RangeError for an integer that it cannot write.
    if (error instanceof JsonError || error instanceof YamlError || error instanceof RangeError) return { ok: false, error: error.message };
    throw error;
  }
}

/** A lock of transition types is known by the snapshot in it, not by when it was made. */
function covered(type: string, value: JsonValue): JsonValue {
  const snapshot = type === 'transition-types' && isJsonObject(value) ? value['snapshot'] : undefined;
  return isJsonObject(snapshot) ? snapshot : value;
}

function ofPayload(value: JsonValue): DigestResult {
  const result = payloadDigest(value, newHasher);
  return result.ok ? { ok: true, digest: result.value } : { ok: false, error: result.faults.map(faultText).join('; ') };
}
