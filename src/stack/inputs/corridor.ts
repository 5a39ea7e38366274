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
import { openReading, type Reading } from './field-reader.ts';

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
  for (const name of ['settlement', 'recognition', 'attestations']) corridor.optionalObject(name);
  return corridor.shaped({
    corridorId: corridor.text('corridor_id'),
    participants: corridor.optionalTexts('participants') ?? [],
    trustAnchorsPath: corridor.optionalText('trust_anchors_path') ?? 'trust-anchors.yaml',
    keyRotationPath: corridor.optionalText('key_rotation_path') ?? 'key-rotation.yaml',
    definitionPath: corridor.text('definition_vc_path'),
    agreementPaths: pathsAt(corridor, 'agreement_vc_path'),
    authorityRegistryPaths: pathsAt(corridor, 'authority_registry_vc_path') ?? [],
  });
}

/** Reads one path, or a list of paths. */
function pathsAt(corridor: Reading, name: string): readonly string[] | null {
  const value = corridor.fields[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return [corridor.text(name)];
  const paths = corridor.optionalTexts(name) ?? [];
  if (Array.isArray(value) && paths.length === 0) corridor.fault(name, 'expected at least one path');
  return paths;
}
