/**
 * What a document says besides its members: when it was made, by which tools, and what its kind adds.
 *
 *     aboutLock(lock)     { created: '2026-01-15T10:30:00Z', tools: { lock: '0.1.0' }, note: null, facts: [{ name: 'dataset', … }], … }
 */
import type { ChainLock } from '#chain/document';
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { Scope } from '#core/scope';
import { fieldOf } from '#lock/read';
import type { JudgedLock } from '#lock/verify';
import type { Manifest } from '#pack/document';
import type { StackLock } from '#stack/document';

export interface About {
  /** As the document writes it. */
  readonly created: string | null;
  /** The versions of the tools that made it, by name. */
  readonly tools: Readonly<Record<string, string>>;
  readonly note: string | null;
  /** What else it says of itself. */
  readonly facts: readonly Fact[];
  /** What was left out when it was made. */
  readonly skipped: Skipped;
  /** Lists that only this kind has: the outcomes of reports, the corridors of a stack, the packs of a store. */
  readonly details: readonly Detail[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Detail {
  readonly title: string;
  readonly items: readonly Fact[];
}

export interface Skipped {
  readonly count: number;
  /** The most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /** Some of the paths, the first ones. */
  readonly paths: readonly string[];
}

const NOTHING: About = { created: null, tools: {}, note: null, facts: [], skipped: { count: 0, reasons: [], paths: [] }, details: [] };

export function about(said: Partial<About>): About {
  return { ...NOTHING, ...said };
}

/** A list without items is left out. */
export function detail(title: string, items: readonly Fact[]): readonly Detail[] {
  return items.length === 0 ? [] : [{ title, items }];
}

/** A fact that the document does not state is left out. */
export function fact(name: string, value: JsonValue | undefined): readonly Fact[] {
  return typeof value === 'string' && value !== '' ? [{ name, value }] : [];
}

const PATHS = 10;
/** The document is attacker-controlled: every skip could have a reason of its own. */
const MAX_REASONS = 100;

/** Counts what was skipped, without keeping it. */
export class SkipTally {
  #count = 0;
  readonly #reasons = new Map<string, number>();
  readonly #paths: string[] = [];

  /** A skip without a path is counted only. */
  add(path: string, warnings: JsonValue | undefined): void {
    this.#count++;
    if (path !== '' && this.#paths.length < PATHS) this.#paths.push(path);
    const stated = reasonIn(warnings);
    const reason = this.#reasons.has(stated) || this.#reasons.size < MAX_REASONS ? stated : 'other reasons';
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  result(): Skipped {
    const reasons = [...this.#reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
    return { count: this.#count, reasons, paths: this.#paths };
  }
}

/** The last warning is the one that led to the skip. */
function reasonIn(warnings: JsonValue | undefined): string {
  const last = Array.isArray(warnings) ? (warnings as readonly JsonValue[]).at(-1) : undefined;
  if (last === undefined || !isJsonObject(last)) return 'no reason stated';
  const { code, message } = last;
  return typeof code === 'string' ? code : typeof message === 'string' ? message : 'no reason stated';
}

/** The texts among the values. */
export function toolsIn(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (value === undefined || !isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, version]) => (typeof version === 'string' ? [[name, version]] : [])));
}

function textIn(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function aboutLock({ text, scope }: JudgedLock): About {
  const skips = new SkipTally();
  const { skipped } = text;
  for (let index = 0; index < (skipped?.count ?? 0); index++) {
    const entry: JsonValue | undefined = skipped?.value(index);
    if (entry !== undefined && isJsonObject(entry)) skips.add(textIn(entry['path']) ?? '', entry['warnings']);
    else skips.add('', undefined);
  }
  const profiles = fieldOf(text, 'profiles');
  return about({
    created: textIn(fieldOf(text, 'created')),
    tools: toolsIn(fieldOf(text, 'tool_versions')),
    note: textIn(fieldOf(text, 'note')),
    facts: [
      ...fact('dataset', fieldOf(text, 'dataset_id')),
      ...fact('as of', fieldOf(text, 'as_of')),
      ...(scope === null ? [] : scopeFacts(scope)),
    ],
    skipped: skips.result(),
    details: detail('profiles', Array.isArray(profiles) ? profiles.flatMap(profileFact) : []),
  });
}

function profileFact(profile: JsonValue): readonly Fact[] {
  if (typeof profile !== 'string') return [];
  const at = profile.lastIndexOf('@');
  return [at < 0 ? { name: profile, value: '' } : { name: profile.slice(0, at), value: profile.slice(at + 1) }];
}

/** The rules of the scan. */
function scopeFacts({ include, exclude, follow }: Scope): readonly Fact[] {
  return [
    ...fact('included', include.join(', ')),
    ...fact('excluded', exclude.join(', ')),
    ...(follow ? [] : [{ name: 'links', value: 'not followed' }]),
  ];
}

export function aboutPack({ created, note, toolVersion }: Manifest, reports: readonly Fact[]): About {
  return about({ created, note, tools: { pack: toolVersion }, details: detail('reports', reports) });
}

export function aboutChain({ chain, version, generatedAt }: ChainLock): About {
  const items = chain.map(({ itemId, space, executorId }) => ({
    name: itemId,
    value: `${space} space${executorId === null ? ', needs no executor' : `, run by ${executorId}`}`,
  }));
  return about({
    created: generatedAt,
    facts: [...fact('tool', chain[0]?.itemId), ...fact('version', version)],
    details: detail('chain', items),
  });
}

export function aboutStack({ zone_id, profile, stack_spec_version, generated_at, corridors, lawpacks }: StackLock): About {
  return about({
    created: generated_at,
    facts: [
      { name: 'zone', value: zone_id },
      { name: 'profile', value: `${profile.profile_id} ${profile.version}` },
      { name: 'specification', value: stack_spec_version },
    ],
    details: [
      ...detail('corridors', corridors.map(corridorFact)),
      ...detail(
        'lawpacks',
        lawpacks.map(({ jurisdiction_id, domain, as_of_date }) => ({ name: `${jurisdiction_id} ${domain}`, value: as_of_date ?? '' })),
      ),
    ],
  });
}

function corridorFact(corridor: StackLock['corridors'][number]): Fact {
  const { corridor_id: name, corridor_activated: isActive, corridor_activation_blockers: blockers = [] } = corridor;
  if (isActive === undefined) return { name, value: 'not stated whether active' };
  return { name, value: isActive ? 'active' : `not active${blockers.length === 0 ? '' : `: ${blockers.join('; ')}`}` };
}
