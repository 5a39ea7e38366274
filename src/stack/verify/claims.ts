/**
 * Splits a lock into claims, one for each value that can be compared with the evidence by itself. Every claim ends as verified, as a finding or as
 * not checked (C7), so nothing passes without being checked.
 *
 *     claimsOf(lock)     [{ section: 'modules', id: 'org.example.reg.aml', field: 'version', value: '0.1.0' }, …]
 *
 * A re-derived lock is split in the same way, and the two are compared claim by claim.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { quote } from '#core/json/write';
import type { Section } from '../diff/diff-severity.ts';
import { entriesOf, ID_FIELDS, idOf, type ListSection } from '../diff/entries.ts';

export interface Claim {
  readonly section: Section;
  /** The id of the entry; null for the document itself and for the order of a section. */
  readonly id: string | null;
  /** `corridor_agreement_vc_sha256[1]`, `profile.version`; `order` stands for the list of ids of a section, in order. */
  readonly field: string;
  readonly value: JsonValue;
}

export const ORDER = 'order';

const LISTS: readonly ListSection[] = ['modules', 'lawpacks', 'overlays', 'corridors'];
/** Lists and maps in which each element is its own claim. */
const EACH = new Set(['patches', 'patches_sha256', 'corridor_agreement_vc_sha256', 'corridor_agreement_payload_sha256_by_path']);

export function claimsOf(document: JsonObject): readonly Claim[] {
  const whole = Object.entries(document).filter(([field]) => !(LISTS as readonly string[]).includes(field));
  return [
    ...whole.flatMap(([field, value]) => partsOf({ section: 'document', id: null, field, value }, field === 'profile')),
    ...LISTS.flatMap((section) => sectionClaims(section, document[section])),
  ];
}

function sectionClaims(section: ListSection, list: JsonValue | undefined): readonly Claim[] {
  const entries = [...entriesOf(section, list)];
  const order: Claim = { section, id: null, field: ORDER, value: entries.map(([, entry]) => idOf(section, entry)) };
  const claims = entries.flatMap(([id, entry]) => entryClaims(section, id, entry));
  // The order claims the ids; an overlay without patches has no other claim.
  return entries.length > 0 ? [order, ...claims] : claims;
}

export function entryClaims(section: ListSection, id: string, entry: JsonObject): readonly Claim[] {
  const fields = Object.entries(entry).filter(([field]) => !ID_FIELDS[section].includes(field));
  return fields.flatMap(([field, value]) => partsOf({ section, id, field, value }, EACH.has(field)));
}

function partsOf(claim: Claim, isTakenApart: boolean): readonly Claim[] {
  const { field, value } = claim;
  if (!isTakenApart) return [claim];
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((part, index) => ({ ...claim, field: `${field}[${index}]`, value: part }));
  if (!isJsonObject(value)) return [claim];
  return Object.entries(value).map(([key, part]) => ({ ...claim, field: `${field}.${key}`, value: part }));
}

/** The key is equal for corresponding claims of two locks. */
export function claimKey({ section, id, field }: Pick<Claim, 'section' | 'id' | 'field'>): string {
  return `${section} ${id === null ? 'null' : quote(id)} ${field}`;
}
