/**
 * What the shell gathers from the tree before a lock is made or re-derived: every file that will be pinned, read once, as bytes, digest
 * and value. The room judges; it opens nothing.
 */
import type { JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import type { LawpackEntry } from '../document.ts';
import type { ResolvedModule } from './modules.ts';
import type { Profile } from './profile.ts';
import type { Zone } from './zone.ts';

/** A file that was read once: the digest is that of these bytes. */
export interface ReadFile {
  /** As the document that names it writes it, or relative to the root for what the layout finds. */
  readonly path: string;
  /** Relative to the root. */
  readonly place: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** A file that holds a document, YAML or JSON, strictly read. */
export interface ReadDocument extends ReadFile {
  readonly value: JsonValue;
}

/** A file that is named and is not there. */
export type AbsentFile = Pick<ReadFile, 'path' | 'place'>;

export interface CorridorFacts {
  readonly corridorId: string;
  /** The folder of `corridor.yaml`, relative to the root. */
  readonly folder: string;
  readonly manifest: ReadDocument;
  readonly trustAnchors: ReadDocument;
  readonly keyRotation: ReadDocument;
  readonly definition: ReadDocument;
  /** Those that are there, in the order of `agreement_vc_path`, a file listed twice is here twice; null where none is configured. */
  readonly agreements: readonly ReadDocument[] | null;
  /** Those that are listed and not there: nobody has signed them (S11). */
  readonly absentAgreements: readonly AbsentFile[];
  /** The chain of `authority_registry_vc_path`, first the parent. */
  readonly authorityRegistries: readonly ReadDocument[];
}

export interface LawpackFacts {
  readonly jurisdictionId: string;
  readonly domain: string;
  /** `lawpack.lock.json`. */
  readonly lock: ReadDocument;
  readonly digest: string;
  /** Relative to the root; the archive in `dist/artifacts` where it is there, else as the lawpack's lock says. */
  readonly artifactPath: string | null;
  /** Every place that may be written there: what lies in the store may come and go without a change of what is pinned. */
  readonly artifactPaths: readonly string[];
  /** The lawpack's own lock says where it is, so that a place is always written. */
  readonly isPathStated: boolean;
  readonly asOfDate: string | null;
}

export interface OverlayFacts {
  readonly moduleId: string;
  /** In the order of the zone; `path` as the zone writes it. */
  readonly patches: readonly ReadFile[];
}

/** All that one zone leads to. */
export interface StackFacts {
  readonly zone: Zone;
  readonly zoneFile: ReadDocument;
  readonly profile: Profile;
  readonly profileFile: ReadDocument;
  /** In the order of the profile. */
  readonly modules: readonly ResolvedModule[];
  readonly lawpacks: readonly LawpackFacts[];
  readonly overlays: readonly OverlayFacts[];
  /** In the order of the zone. */
  readonly corridors: readonly CorridorFacts[];
}

/** What judging a credential takes from outside. */
export interface Judging {
  /** The instant at which expiry and effect are judged, milliseconds (S4: `generated_at`, or `--at`). */
  readonly at: number;
  /** What the lock pins, to be compared with what the agreements pin. */
  readonly lawpacks: readonly LawpackEntry[];
  readonly newHasher: NewHasher;
  readonly verifyEd25519: VerifyEd25519;
}

/** False also for keys that are no points or of small order, and for signatures that are not canonical. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

export interface Fault {
  /** `credentialSubject.participants[0].id`; empty for the whole document. */
  readonly at: string;
  readonly message: string;
}

/** A document that passed its reader. */
export type Shaped<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly Fault[] };
