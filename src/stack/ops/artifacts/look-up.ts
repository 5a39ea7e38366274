/**
 * Finds, stores and verifies artifacts by type and digest. A file counts only if its bytes give the digest again. If two files under one digest
 * have different bytes, none of them is chosen.
 *
 *     const found = await lookUpArtifact(store, { type: 'blob', digest: 'd6e1b186…' }, 'msez');
 *     found.tag     'found', 'missing', 'ambiguous' or 'wrong'
 */
import { basename } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { sha256Hex } from '#hashing/hashers';
import { artifactExtension } from '../../lawpack/artifact-type.ts';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { ambiguousArtifact, artifactNotFound, badArtifact, cannotAccess, emptyStore } from '../../refusals.ts';
import { artifactDigest } from './digest.ts';
import { type ArtifactStore, type StoredName } from './store.ts';

export interface ArtifactName {
  readonly type: string;
  readonly digest: string;
}

export type ArtifactLookup =
  | { readonly tag: 'found'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly tag: 'missing' }
  | { readonly tag: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly tag: 'wrong'; readonly path: string; readonly actual: string | null; readonly error: string };

/** Never throws for the content of the store; throws `E_IO` if the store cannot be listed. */
export async function lookUpArtifact(store: ArtifactStore, { type, digest }: ArtifactName, prefix: LawpackPrefix): Promise<ArtifactLookup> {
  const paths = listing(store, () => store.find(type, digest));
  const read: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  for (const path of paths) {
    try {
      read.push({ path, bytes: store.read(path) });
    } catch (error) {
      return { tag: 'wrong', path, actual: null, error: errorCode(error) === 'ELOOP' ? 'a link, which is not followed' : osText(error) };
    }
  }
  const [first] = read;
  if (first === undefined) return { tag: 'missing' };
  if (new Set(read.map(({ bytes }) => sha256Hex(bytes))).size > 1) return { tag: 'ambiguous', paths };
  const result = await artifactDigest({ type, name: basename(first.path), bytes: first.bytes }, prefix);
  if (!result.ok) return { tag: 'wrong', path: first.path, actual: null, error: result.error };
  if (result.digest !== digest) return { tag: 'wrong', path: first.path, actual: result.digest, error: 'other content than its name says' };
  return { tag: 'found', ...first };
}

/** Throws `E_NOT_FOUND`, `E_AMBIGUOUS` or `E_BAD_ARTIFACT`. */
export async function requireArtifact(
  store: ArtifactStore,
  name: ArtifactName,
  prefix: LawpackPrefix,
): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
  const found = await lookUpArtifact(store, name, prefix);
  switch (found.tag) {
    case 'found':
      return found;
    case 'missing':
      throw artifactNotFound(name.type, name.digest, store.roots);
    case 'ambiguous':
      throw ambiguousArtifact(name.type, name.digest, found.paths);
    case 'wrong':
      throw badArtifact(name.type, found.path, wrongText(name.digest, found));
  }
}

export interface StoredArtifact extends ArtifactName {
  readonly path: string;
  readonly bytes: number;
  readonly change: 'stored' | 'unchanged';
}

export interface ArtifactSource {
  readonly type: string;
  /** The path as shown to the user. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface PutOptions {
  readonly prefix: LawpackPrefix;
  readonly sync: boolean;
}

/** An existing artifact is not changed. Throws `E_BAD_ARTIFACT` for bytes without a digest, and `E_AMBIGUOUS` for a second form of an artifact. */
export async function putArtifact(
  store: ArtifactStore,
  { type, file, bytes }: ArtifactSource,
  options: PutOptions,
): Promise<StoredArtifact> {
  const result = await artifactDigest({ type, name: file, bytes }, options.prefix);
  if (!result.ok) throw badArtifact(type, file, result.error);
  const { digest } = result;
  const name = { type, digest, bytes: bytes.length };
  const found = await lookUpArtifact(store, name, options.prefix);
  if (found.tag === 'wrong') throw badArtifact(type, found.path, wrongText(digest, found));
  if (found.tag === 'ambiguous') throw ambiguousArtifact(type, digest, found.paths);
  if (found.tag === 'found') {
    if (sha256Hex(found.bytes) !== sha256Hex(bytes)) throw ambiguousArtifact(type, digest, [found.path, file]);
    return { ...name, path: found.path, change: 'unchanged' };
  }
  try {
    const path = store.add({ type, digest, extension: artifactExtension(type, basename(file)), bytes }, options);
    return { ...name, path, change: 'stored' };
  } catch (error) {
    throw cannotAccess(`cannot write to store ${store.roots[0]}`, store.roots[0] as string, osText(error));
  }
}

export interface ArtifactFinding extends ArtifactName {
  readonly kind: 'MISSING' | 'WRONG' | 'AMBIGUOUS' | 'STRANGER';
  readonly paths: readonly string[];
  readonly actual: string | null;
  readonly reason: string;
}

export interface StoreVerdict {
  readonly verified: readonly StoredName[];
  readonly findings: readonly ArtifactFinding[];
}

/** Verifies one artifact or, with null, everything in the store. Throws `E_IO` for a missing store and `E_NOT_FOUND` for an empty one, which would look valid. */
export async function verifyArtifacts(store: ArtifactStore, wanted: ArtifactName | null, prefix: LawpackPrefix): Promise<StoreVerdict> {
  const verified: StoredName[] = [];
  const findings: ArtifactFinding[] = [];
  const [absent] = wanted === null ? listing(store, store.absent) : [];
  if (absent !== undefined) throw cannotAccess(`cannot read store ${absent}`, absent, 'No such folder');
  for (const name of wanted === null ? everyName(store) : [wanted]) {
    const found = await lookUpArtifact(store, name, prefix);
    if (found.tag === 'found') verified.push({ ...name, path: found.path });
    else findings.push({ ...name, ...findingOf(found, name.digest) });
  }
  if (wanted === null)
    for (const path of listing(store, store.strangers))
      findings.push({ kind: 'STRANGER', type: '', digest: '', paths: [path], actual: null, reason: 'a name that is no digest' });
  if (verified.length + findings.length === 0) throw emptyStore(store.roots);
  return { verified, findings };
}

function listing<T>({ roots }: ArtifactStore, list: () => T): T {
  try {
    return list();
  } catch (error) {
    const shown = roots.join(', ');
    throw cannotAccess(`cannot read store ${shown}`, roots[0] as string, osText(error));
  }
}

/** Each name once, even if several files have it. */
function everyName(store: ArtifactStore): readonly ArtifactName[] {
  const names = new Map(listing(store, store.list).map(({ type, digest }) => [`${type}/${digest}`, { type, digest }]));
  return [...names.values()];
}

function findingOf(
  found: Exclude<ArtifactLookup, { tag: 'found' }>,
  digest: string,
): Pick<ArtifactFinding, 'kind' | 'paths' | 'actual' | 'reason'> {
  switch (found.tag) {
    case 'missing':
      return { kind: 'MISSING', paths: [], actual: null, reason: 'not in the store' };
    case 'ambiguous':
      return { kind: 'AMBIGUOUS', paths: found.paths, actual: null, reason: 'two files with different bytes' };
    case 'wrong':
      return { kind: 'WRONG', paths: [found.path], actual: found.actual, reason: wrongText(digest, found) };
  }
}

function wrongText(expected: string, { actual, error }: { readonly actual: string | null; readonly error: string }): string {
  return actual === null ? error : `${error}: expected ${expected}, found ${actual}`;
}
