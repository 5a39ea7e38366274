/**
 * The digest of a lawpack, version 1: a prefix, then for every part, in byte order of the paths, its path and its canonical form, each followed by
 * a NUL.
 *
 *     SHA-256("msez-lawpack-v1\0" "akn/main.xml\0<akomaNtoso …>…\0" "index.json\0{…}\0" "lawpack.yaml\0{…}\0")
 *
 * The prefix was renamed once, which changes every digest; the caller must say which one is meant, it is never guessed.
 */
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Hasher, NewHasher } from '#core/ports';

export type LawpackPrefix = 'msez' | 'mez';

/** How the canonical form of a part is made, or why the part is not covered. */
export type LawpackPart = 'yaml' | 'json' | 'xml' | 'stated digest' | 'not covered';

export const MANIFEST = 'lawpack.yaml';
export const INDEX = 'index.json';
export const STATED_DIGEST = 'digest.sha256';

/** Original sources (`raw/**`) and other files in the archive are not covered by the digest. */
export function lawpackPart(path: string): LawpackPart {
  if (path === MANIFEST) return 'yaml';
  if (path === INDEX) return 'json';
  if (path === STATED_DIGEST) return 'stated digest';
  return path.startsWith('akn/') && path.endsWith('.xml') ? 'xml' : 'not covered';
}

export interface LawpackDigester {
  /** Must be called in byte order of the paths, once for each path. */
  add(path: string, canonical: Uint8Array): void;
  /** The digests with each prefix; the digester cannot be used afterwards. */
  digests(): Readonly<Record<LawpackPrefix, string>>;
}

const NUL = new Uint8Array(1);

export function lawpackDigester(newHasher: NewHasher): LawpackDigester {
  const hashers = { msez: started('msez', newHasher), mez: started('mez', newHasher) };
  let last: string | null = null;
  return {
    add(path, canonical) {
      if (last !== null && compareUtf8(last, path) >= 0) throw new Error(`expected a path behind ${last}, found ${path}`);
      last = path;
      for (const hasher of Object.values(hashers)) for (const run of [encodeUtf8(path), NUL, canonical, NUL]) hasher.update(run);
    },
    digests: () => ({ msez: hashers.msez.digest(), mez: hashers.mez.digest() }),
  };
}

function started(prefix: LawpackPrefix, newHasher: NewHasher): Hasher {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(`${prefix}-lawpack-v1\0`));
  return hasher;
}
