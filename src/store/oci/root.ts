/**
 * Where the members of a lock are in a registry: a repository, in which each is the blob of its digest, or an image in it, whose layers are
 * named by the paths.
 *
 *     parseOciRoot('oci://registry.example.org/evidence')            { repository: 'oci://registry.example.org/evidence', image: null }
 *     parseOciRoot('oci://registry.example.org/evidence:2025-12')    image: '2025-12'
 *     parseOciRoot('oci://registry.example.org/evidence@sha256:…')   image: 'sha256:…'
 */
import { badStoreUrl } from '../bad-settings.ts';

export interface OciRoot {
  /** The URL of the repository. */
  readonly repository: string;
  /** A tag or a digest; null for the whole repository. */
  readonly image: string | null;
}

const IMAGE = /^(oci:\/\/[^/?#]*\/[^?#:@]*)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127})|@(sha256:[0-9a-f]{64}))$/i;

/** What is no image is judged as a repository, which refuses it by name. */
export function parseOciRoot(url: string): OciRoot {
  const [, repository, tag, digest] = IMAGE.exec(url) ?? [];
  if (repository !== undefined) return { repository, image: tag ?? digest ?? null };
  if (/^oci:\/\/[^/?#@]*\/[^?#]*[:@]/i.test(url))
    throw badStoreUrl('oci://HOST[:PORT]/REPOSITORY, or with :TAG or @sha256:DIGEST after it, is wanted, found another tag or digest');
  return { repository: url, image: null };
}
