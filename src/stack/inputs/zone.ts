/**
 * `zone.yaml`: the description of one deployment.
 *
 *     zone_id: org.example.zone.one
 *     jurisdiction_id: ex
 *     zone_name: Example Zone
 *     profile: {profile_id: org.example.profile.fin, version: 0.4.44}
 *     overlays: [{module_id: org.example.legal.core, patches: [overlays/core.patch]}]
 *     params_overrides: {org.example.reg.aml: {tier: 3}}
 *     corridors: [org.example.corridor.swift]
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { requireKnownKeys, ZONE_KEYS } from '../credential/known-keys.ts';
import type { Fault, Shaped } from './facts.ts';
import { objectOf, openReading, type Reading, textOf } from './field-reader.ts';

export interface Zone {
  readonly zoneId: string;
  readonly jurisdictionId: string;
  readonly profile: { readonly profileId: string; readonly version: string };
  readonly overlays: readonly Overlay[];
  /** Parameters by module. */
  readonly paramsOverrides: ReadonlyMap<string, JsonObject>;
  readonly corridors: readonly string[];
  /** Null if the zone names none, which means the defaults; an empty list means none (S3). */
  readonly jurisdictionStack: readonly string[] | null;
  readonly lawpackDomains: readonly string[] | null;
  readonly lockfilePath: string;
}

export interface Overlay {
  readonly moduleId: string;
  /** Paths as written, relative to the zone file; not yet checked. */
  readonly patches: readonly string[];
}

export const DEFAULT_DOMAINS: readonly string[] = ['civil', 'financial'];
const DEFAULT_LOCKFILE = 'stack.lock';

export function readZone(value: JsonValue): Shaped<Zone> {
  const zone = openReading(value);
  requireKnownKeys(zone, ZONE_KEYS);
  const profile = zone.object('profile');
  zone.text('zone_name');
  return zone.shaped({
    zoneId: zone.text('zone_id'),
    jurisdictionId: nameOf(zone.fields['jurisdiction_id'], 'jurisdiction_id', zone.faults),
    profile: { profileId: profile.text('profile_id'), version: profile.text('version') },
    overlays: zone.optionalObjects('overlays', readOverlay) ?? [],
    paramsOverrides: readOverrides(zone.optionalObject('params_overrides')),
    corridors: zone.texts('corridors'),
    jurisdictionStack: zone.optionalList('jurisdiction_stack', nameOf) ?? null,
    lawpackDomains: zone.optionalList('lawpack_domains', nameOf) ?? null,
    lockfilePath: zone.optionalText('lockfile_path') ?? DEFAULT_LOCKFILE,
  });
}

/** A lawpack is identified by `<jurisdiction>:<domain>`, which must be unambiguous. */
function nameOf(value: JsonValue | undefined, at: string, faults: Fault[]): string {
  const text = textOf(value, at, faults);
  if (text.includes(':')) faults.push({ at, message: `expected a name without a colon, found ${text}` });
  return text;
}

function readOverlay(overlay: Reading): Overlay {
  return { moduleId: overlay.text('module_id'), patches: overlay.texts('patches') };
}

function readOverrides(overrides: Reading | undefined): ReadonlyMap<string, JsonObject> {
  const entries = Object.entries(overrides?.fields ?? {});
  return new Map(
    entries.map(([moduleId, params]) => {
      const reading = overrides as Reading;
      return [moduleId, objectOf(params, reading.place(moduleId), reading.faults).fields];
    }),
  );
}
