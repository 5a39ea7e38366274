/**
 * Resolves the modules of a profile: checks dependencies and resolves parameters. Values of the zone override those of the profile, which override
 * the defaults of the module (S2).
 *
 *     resolveModules(zone, profile, [{ module, file }])     in the order of the profile
 */

import { compareUtf8 } from '#core/bytes/order';
import { emptyObject, type JsonObject, type JsonValue } from '#core/json/value';
import { badDependencies, badParams } from '../refusals.ts';
import { satisfies } from './constraint.ts';
import type { Fault, ReadFile } from './facts.ts';
import type { Dependency, Module } from './module.ts';
import { mismatchOf, type Parameter } from './parameter.ts';
import type { Profile, WantedModule } from './profile.ts';
import type { Zone } from './zone.ts';

export interface ModuleFile {
  readonly module: Module;
  /** `module.yaml`. */
  readonly file: ReadFile;
}

export interface ResolvedModule extends ModuleFile {
  readonly variant: string;
  /** Sorted by name. */
  readonly params: JsonObject;
}

/** `files` has one file for each module of the profile, in its order. Throws `E_DEPENDENCY` with all faults of dependencies, or `E_BAD_PARAMS`. */
export function resolveModules(zone: Zone, profile: Profile, files: readonly ModuleFile[]): readonly ResolvedModule[] {
  const versions = new Map(files.map(({ module }) => [module.moduleId, module.version]));
  const faults = profile.modules.flatMap((wanted, index) => mismatchesOf(wanted, (files[index] as ModuleFile).module, versions));
  if (faults.length > 0) throw badDependencies(faults);
  return profile.modules.map((wanted, index) => {
    const file = files[index] as ModuleFile;
    return { ...file, variant: wanted.variant, params: resolveParams(wanted, file.module, zone.paramsOverrides.get(wanted.moduleId)) };
  });
}

function mismatchesOf(wanted: WantedModule, module: Module, versions: ReadonlyMap<string, string>): readonly Fault[] {
  const at = wanted.moduleId;
  const messages: string[] = [];
  if (module.version !== wanted.version) messages.push(`the profile pins version ${wanted.version}, found ${module.version}`);
  if (module.variants !== null && !module.variants.includes(wanted.variant))
    messages.push(`the profile wants variant ${wanted.variant}, declared are ${module.variants.join(', ') || 'none'}`);
  return [...messages, ...module.dependsOn.flatMap((dependency) => unmet(dependency, versions))].map((message) => ({ at, message }));
}

function unmet({ moduleId, constraint }: Dependency, versions: ReadonlyMap<string, string>): readonly string[] {
  const version = versions.get(moduleId);
  const wanted = constraint === '' ? '' : ` ${constraint}`;
  if (version === undefined) return [`depends on ${moduleId}${wanted}, which is not in the profile`];
  return satisfies(version, constraint) ? [] : [`depends on ${moduleId}${wanted}, found ${version}`];
}

function resolveParams(wanted: WantedModule, { parameters }: Module, overrides: JsonObject = {}): JsonObject {
  const params = emptyObject();
  const faults: Fault[] = [];
  const given = new Map([...Object.entries(wanted.params), ...Object.entries(overrides)]);
  for (const name of [...new Set([...(parameters?.keys() ?? []), ...given.keys()])].sort(compareUtf8)) {
    const resolved = resolveParam(name, parameters === null ? ANYTHING : parameters.get(name), given.get(name));
    if (typeof resolved === 'string') faults.push({ at: name, message: resolved });
    else if (resolved !== null) params[name] = resolved.value;
  }
  if (faults.length > 0) throw badParams(wanted.moduleId, faults);
  return params;
}

/** For a module that does not declare its parameters. */
const ANYTHING: Parameter = { type: 'any', isRequired: false, values: [] };

/** Returns null if the parameter is not set; a text describes a fault. */
function resolveParam(name: string, parameter: Parameter | undefined, given: JsonValue | undefined): { value: JsonValue } | string | null {
  if (parameter === undefined) return 'the module has no such parameter';
  const value = given === undefined ? parameter.default : given;
  if (value === undefined) return parameter.isRequired ? 'is required, but is not set' : null;
  return mismatchOf(value, parameter, name) ?? { value };
}
