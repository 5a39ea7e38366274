/**
 * Puts everything that a lock pins and that is available into a store, so that the lock can be verified without its tree. A file is found by its
 * content, anywhere below the root; a lawpack by its names.
 *
 *     const { stored, unavailable } = await putPinned(store, { document, root, shown: '.' }, { prefix: 'msez', sync: true });
 */
import type { JsonObject } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import { osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { openConfined } from '#disk/read/confined';
import { readRegularFile } from '#disk/read/regular-file';
import { walk } from '#disk/walk/walk';
import { sha256Hex } from '#hashing/hashers';
import { digestRule } from '../../lawpack/artifact-type.ts';
import { digestOfPin, type Pin, readPin } from '../../pin.ts';
import { isPinField, LAWPACK_PIN } from '../../pin-fields.ts';
import { cannotAccess } from '../../refusals.ts';
import { type Claim, claimsOf } from '../../verify/claims.ts';
import { artifactDigest } from './digest.ts';
import { type ArtifactSource, lookUpArtifact, type PutOptions, putArtifact, type StoredArtifact } from './look-up.ts';
import type { ArtifactStore } from './store.ts';

export interface PinnedTree {
  /** The document of the lock. */
  readonly document: JsonObject;
  /** Absolute path. */
  readonly root: string;
  /** The root as typed or found, as shown to the user. */
  readonly shown: string;
}

export interface LockPin {
  readonly section: Claim['section'];
  readonly id: string;
  readonly field: string;
  readonly type: string;
  readonly digest: string;
}

export interface PutPinned {
  readonly stored: readonly StoredArtifact[];
  readonly unavailable: readonly LockPin[];
}

const MAX_LENGTH = 1 << 28;
/** Folders that are not sources of pinned files. */
const PRUNED = new Set(['.git', 'node_modules', 'dist/artifacts']);

export function pinsOf(document: JsonObject): readonly LockPin[] {
  return claimsOf(document).flatMap(({ section, id, field, value }) => {
    const pin = isPinField(field) ? readPin(value) : null;
    return pin === null || id === null ? [] : [{ section, id, field, type: typeOf(field, pin), digest: digestOfPin(pin) }];
  });
}

/** The lock pins the bytes of files, so a type whose digest covers something else is stored as a blob. */
function typeOf(field: string, pin: Pin): string {
  if (field === LAWPACK_PIN) return 'lawpack';
  return typeof pin !== 'string' && digestRule(pin.artifact_type) === 'bytes' ? pin.artifact_type : 'blob';
}

export async function putPinned(store: ArtifactStore, tree: PinnedTree, options: PutOptions): Promise<PutPinned> {
  const pins = [...new Map(pinsOf(tree.document).map((pin) => [`${pin.type}/${pin.digest}`, pin])).values()];
  const files = filesByDigest(tree, new Set(pins.map(({ digest }) => digest)));
  const stored: StoredArtifact[] = [];
  const unavailable: LockPin[] = [];
  for (const pin of pins) {
    const source = pin.type === 'lawpack' ? await archiveOf(pin, tree, options) : files.get(pin.digest);
    const there = source === undefined ? await lookUpArtifact(store, pin, options.prefix) : null;
    if (source !== undefined) stored.push(await putArtifact(store, { ...source, type: pin.type }, options));
    else if (there?.tag === 'found')
      stored.push({ type: pin.type, digest: pin.digest, path: there.path, bytes: there.bytes.length, change: 'unchanged' });
    else unavailable.push(pin);
  }
  return { stored, unavailable };
}

/** The bytes are kept, so that exactly what was read is stored. */
function filesByDigest({ root, shown }: PinnedTree, wanted: ReadonlySet<string>): ReadonlyMap<string, Omit<ArtifactSource, 'type'>> {
  const found = new Map<string, Omit<ArtifactSource, 'type'>>();
  try {
    for (const entry of walk(root, { follow: false, prune: (folder) => PRUNED.has(folder) })) {
      const bytes =
        entry.kind === 'file' ? readOrNull(() => readRegularFile(entry.absolutePath, { maxBytes: MAX_LENGTH, follow: false })) : null;
      if (bytes === null) continue;
      const digest = sha256Hex(bytes);
      if (wanted.has(digest) && !found.has(digest)) found.set(digest, { file: shownBelow(shown, entry.relativePath), bytes });
    }
  } catch (error) {
    throw cannotAccess(`cannot read root ${shown}`, shown, osText(error));
  }
  return found;
}

/** A file that cannot be read counts as not available. */
function readOrNull(read: () => Uint8Array): Uint8Array | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function archiveOf(
  { digest, id }: LockPin,
  tree: PinnedTree,
  { prefix }: PutOptions,
): Promise<Omit<ArtifactSource, 'type'> | undefined> {
  const stated = claimsOf(tree.document).find((claim) => claim.id === id && claim.field === 'lawpack_artifact_path')?.value;
  for (const place of [stated, `dist/artifacts/lawpack/${digest}.lawpack.zip`]) {
    if (typeof place !== 'string' || !isRelPath(place)) continue;
    const bytes = readOrNull(() => openConfined(tree.root).read(place));
    if (bytes === null) continue;
    const result = await artifactDigest({ type: 'lawpack', name: place, bytes }, prefix);
    if (result.ok && result.digest === digest) return { file: shownBelow(tree.shown, place), bytes };
  }
  return undefined;
}
