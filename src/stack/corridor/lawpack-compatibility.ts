/**
 * Checks which laws the parties of a corridor pin (S5): the domains that each party must pin, an allow-list for each pin, and the pins of the lock
 * itself, which no pin may contradict.
 *
 *     "lawpack_compatibility":{"required_domains":["civil"],"allowed":[{"jurisdiction_id":"ex","domain":"civil","digests_sha256":["1de4…"]}]}
 *     "pinned_lawpacks":[{"jurisdiction_id":"ex","domain":"civil","lawpack_digest_sha256":"1de4…"}]
 */
import type { JsonValue } from '#core/json/value';
import { quote } from '#core/json/write';
import type { LawpackEntry } from '../document.ts';
import type { Reading } from '../inputs/field-reader.ts';
import { digestOfPin, readPin } from '../pin.ts';
import { type CorridorCheck, failed, notChecked, passed } from './check.ts';

export interface LawpackCompatibility {
  readonly requiredDomains: readonly string[];
  /** If empty, every lawpack is allowed. */
  readonly allowed: readonly AllowedLawpack[];
}

interface AllowedLawpack {
  readonly jurisdictionId: string;
  readonly domain: string;
  readonly digests: readonly (string | null)[];
}

export interface PinnedLawpack {
  readonly jurisdictionId: string;
  readonly domain: string;
  /** Null if the pin is not a valid pin of a lawpack. */
  readonly digest: string | null;
}

/** The pins of a party in one file. */
export interface PartyPins {
  readonly place: string;
  readonly party: string;
  readonly jurisdiction: string | null;
  readonly pins: readonly PinnedLawpack[];
}

export function readCompatibility(subject: Reading): LawpackCompatibility {
  const compatibility = subject.optionalObject('lawpack_compatibility');
  if (compatibility === undefined) return { requiredDomains: [], allowed: [] };
  return {
    requiredDomains: compatibility.optionalTexts('required_domains') ?? [],
    allowed: compatibility.optionalObjects('allowed', readAllowed) ?? [],
  };
}

function readAllowed(allowed: Reading): AllowedLawpack {
  return {
    jurisdictionId: allowed.text('jurisdiction_id'),
    domain: allowed.text('domain'),
    digests: allowed.list('digests_sha256', lawpackDigest),
  };
}

export function readPinned(subject: Reading): readonly PinnedLawpack[] {
  return subject.optionalObjects('pinned_lawpacks', readPinnedLawpack) ?? [];
}

function readPinnedLawpack(pinned: Reading): PinnedLawpack {
  return {
    jurisdictionId: pinned.text('jurisdiction_id'),
    domain: pinned.text('domain'),
    digest: lawpackDigest(pinned.fields['lawpack_digest_sha256']),
  };
}

/** S7: a reference to an artifact of another type is not a pin of a lawpack. */
function lawpackDigest(value: JsonValue | undefined): string | null {
  const pin = readPin(value);
  return pin === null || (typeof pin !== 'string' && pin.artifact_type !== 'lawpack') ? null : digestOfPin(pin);
}

export interface LawpackFacts {
  readonly files: readonly PartyPins[];
  readonly participants: readonly { readonly id: string; readonly jurisdiction: string | null }[];
  /** True if each party has its own file. */
  readonly isByParty: boolean;
  readonly lawpacks: readonly LawpackEntry[];
}

export function lawpackChecks(compatibility: LawpackCompatibility, facts: LawpackFacts): readonly CorridorCheck[] {
  const comparing = comparingWith(compatibility, facts.lawpacks);
  const pinned = facts.files.flatMap(({ place, pins }) => pins.map((pin) => pinCheck(pin, place, comparing)));
  return [...requiredChecks(compatibility, facts), ...pinned];
}

function requiredChecks(
  { requiredDomains }: LawpackCompatibility,
  { files, participants, isByParty }: LawpackFacts,
): readonly CorridorCheck[] {
  if (!isByParty)
    return requiredDomains.map((domain) => notChecked('lawpack', null, domain, 'required of each party, and the agreement is one for all'));
  return participants.flatMap(({ id, jurisdiction }) => {
    const own = files.filter(({ party }) => party === id);
    // Nothing is required of a party that has not signed; the thresholds decide whether it may be missing.
    if (own.length === 0) return [];
    const domains = new Set(own.flatMap(({ pins }) => pins.map(({ domain }) => domain)));
    const place = own[0]?.place ?? null;
    const where = jurisdiction ?? own[0]?.jurisdiction ?? id;
    return requiredDomains.map((domain) =>
      domains.has(domain)
        ? passed('lawpack', place, id, `pins the required domain ${domain}`)
        : failed(`lawpack:${where}:${domain}`, {
            kind: 'lawpack',
            file: place,
            subject: id,
            words: `pins no lawpack of the required domain ${domain}`,
          }),
    );
  });
}

interface Comparing {
  /** Allowed digests by jurisdiction and domain; null if every digest is allowed. */
  readonly allowed: ReadonlyMap<string, ReadonlySet<string>> | null;
  readonly locked: ReadonlyMap<string, string>;
  /** The digests that any party has pinned so far. */
  readonly seen: Map<string, string>;
}

function comparingWith({ allowed }: LawpackCompatibility, lawpacks: readonly LawpackEntry[]): Comparing {
  const digests = new Map<string, Set<string>>();
  for (const entry of allowed) {
    const known = digests.get(keyOf(entry)) ?? new Set<string>();
    for (const digest of entry.digests) if (digest !== null) known.add(digest);
    digests.set(keyOf(entry), known);
  }
  const locked = lawpacks.map(({ jurisdiction_id: jurisdictionId, domain, lawpack_digest_sha256: pin }) => {
    return [keyOf({ jurisdictionId, domain }), digestOfPin(pin)] as const;
  });
  return { allowed: allowed.length === 0 ? null : digests, locked: new Map(locked), seen: new Map() };
}

function pinCheck(pin: PinnedLawpack, place: string, comparing: Comparing): CorridorCheck {
  const subject = `${pin.jurisdictionId}:${pin.domain}`;
  const words = pinFault(pin, comparing);
  if (words !== null) return failed(`lawpack:${subject}`, { kind: 'lawpack', file: place, subject, words });
  if (comparing.locked.has(keyOf(pin))) return passed('lawpack', place, subject, 'pinned as in the lock');
  return notChecked('lawpack', place, subject, 'pinned, and not deployed here');
}

function pinFault(pin: PinnedLawpack, { allowed, locked, seen }: Comparing): string | null {
  const { digest } = pin;
  const key = keyOf(pin);
  if (digest === null) return 'expected the digest of a lawpack';
  if (allowed !== null && allowed.get(key)?.has(digest) !== true) return `${digest} is not on the definition's list`;
  const own = locked.get(key) ?? digest;
  if (own !== digest) return `expected ${own} as in the lock, found ${digest}`;
  const before = seen.get(key) ?? digest;
  seen.set(key, before);
  return before === digest ? null : `expected ${before} as pinned by another, found ${digest}`;
}

/** Quoted, so that different pairs have different keys. */
function keyOf({ jurisdictionId, domain }: { readonly jurisdictionId: string; readonly domain: string }): string {
  return quote(jurisdictionId) + quote(domain);
}
