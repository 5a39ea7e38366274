/**
 * Gathers the facts of a stack, to create or to verify a lock: the zone, its profile and modules, lawpacks, patches and corridors. A missing or
 * unreadable file is recorded with the pin it concerns, and gathering continues.
 *
 *     const gathered = gatherStack(tree, 'zones/one/zone.yaml');
 *     gathered.problems      [] where a lock can be made
 *     completeFacts(gathered)   the facts, or the first of the reasons against
 */
import { parentOf } from '#core/path/parent-of';
import type { RelPath } from '#core/path/rel-path';
import { shellPath } from '#core/shell-words';
import type { ListedAgreement } from '../../corridor/agreement-pins.ts';
import { CORRIDOR_KEYS, MODULE_KEYS, PROFILE_KEYS, ZONE_KEYS } from '../../credential/known-keys.ts';
import type { CorridorFacts, LawpackFacts, OverlayFacts, ReadDocument, ReadFile, StackFacts } from '../../inputs/facts.ts';
import { readModule } from '../../inputs/module.ts';
import { type ModuleFile, type ResolvedModule, resolveModules } from '../../inputs/modules.ts';
import { type Profile, readProfile } from '../../inputs/profile.ts';
import { readZone, type Zone } from '../../inputs/zone.ts';
import { badModule, badProfile, badZone, duplicate, missingInput } from '../../refusals.ts';
import { gatherCorridor, listAgreements } from './corridor.ts';
import { type CorridorFolder, indexCorridors, indexModules, indexProfiles } from './index.ts';
import { gatherLawpacks } from './lawpack.ts';
import { attempt, type Gathering, noteUnused, openGathering, pinnedFile, pinOf, requireNoProblem } from './notes.ts';
import { readDocument, requireShaped, type StackTree, yamlOf } from './tree.ts';

export interface GatheredStack extends Gathering {
  readonly zone: Zone;
  readonly zoneFile: ReadDocument;
  readonly profile: Profile;
  readonly profileFile: ReadDocument;
  /** Null if a module is missing or a dependency does not match. */
  readonly modules: readonly ResolvedModule[] | null;
  /** The lawpacks that could be read. */
  readonly lawpacks: readonly LawpackFacts[];
  readonly overlays: readonly OverlayFacts[];
  readonly corridors: readonly GatheredCorridor[];
}

export interface GatheredCorridor {
  readonly corridorId: string;
  /** Null if no folder contains it. */
  readonly folder: string | null;
  /** The listed files of its agreement. */
  readonly listed: readonly ListedAgreement[];
  /** Null if a file is missing or cannot be read. */
  readonly facts: CorridorFacts | null;
}

/** `zonePlace` is relative to the root. Throws if the zone or the profile cannot be read, because nothing can be gathered without them. */
export function gatherStack(tree: StackTree, zonePlace: string, onZone?: (file: ReadFile) => void): GatheredStack {
  const gathering = openGathering(tree);
  const { zone, zoneFile } = readZoneFile(tree, zonePlace, onZone);
  noteUnused(gathering, zoneFile, ZONE_KEYS);
  const { profile, profileFile } = findProfile(gathering, zone, zoneFile);
  const modules = indexModules(gathering);
  return {
    ...gathering,
    zone,
    zoneFile,
    profile,
    profileFile,
    modules: gatherModules(gathering, zone, profile, { modules, zoneFile, profileFile }),
    lawpacks: gatherLawpacks(gathering, zone, zoneFile),
    overlays: gatherOverlays(gathering, zone, zoneFile),
    corridors: gatherCorridors(gathering, zone, zoneFile, indexCorridors(gathering, modules)),
  };
}

/** Throws the first problem; its detail lists the others too. */
export function completeFacts(gathered: GatheredStack): StackFacts {
  requireNoProblem(gathered);
  const { zone, zoneFile, profile, profileFile, modules, lawpacks, overlays, corridors } = gathered;
  return {
    zone,
    zoneFile,
    profile,
    profileFile,
    modules: modules as readonly ResolvedModule[],
    lawpacks,
    overlays,
    corridors: corridors.map(({ facts }) => facts as CorridorFacts),
  };
}

function readZoneFile(
  tree: StackTree,
  zonePlace: string,
  onZone?: (file: ReadFile) => void,
): { readonly zone: Zone; readonly zoneFile: ReadDocument } {
  const file = tree.file({ what: 'zone', path: zonePlace, folder: '', by: 'the command' });
  onZone?.(file);
  const zoneFile = readDocument(tree, file, yamlOf(badZone));
  return { zone: requireShaped(tree, zoneFile, readZone(zoneFile.value), badZone), zoneFile };
}

function findProfile(
  gathering: Gathering,
  zone: Zone,
  zoneFile: ReadDocument,
): { readonly profile: Profile; readonly profileFile: ReadDocument } {
  const { tree } = gathering;
  const { profileId } = zone.profile;
  const profileFile = indexProfiles(gathering).get(profileId);
  if (profileFile === undefined) {
    requireNoProblem(gathering);
    throw missingInput(
      'profile',
      profileId,
      `${tree.show(zoneFile.place)} profile.profile_id`,
      tree.has('profiles' as RelPath) ? `ls -R ${shellPath(tree.show('profiles'))}` : `ls -la ${shellPath(tree.show(''))}`,
    );
  }
  const profile = requireShaped(tree, profileFile, readProfile(profileFile.value), badProfile);
  noteUnused(gathering, profileFile, PROFILE_KEYS);
  return { profile, profileFile };
}

interface ModuleSources {
  readonly modules: ReadonlyMap<string, ReadDocument>;
  readonly zoneFile: ReadDocument;
  readonly profileFile: ReadDocument;
}

function gatherModules(gathering: Gathering, zone: Zone, profile: Profile, sources: ModuleSources): GatheredStack['modules'] {
  const { tree, problems } = gathering;
  const before = problems.length;
  const { modules, zoneFile, profileFile } = sources;
  const seen = new Set<string>();
  const shown = tree.show(profileFile.place);
  const files = profile.modules.map(({ moduleId }, index) => {
    const file = modules.get(moduleId);
    const pin = pinOf('modules', moduleId, 'manifest_sha256');
    gathering.pins.push({ ...pin, place: file?.place ?? moduleId, sha256: file?.sha256 ?? null });
    return attempt(gathering, pin, (): ModuleFile => {
      if (seen.has(moduleId)) throw duplicate('module', moduleId, [shown]);
      seen.add(moduleId);
      const by = `${shown} modules[${index}].module_id`;
      if (file === undefined) throw missingInput('module', moduleId, by, `ls -R ${shellPath(tree.show('modules'))}`);
      const module = requireShaped(tree, file, readModule(file.value), badModule);
      noteUnused(gathering, file, MODULE_KEYS);
      return { module, file };
    });
  });
  requireListed(gathering, zone, { zoneFile, seen });
  if (problems.length > before) return null;
  return attempt(gathering, { section: 'modules', id: profile.profileId, field: null, index: null }, () =>
    resolveModules(zone, profile, files as readonly ModuleFile[]),
  );
}

/** Modules for which the zone sets parameters or patches must be in the profile. */
function requireListed(gathering: Gathering, zone: Zone, { zoneFile, seen }: { zoneFile: ReadDocument; seen: ReadonlySet<string> }): void {
  const overrides = [...zone.paramsOverrides.keys()].map((id) => ({ id, at: `params_overrides.${id}` }));
  const overlays = zone.overlays.map(({ moduleId }, index) => ({ id: moduleId, at: `overlays[${index}].module_id` }));
  const faults = [...overrides, ...overlays]
    .filter(({ id }) => !seen.has(id))
    .map(({ id, at }) => ({ at, message: `expected a module of the profile, found ${id}` }));
  attempt(gathering, { section: 'zone', id: zone.zoneId, field: null, index: null }, () => {
    if (faults.length > 0) throw badZone(gathering.tree.show(zoneFile.place), faults);
  });
}

function gatherOverlays(gathering: Gathering, zone: Zone, zoneFile: ReadDocument): readonly OverlayFacts[] {
  const { tree } = gathering;
  const folder = parentOf(zoneFile.place);
  return zone.overlays.map(({ moduleId, patches }, at) => {
    const files = patches.map((path, index) => {
      const by = `${tree.show(zoneFile.place)} overlays[${at}].patches[${index}]`;
      return pinnedFile(gathering, pinOf('overlays', moduleId, 'patches_sha256', index), { what: 'patch', path, folder, by });
    });
    return { moduleId, patches: files.filter((file): file is ReadFile => file !== null) };
  });
}

function gatherCorridors(
  gathering: Gathering,
  zone: Zone,
  zoneFile: ReadDocument,
  folders: ReadonlyMap<string, CorridorFolder>,
): readonly GatheredCorridor[] {
  const { tree } = gathering;
  const seen = new Set<string>();
  const shown = tree.show(zoneFile.place);
  return zone.corridors.map((corridorId, index) => {
    const found = folders.get(corridorId);
    attempt(gathering, { section: 'corridors', id: corridorId, field: null, index: null }, () => {
      if (seen.has(corridorId)) throw duplicate('corridor', corridorId, [shown]);
      seen.add(corridorId);
      const by = `${shown} corridors[${index}]`;
      if (found === undefined) throw missingInput('corridor', corridorId, by, `ls -R ${shellPath(tree.show('modules'))}`);
    });
    if (found === undefined) return { corridorId, folder: null, listed: [], facts: null };
    noteUnused(gathering, found.manifest, CORRIDOR_KEYS);
    const listed = listAgreements(gathering, found);
    return { corridorId, folder: found.folder, listed, facts: gatherCorridor(gathering, found, listed) };
  });
}
