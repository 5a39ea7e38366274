/**
 * A lock taken apart into what it claims, one claim for each thing that can be held against the evidence by itself. Every claim ends as
 * verified, as a finding or as not checked (C7), so nothing that was not looked at passes for good.
 *
 *     claimsOf(lock)     [{ section: 'modules', id: 'org.example.reg.aml', field: 'version', value: '0.1.0' }, …]
 *
 * A re-derived lock is taken apart in the same way, and the two are compared claim by claim.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { quote } from '#core/json/write';
import type { Section } from '../diff/diff-severity.ts';
import { entriesOf, ID_FIELDS, idOf, type ListSection } from '../diff/entries.ts';

export interface Claim {
  readonly section: Section;
  /** The entry's; null for the document itself and for the order of a section. */
  readonly id: string | null;
  /** `corridor_agreement_vc_sha256[1]`, `profile.version`; `order` is which entries a section has, in their order. */
  readonly field: string;
  readonly value: JsonValue;
}

export const ORDER = 'order';

const LISTS: readonly ListSection[] = ['modules', 'lawpacks', 'overlays', 'corridors'];
/** Lists and maps of which each element is a claim of its own. */
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
  // The ids are claimed here; an overlay without patches claims nothing else.
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

/** The same for the claims of two locks that speak of the same. */
export function claimKey({ section, id, field }: Pick<Claim, 'section' | 'id' | 'field'>): string {
  return `${section} ${id === null ? 'null' : quote(id)} ${field}`;
}
