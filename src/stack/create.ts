/**
 * Creates a lock from the facts of a stack. Digests are those of the files as they are, and corridors are judged at `generatedAt`. A faulty
 * credential does not prevent the lock (S4): the lock records the blockers.
 *
 *     createStackLock(facts, { generatedAt: '2026-01-15T00:00:00Z', emitArtifactRefs: false, newHasher, verifyEd25519 }).lock
 */
import { parseInstant } from '#core/time';
import { type CorridorVerdict, judgeCorridor } from './corridor/activation.ts';
import type { CorridorEntry, LawpackEntry, ModuleEntry, OverlayEntry, StackLock } from './document.ts';
import type { CorridorFacts, Judging, LawpackFacts, OverlayFacts, ReadFile, StackFacts } from './inputs/facts.ts';
import type { ResolvedModule } from './inputs/modules.ts';
import { artifactRef, digestOfPin, type Pin } from './pin.ts';

export interface LockSettings extends Pick<Judging, 'newHasher' | 'verifyEd25519'> {
  /** RFC 3339, in UTC, in whole seconds. */
  readonly generatedAt: string;
  /** S7: writes pins as references with a location. */
  readonly emitArtifactRefs: boolean;
}

export interface NewLock {
  readonly lock: StackLock;
  /** In the order of `zone.yaml`. */
  readonly verdicts: readonly CorridorVerdict[];
}

export function createStackLock(facts: StackFacts, locking: LockSettings): NewLock {
  const { zone, profile } = facts;
  const { newHasher, verifyEd25519, emitArtifactRefs, generatedAt } = locking;
  const lawpacks = facts.lawpacks.map((lawpack) => lawpackEntry(lawpack, emitArtifactRefs));
  const judging = { at: parseInstant(generatedAt) as number, lawpacks, newHasher, verifyEd25519 };
  const verdicts = facts.corridors.map((corridor) => judgeCorridor(corridor, judging));
  const lock: StackLock = {
    stack_spec_version: profile.stackSpecVersion,
    generated_at: generatedAt,
    zone_id: zone.zoneId,
    profile: { profile_id: zone.profile.profileId, version: zone.profile.version },
    modules: facts.modules.map(moduleEntry),
    lawpacks,
    overlays: facts.overlays.map(overlayEntry),
    corridors: verdicts.map(({ entry }, index) => (emitArtifactRefs ? withRefs(entry, facts.corridors[index] as CorridorFacts) : entry)),
  };
  return { lock, verdicts };
}

export function moduleEntry({ module, file, variant, params }: ResolvedModule): ModuleEntry {
  return {
    module_id: module.moduleId,
    version: module.version,
    variant,
    params,
    module_manifest_sha256: file.sha256,
    manifest_sha256: file.sha256,
    ...(module.provides === null ? {} : { provides: module.provides }),
  };
}

export function overlayEntry({ moduleId, patches }: OverlayFacts): OverlayEntry {
  return { module_id: moduleId, patches: patches.map(({ path }) => path), patches_sha256: patches.map(({ sha256 }) => sha256) };
}

export function lawpackEntry(
  { jurisdictionId, domain, digest, lock, artifactPath, asOfDate }: LawpackFacts,
  isReference: boolean,
): LawpackEntry {
  return {
    jurisdiction_id: jurisdictionId,
    domain,
    lawpack_digest_sha256: isReference ? artifactRef('lawpack', digest, artifactPath ?? lock.place) : digest,
    lawpack_lock_path: lock.place,
    lawpack_lock_sha256: lock.sha256,
    ...(artifactPath === null ? {} : { lawpack_artifact_path: artifactPath }),
    ...(asOfDate === null ? {} : { as_of_date: asOfDate }),
  };
}

/** S7: writes each file as a `blob` with its path relative to the root. */
function withRefs(entry: CorridorEntry, facts: CorridorFacts): CorridorEntry {
  const { manifest, trustAnchors, keyRotation, definition, agreements } = facts;
  const pins = entry.corridor_agreement_vc_sha256;
  return {
    ...entry,
    corridor_manifest_sha256: blob(entry.corridor_manifest_sha256, manifest),
    trust_anchors_sha256: blob(entry.trust_anchors_sha256, trustAnchors),
    key_rotation_sha256: blob(entry.key_rotation_sha256, keyRotation),
    corridor_definition_vc_sha256: blob(entry.corridor_definition_vc_sha256, definition),
    ...(pins === undefined || agreements === null
      ? {}
      : { corridor_agreement_vc_sha256: pins.map((pin, index) => blob(pin, agreements[index] as ReadFile)) }),
  };
}

function blob(pin: Pin, { place }: ReadFile): Pin {
  return artifactRef('blob', digestOfPin(pin), place);
}
