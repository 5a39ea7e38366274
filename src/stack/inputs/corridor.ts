/**
 * `corridor.yaml`: an agreement of several parties, and the files that make it one. Paths are relative to its folder.
 *
 *     corridor_id: org.example.corridor.swift
 *     participants: [did:key:z6Mk…, did:key:z6Mk…]
 *     definition_vc_path: corridor.vc.json
 *     agreement_vc_path: [a.vc.json, b.vc.json]
 *
 * Two generations of such files are about, so keys that are not known here may stand in them, unless they look like one that is.
 */
import type { JsonValue } from '#core/json/value';
import { CORRIDOR_KEYS, requireKnownKeys } from '../credential/known-keys.ts';
import type { Shaped } from './facts.ts';
import {
  fault,
  openReading,
  optionalListAt,
  optionalObjectAt,
  optionalTextAt,
  type Reading,
  shaped,
  textAt,
  textOf,
} from './field-reader.ts';

export interface Corridor {
  readonly corridorId: string;
  /** Empty where the manifest leaves it to the agreement. */
  readonly participants: readonly string[];
  readonly trustAnchorsPath: string;
  readonly keyRotationPath: string;
  readonly definitionPath: string;
  /** In the order written, what is listed twice is here twice; null where none is configured. */
  readonly agreementPaths: readonly string[] | null;
  readonly authorityRegistryPaths: readonly string[];
}

export function readCorridor(value: JsonValue): Shaped<Corridor> {
  const corridor = openReading(value);
  requireKnownKeys(corridor, CORRIDOR_KEYS);
  for (const name of ['settlement', 'recognition', 'attestations']) optionalObjectAt(corridor, name);
  return shaped(corridor, {
    corridorId: textAt(corridor, 'corridor_id'),
    participants: optionalListAt(corridor, 'participants', textOf) ?? [],
    trustAnchorsPath: optionalTextAt(corridor, 'trust_anchors_path') ?? 'trust-anchors.yaml',
    keyRotationPath: optionalTextAt(corridor, 'key_rotation_path') ?? 'key-rotation.yaml',
    definitionPath: textAt(corridor, 'definition_vc_path'),
    agreementPaths: pathsAt(corridor, 'agreement_vc_path'),
    authorityRegistryPaths: pathsAt(corridor, 'authority_registry_vc_path') ?? [],
  });
}

/** One path, or a list of them. */
function pathsAt(corridor: Reading, name: string): readonly string[] | null {
  const value = corridor.fields[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return [textAt(corridor, name)];
  const paths = optionalListAt(corridor, name, textOf) ?? [];
  if (Array.isArray(value) && paths.length === 0) fault(corridor, name, 'expected at least one path');
  return paths;
}
