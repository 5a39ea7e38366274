/**
 * Reads the files of one corridor: manifest, trust anchors, key rotation, the definition, the agreements and the authority registries. Each is
 * named by a path in `corridor.yaml` that must stay below its folder.
 */
import type { JsonValue } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import type { ListedAgreement } from '../../corridor/agreement-pins.ts';
import { openCredential } from '../../credential/credential.ts';
import { ANCHOR_KEYS, ROTATION_KEYS } from '../../credential/known-keys.ts';
import type { FieldShape } from '../../inputs/closed-fields.ts';
import type { CorridorFacts, ReadDocument, Shaped } from '../../inputs/facts.ts';
import { readKeyRotation } from '../../inputs/key-rotation.ts';
import { readTrustAnchors } from '../../inputs/trust-anchors.ts';
import { badCorridor, badCredential } from '../../refusals.ts';
import type { CorridorFolder } from './index.ts';
import { attempt, type Gathering, noteUnused, type PinPlace, pinnedDocument, pinOf } from './notes.ts';
import { jsonOf, type RequestedFile, readDocument, requireShaped, type StackTree, yamlOf } from './tree.ts';

const YAML = yamlOf(badCorridor);
const CREDENTIAL = jsonOf(badCredential);

export interface GatheredAgreement extends ListedAgreement {
  readonly asked: RequestedFile;
}

/** Lists the files of its agreement, and whether they exist. */
export function listAgreements({ tree }: Gathering, { corridor, folder, manifest }: CorridorFolder): readonly GatheredAgreement[] {
  const shown = tree.show(manifest.place);
  return (corridor.agreementPaths ?? []).map((path, index) => {
    const asked = { what: 'agreement', path, folder, by: `${shown} agreement_vc_path[${index}]` };
    return { path, place: `${folder}/${path}`, isThere: isThere(tree, asked), asked };
  });
}

/** Returns null if a file is missing or cannot be read; the reasons are recorded. */
export function gatherCorridor(
  gathering: Gathering,
  { corridor, folder, manifest }: CorridorFolder,
  listed: readonly GatheredAgreement[],
): CorridorFacts | null {
  const { tree, pins } = gathering;
  const id = corridor.corridorId;
  pins.push({ ...pinOf('corridors', id, 'corridor_manifest_sha256'), place: manifest.place, sha256: manifest.sha256 });
  const shown = tree.show(manifest.place);
  const asked = (path: string, what: string, by: string): RequestedFile => ({ what, path, folder, by: `${shown} ${by}` });
  const shaped = (
    field: string,
    file: RequestedFile,
    read: (value: JsonValue) => Shaped<unknown>,
    keys: FieldShape,
  ): ReadDocument | null => {
    const pin = pinOf('corridors', id, field);
    const document = pinnedDocument(gathering, pin, file, YAML);
    if (document === null) return null;
    if (attempt(gathering, pin, () => requireShaped(tree, document, read(document.value), badCorridor)) === null) return null;
    noteUnused(gathering, document, keys);
    return document;
  };

  const trustAnchors = shaped(
    'trust_anchors_sha256',
    asked(corridor.trustAnchorsPath, 'trust anchors', 'trust_anchors_path'),
    readTrustAnchors,
    ANCHOR_KEYS,
  );
  const keyRotation = shaped(
    'key_rotation_sha256',
    asked(corridor.keyRotationPath, 'key rotation', 'key_rotation_path'),
    readKeyRotation,
    ROTATION_KEYS,
  );
  const credential = (pin: PinPlace, file: RequestedFile): ReadDocument | null => {
    const document = pinnedDocument(gathering, pin, file, CREDENTIAL);
    return document === null ? null : attempt(gathering, pin, () => requirePayload(tree, document));
  };
  const definitionFile = asked(corridor.definitionPath, 'definition', 'definition_vc_path');
  const definition = credential(pinOf('corridors', id, 'corridor_definition_vc_sha256'), definitionFile);
  const agreements = listed
    .filter((file) => file.isThere)
    .map(({ asked: file }, index) => credential(pinOf('corridors', id, 'corridor_agreement_vc_sha256', index), file));
  const registries = corridor.authorityRegistryPaths.map((path, index) => {
    const file = asked(path, 'authority registry', `authority_registry_vc_path[${index}]`);
    return attempt(gathering, { section: 'corridors', id, field: null, index: null }, () =>
      readDocument(tree, tree.file(file), CREDENTIAL),
    );
  });
  if (trustAnchors === null || keyRotation === null || definition === null) return null;
  if (!isWhole(registries) || !isWhole(agreements)) return null;
  return {
    corridorId: id,
    folder,
    manifest: { ...manifest, path: 'corridor.yaml' },
    trustAnchors,
    keyRotation,
    definition,
    agreements: corridor.agreementPaths === null ? null : agreements,
    absentAgreements: listed.filter((file) => !file.isThere).map(({ path, place }) => ({ path, place })),
    authorityRegistries: registries,
  };
}

/** A party that has not signed need not have a file (S11). A path that is unsafe or unreadable is reported when it is read. */
function isThere(tree: StackTree, asked: RequestedFile): boolean {
  try {
    tree.file(asked);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code !== 'E_MISSING_INPUT';
    throw error;
  }
}

/**
 * A document without a canonical form can be pinned by its bytes, but nobody can have signed it. The parsed credential is cached for the
 * judgement.
 */
function requirePayload(tree: StackTree, document: ReadDocument): ReadDocument {
  openCredential({ ...document, place: tree.show(document.place) }, newHasher);
  return document;
}

function isWhole<T>(list: readonly (T | null)[]): list is readonly T[] {
  return !list.includes(null);
}
