/**
 * `stack.lock`: what was deployed, under which law, and who agreed.
 *
 *     {"corridors":[…],"generated_at":"2026-01-15T00:00:00Z","lawpacks":[…],"modules":[…],"overlays":[…],"profile":{…},…}
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Pin } from './pin.ts';

export interface StackLock {
  readonly stack_spec_version: string;
  readonly generated_at: string;
  readonly zone_id: string;
  readonly profile: { readonly profile_id: string; readonly version: string };
  readonly modules: readonly ModuleEntry[];
  readonly lawpacks: readonly LawpackEntry[];
  readonly overlays: readonly OverlayEntry[];
  readonly corridors: readonly CorridorEntry[];
}

export interface ModuleEntry {
  readonly module_id: string;
  readonly version: string;
  readonly variant: string;
  readonly params: JsonObject;
  /** S2: the name in the specification and the name in the schema, with equal values. */
  readonly module_manifest_sha256: string;
  readonly manifest_sha256: string;
  readonly provides?: readonly JsonValue[];
}

export interface LawpackEntry {
  readonly jurisdiction_id: string;
  readonly domain: string;
  readonly lawpack_digest_sha256: Pin;
  readonly lawpack_lock_path?: string;
  readonly lawpack_lock_sha256?: string;
  readonly lawpack_artifact_path?: string;
  readonly as_of_date?: string;
}

export interface OverlayEntry {
  readonly module_id: string;
  readonly patches: readonly string[];
  readonly patches_sha256: readonly string[];
}

export interface CorridorEntry {
  readonly corridor_id: string;
  readonly corridor_manifest_sha256: Pin;
  readonly trust_anchors_sha256: Pin;
  readonly key_rotation_sha256: Pin;
  readonly corridor_definition_vc_sha256: Pin;
  readonly corridor_definition_signers: readonly string[];
  readonly corridor_agreement_vc_sha256?: readonly Pin[];
  readonly corridor_agreement_signers?: readonly string[];
  readonly corridor_activated?: boolean;
  readonly corridor_agreement_set_sha256?: string;
  readonly corridor_agreement_payload_sha256_by_path?: Readonly<Record<string, string>>;
  readonly corridor_activation_blockers?: readonly string[];
}
