/**
 * `profile.yaml`: the modules of a kind of deployment, each with the version and variant it pins.
 *
 *     profile_id: org.example.profile.fin
 *     stack_spec_version: 0.4.44
 *     modules:
 *     - {module_id: org.example.reg.aml, version: 0.1.0, variant: risk-based, params: {tier: 2}}
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { PROFILE_KEYS, requireKnownKeys } from '../credential/known-keys.ts';
import type { Shaped } from './facts.ts';
import { openReading, type Reading } from './field-reader.ts';

export interface Profile {
  readonly profileId: string;
  readonly stackSpecVersion: string;
  readonly modules: readonly WantedModule[];
}

export interface WantedModule {
  readonly moduleId: string;
  readonly version: string;
  readonly variant: string;
  readonly params: JsonObject;
}

const DEFAULT_VARIANT = 'default';

export function readProfile(value: JsonValue): Shaped<Profile> {
  const profile = openReading(value);
  requireKnownKeys(profile, PROFILE_KEYS);
  return profile.shaped({
    profileId: profile.text('profile_id'),
    stackSpecVersion: profile.text('stack_spec_version'),
    modules: profile.objects('modules', readWanted),
  });
}

function readWanted(wanted: Reading): WantedModule {
  return {
    moduleId: wanted.text('module_id'),
    version: wanted.text('version'),
    variant: wanted.optionalText('variant') ?? DEFAULT_VARIANT,
    params: wanted.optionalObject('params')?.fields ?? {},
  };
}
