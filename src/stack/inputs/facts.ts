/**
 * The facts that `ops/gather` collects from the tree before a lock is created or verified: every file that will be pinned, read once, as bytes,
 * digest and value. This room judges them; it opens no files.
 */
import type { JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import type { LawpackEntry } from '../document.ts';
import type { ResolvedModule } from './modules.ts';
import type { Profile } from './profile.ts';
import type { Zone } from './zone.ts';

/** A file that was read once; the digest is that of these bytes. */
export interface ReadFile {
  /** The path as written in the document that names it, or relative to the root for a file that the layout determines. */
  readonly path: string;
  /** The path relative to the root. */
  readonly place: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** A YAML or JSON file, parsed strictly. */
export interface ReadDocument extends ReadFile {
  readonly value: JsonValue;
}

/** A file that is named but does not exist. */
export type AbsentFile = Pick<ReadFile, 'path' | 'place'>;

export interface CorridorFacts {
  readonly corridorId: string;
  /** The folder of `corridor.yaml`, relative to the root. */
  readonly folder: string;
  readonly manifest: ReadDocument;
  readonly trustAnchors: ReadDocument;
  readonly keyRotation: ReadDocument;
  readonly definition: ReadDocument;
  /** The existing files, in the order of `agreement_vc_path`, with duplicates; null if none is configured. */
  readonly agreements: readonly ReadDocument[] | null;
  /** Files that are listed but do not exist: nobody has signed them (S11). */
  readonly absentAgreements: readonly AbsentFile[];
  /** The chain of `authority_registry_vc_path`, the first parent first. */
  readonly authorityRegistries: readonly ReadDocument[];
}

export interface LawpackFacts {
  readonly jurisdictionId: string;
  readonly domain: string;
  /** `lawpack.lock.json`. */
  readonly lock: ReadDocument;
  readonly digest: string;
  /** The path relative to the root: of the archive in `dist/artifacts` if it exists, otherwise as in the lawpack's lock. */
  readonly artifactPath: string | null;
  /** Every path that a lock may have here: an archive may be added to or removed from the store without a change of what is pinned. */
  readonly artifactPaths: readonly string[];
  /** True if the lawpack's own lock states a path, so that a path is always written. */
  readonly isPathStated: boolean;
  readonly asOfDate: string | null;
}

export interface OverlayFacts {
  readonly moduleId: string;
  /** In the order of `zone.yaml`; `path` as written there. */
  readonly patches: readonly ReadFile[];
}

/** All facts of one zone. */
export interface StackFacts {
  readonly zone: Zone;
  readonly zoneFile: ReadDocument;
  readonly profile: Profile;
  readonly profileFile: ReadDocument;
  /** In the order of `profile.yaml`. */
  readonly modules: readonly ResolvedModule[];
  readonly lawpacks: readonly LawpackFacts[];
  readonly overlays: readonly OverlayFacts[];
  /** In the order of `zone.yaml`. */
  readonly corridors: readonly CorridorFacts[];
}

/** What the judgement of a credential needs from outside. */
export interface Judging {
  /** The instant at which the dates are judged, in milliseconds (S4: `generated_at`, or `--at`). */
  readonly at: number;
  /** The pins of the lock, which are compared with those of the agreements. */
  readonly lawpacks: readonly LawpackEntry[];
  readonly newHasher: NewHasher;
  readonly verifyEd25519: VerifyEd25519;
}

/** Returns false also for keys that are not points or have a small order, and for non-canonical signatures. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

export interface Fault {
  /** `credentialSubject.participants[0].id`; empty for the whole document. */
  readonly at: string;
  readonly message: string;
}

/** The result of a reader: the value, or its faults. */
export type Shaped<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly Fault[] };
