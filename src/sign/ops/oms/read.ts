/** Reads what a bundle of OpenSSF Model Signing names, without looking at its signature. */
import { createHash } from 'node:crypto';
import { sha256Hex } from '#hashing/hashers';
import { BadSignature } from '../../bad-signature.ts';
import { notASignature } from '../../foreign-refusals.ts';
import { type ModelStatement, parseModelStatement } from '../../oms/statement.ts';
import { parseBundle } from '../../sigstore/bundle.ts';
import { type NamedFile, readNamedFile } from '../trust.ts';

const MAX_BUNDLE = 1 << 26;

/** Throws `Refusal`. */
export function readModelBundle(file: NamedFile): ModelStatement & { readonly digest: string } {
  const bytes = readNamedFile(file, MAX_BUNDLE);
  try {
    const { content } = parseBundle(bytes);
    if (content.kind !== 'envelope') throw new BadSignature('expected an envelope, found a signature over a file');
    return { ...parseModelStatement(content.payloadType, content.payload, rootDigest), digest: `sha256:${sha256Hex(bytes)}` };
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw notASignature(file.given, error.message);
  }
}

/** SHA-256 over raw digests that are given as hex. */
export function rootDigest(digests: readonly string[]): string {
  const hasher = createHash('sha256');
  for (const digest of digests) hasher.update(digest, 'hex');
  return hasher.digest('hex');
}
