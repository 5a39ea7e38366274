/**
 * Judges seals over a pack: whether each is a seal, verifies, and is over the manifest of this pack. Nobody is trusted here: a seal that is
 * good is by an unknown key. Only good seals travel with a pack.
 *
 *     judgeSeals({ given: 'december', packId, manifest }, [{ name: 'december.seals.jsonl:1', bytes }])
 *       { good: [{ digest, bytes }], bad: [], judged: [JudgedSignature] }
 */
import { createHash } from 'node:crypto';
import type { Digest } from '#core/digest';
import { sha256Hex } from '#hashing/hashers';
import { judgeEnvelope, type KeyPort, type SignedDocument } from '#sign/judge-envelope';
import type { JudgedSignature } from '#sign/judged';
import { keyPort } from '#sign/ops/key-port';
import { ACCEPTED } from '#sign/statement';
import type { StoredSeal } from '#store/seals';

/** The pack that seals are over. */
export interface SealedPack {
  /** As shown to the user. */
  readonly given: string;
  readonly packId: string;
  /** The bytes of manifest.json, in canonical form: a store and an archive have no other. */
  readonly manifest: Uint8Array;
}

export interface NamedSeal {
  /** Where it is, as shown to the user: a line of a file, or the digest in a store. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface BadSeal {
  readonly seal: string;
  readonly code: string;
  readonly message: string;
}

export interface JudgedSeals {
  readonly good: readonly StoredSeal[];
  readonly bad: readonly BadSeal[];
  /** All of them, in the given order. */
  readonly judged: readonly JudgedSignature[];
}

export function judgeSeals(pack: SealedPack, seals: readonly NamedSeal[], keys: KeyPort = keyPort([])): JudgedSeals {
  const document = sealedDocument(pack);
  const good = new Map<Digest, StoredSeal>();
  const bad: BadSeal[] = [];
  const judged: JudgedSignature[] = [];
  for (const { name, bytes } of seals) {
    // A line has one signature, or is bad as a whole.
    const [signature] = judgeEnvelope({ bytes, path: name, isLine: true }, document, keys) as readonly [JudgedSignature];
    const { state, finding } = signature;
    judged.push(signature);
    const digest: Digest = `sha256:${sha256Hex(bytes)}`;
    if (state === 'unknown_signer') good.set(digest, { digest, bytes });
    else bad.push({ seal: name, code: finding?.code ?? 'BAD_SIGNATURE', message: finding?.message ?? `${name} is not good` });
  }
  return { good: [...good.values()], bad, judged };
}

/** Other digests than SHA-256 are computed only if a seal names them. */
function sealedDocument({ given, packId, manifest }: SealedPack): SignedDocument {
  const held = new Map<string, string | null>();
  const digestBy = (algorithm: string): string | null => {
    const known = held.get(algorithm);
    if (known !== undefined) return known;
    const isUsed = (ACCEPTED as readonly string[]).includes(algorithm);
    const digest = isUsed ? createHash(algorithm).update(manifest).digest('hex') : null;
    held.set(algorithm, digest);
    return digest;
  };
  return { path: given, kind: 'pack', id: packId, digestBy };
}
