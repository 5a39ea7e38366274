/**
 * `corridor.yaml`: the manifest of a corridor, with the paths of its files, relative to its folder.
 *
 *     corridor_id: org.example.corridor.swift
 *     participants: [did:key:z6Mk…, did:key:z6Mk…]
 *     definition_vc_path: corridor.vc.json
 *     agreement_vc_path: [a.vc.json, b.vc.json]
 *
 * There are two generations of such files, so unknown keys are allowed, unless they are similar to a known one.
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
  /** Empty if the manifest leaves it to the agreement. */
  readonly participants: readonly string[];
  readonly trustAnchorsPath: string;
  readonly keyRotationPath: string;
  readonly definitionPath: string;
  /** In the order written, with duplicates; null if none is configured. */
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

/** Reads one path, or a list of paths. */
function pathsAt(corridor: Reading, name: string): readonly string[] | null {
  const value = corridor.fields[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return [textAt(corridor, name)];
  const paths = optionalListAt(corridor, name, textOf) ?? [];
  if (Array.isArray(value) && paths.length === 0) fault(corridor, name, 'expected at least one path');
  return paths;
}
