/**
 * Builds the facts of a corridor from files that were fetched by their pins. `corridor.yaml` gives the name of each file, so that payloads and
 * blockers have the same names as in the tree.
 */

import { parseYaml } from '#codecs/yaml/read';
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import { pinnedPaths } from '../../corridor/agreement-pins.ts';
import type { CorridorEntry, StackLock } from '../../document.ts';
import { type Corridor, readCorridor } from '../../inputs/corridor.ts';
import type { CorridorFacts, ReadDocument, Shaped } from '../../inputs/facts.ts';
import { readKeyRotation } from '../../inputs/key-rotation.ts';
import { readTrustAnchors } from '../../inputs/trust-anchors.ts';
import type { Answer } from '../../verify/verify.ts';
import { type FetchedPin, type FetchedPins, keyOf } from './fetch-pins.ts';
import { faultsText, readAs } from './fetched-answers.ts';

export interface FetchedCorridor {
  readonly id: string;
  /** Null if a file is missing or cannot be read. */
  readonly facts: CorridorFacts | null;
  /** False if the verdict also depends on registries, which no lock pins. */
  readonly isWhole: boolean;
  /** The faults of the files. */
  readonly answers: readonly Answer[];
  readonly fileOf: (field: string) => string | null;
}

const MANIFEST = 'corridor_manifest_sha256';
const AGREEMENTS = 'corridor_agreement_vc_sha256';
type Read = (value: JsonValue) => Shaped<unknown>;
const ANY: Read = (value) => ({ ok: true, value });

export function fetchedCorridors({ corridors }: StackLock, pins: FetchedPins): readonly FetchedCorridor[] {
  return corridors.map((entry) => fetchedCorridor(entry, pins));
}

function fetchedCorridor(entry: CorridorEntry, pins: FetchedPins): FetchedCorridor {
  const id = entry.corridor_id;
  const at = (field: string) => ({ section: 'corridors', id, field }) as const;
  const answers: Answer[] = [];
  const fetched = (field: string): FetchedPin | undefined => pins.get(keyOf(at(field)));
  const fileOf = (field: string): string | null => fetched(field)?.file ?? null;
  const refuse = (field: string, result: Answer['result']): null => {
    answers.push({ ...at(field), file: fileOf(field), result });
    return null;
  };
  const readAt = <T>(field: string, parse: (bytes: Uint8Array) => JsonValue, read: (value: JsonValue) => Shaped<T>): T | null => {
    const bytes = fetched(field)?.bytes ?? null;
    if (bytes === null) return null;
    const found = readAs(bytes, parse, read);
    return found.ok ? found.value : refuse(field, { tag: 'unreadable', reason: faultsText(found) });
  };
  const documentAt = (field: string, path: string, parse: (bytes: Uint8Array) => JsonValue, read = ANY): ReadDocument | null => {
    const value = readAt(field, parse, asWritten(read));
    const pin = fetched(field);
    if (value === null || pin === undefined || pin.bytes === null) return null;
    return { path, place: path, sha256: pin.pin.digest, bytes: pin.bytes, value };
  };
  const corridor = readAt(MANIFEST, parseYaml, readCorridor);
  const none = { id, facts: null, isWhole: false, answers, fileOf };
  if (corridor === null) return none;
  const misfit = mismatchOf(corridor, entry);
  if (misfit !== null) refuse(MANIFEST, misfit);
  if (misfit !== null) return none;
  const json = (bytes: Uint8Array): JsonValue => parseJson(bytes);
  const manifest = documentAt(MANIFEST, 'corridor.yaml', parseYaml);
  const trustAnchors = documentAt('trust_anchors_sha256', corridor.trustAnchorsPath, parseYaml, readTrustAnchors);
  const keyRotation = documentAt('key_rotation_sha256', corridor.keyRotationPath, parseYaml, readKeyRotation);
  const definition = documentAt('corridor_definition_vc_sha256', corridor.definitionPath, json);
  const listed = corridor.agreementPaths ?? [];
  const pinned = pinnedPaths(listed, entry) ?? [];
  const agreements = pinned.map((path, index) => documentAt(`${AGREEMENTS}[${index}]`, path, json));
  if (manifest === null || trustAnchors === null || keyRotation === null || definition === null) return none;
  if (!isWhole(agreements)) return none;
  const facts = {
    corridorId: id,
    folder: '',
    manifest,
    trustAnchors,
    keyRotation,
    definition,
    agreements: corridor.agreementPaths === null ? null : agreements,
    absentAgreements: listed.filter((path) => !pinned.includes(path)).map((path) => ({ path, place: path })),
    authorityRegistries: [],
  };
  return { id, facts, isWhole: corridor.authorityRegistryPaths.length === 0, answers, fileOf };
}

/** Returns the unchanged value if its reader found no fault. */
function asWritten(read: Read): (value: JsonValue) => Shaped<JsonValue> {
  return (value) => {
    const shaped = read(value);
    return shaped.ok ? { ok: true, value } : shaped;
  };
}

/** The lock must pin the agreements that its own `corridor.yaml` names, or those that existed; otherwise it is not the lock of that corridor. */
function mismatchOf(corridor: Corridor, entry: CorridorEntry): Answer['result'] | null {
  const { corridorId, agreementPaths } = corridor;
  const id = entry.corridor_id;
  const unsafe = pathsOf(corridor).find((path) => !isRelPath(path));
  if (unsafe !== undefined) return { tag: 'unreadable', reason: `it names an unsafe path ${unsafe}` };
  if (corridorId !== id) return { tag: 'contradicted', expected: id, actual: corridorId, reason: 'it is the manifest of another corridor' };
  const isLeftOut = agreementPaths !== null && entry.corridor_agreement_vc_sha256 === undefined;
  if (!isLeftOut && pinnedPaths(agreementPaths ?? [], entry) !== null) return null;
  const [named, pinned] = [agreementPaths?.length ?? 0, entry.corridor_agreement_vc_sha256?.length ?? 0];
  return { tag: 'contradicted', expected: pinned, actual: named, reason: 'it names another number of agreements than the lock pins' };
}

function pathsOf({
  trustAnchorsPath,
  keyRotationPath,
  definitionPath,
  agreementPaths,
  authorityRegistryPaths,
}: Corridor): readonly string[] {
  return [trustAnchorsPath, keyRotationPath, definitionPath, ...(agreementPaths ?? []), ...authorityRegistryPaths];
}

function isWhole(documents: readonly (ReadDocument | null)[]): documents is readonly ReadDocument[] {
  return documents.every((document) => document !== null);
}
