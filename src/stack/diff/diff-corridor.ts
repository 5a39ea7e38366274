/**
 * Compares two entries of one corridor: the signers, what they signed, and whether it is active. If a file changed and its payload did not, it was
 * signed again. The payload of the definition is not in the lock, but the set digest covers it.
 *
 *     diffCorridor(id, { corridor_activated: true, … }, { corridor_activated: false, … })     DEACTIVATED, critical
 */

import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject, JsonValue } from '#core/json/value';
import { digestOfPin, readPin } from '../pin.ts';
import { type Change, diffField, diffFields, fieldOf, isSame, type Place, without } from './diff-fields.ts';
import type { Severity } from './diff-severity.ts';

const DEFINITION = 'corridor_definition_vc_sha256';
const AGREEMENTS = 'corridor_agreement_vc_sha256';
const PAYLOADS = 'corridor_agreement_payload_sha256_by_path';
const SET = 'corridor_agreement_set_sha256';
const ACTIVATED = 'corridor_activated';

/** Lists of independent texts, with the severity of an added and of a removed one. */
const TEXTS: Readonly<Record<string, { readonly come: Severity; readonly gone: Severity }>> = {
  corridor_definition_signers: { come: 'high', gone: 'critical' },
  corridor_agreement_signers: { come: 'high', gone: 'critical' },
  corridor_activation_blockers: { come: 'medium', gone: 'medium' },
};

export function diffCorridor(id: string, old: JsonObject, now: JsonObject): readonly Change[] {
  const place: Place = { section: 'corridors', id };
  const isSameSet = old[SET] !== undefined && isSame(old[SET], now[SET]);
  const reported = [DEFINITION, AGREEMENTS, PAYLOADS, ACTIVATED, ...Object.keys(TEXTS)];
  return [
    ...diffActivation(place, old[ACTIVATED], now[ACTIVATED]),
    ...Object.entries(TEXTS).flatMap(([field, weights]) => diffTexts(place, field, { old: old[field], new: now[field], ...weights })),
    ...diffField(place, DEFINITION, [old[DEFINITION], now[DEFINITION]]).map((change) => (isSameSet ? asResigned(change) : change)),
    ...diffAgreements(place, [old[AGREEMENTS], now[AGREEMENTS]]).map((change) => (isSameSet ? asResigned(change) : change)),
    ...diffPayloads(place, (old[PAYLOADS] ?? {}) as JsonObject, (now[PAYLOADS] ?? {}) as JsonObject),
    ...diffFields(place, omitFields(old, reported), omitFields(now, reported)),
  ];
}

/** The field is absent if no agreement is configured. */
function diffActivation(place: Place, old: JsonValue | undefined, now: JsonValue | undefined): readonly Change[] {
  if (old === now) return [];
  const sides = { ...place, field: ACTIVATED, old: old ?? null, new: now ?? null };
  if (now === true) return [{ severity: 'high', kind: 'ACTIVATED', ...sides }];
  if (old === true) return [{ severity: 'critical', kind: 'DEACTIVATED', ...sides }];
  return [{ severity: 'medium', kind: 'CHANGED', ...sides }];
}

interface ListSides {
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
  readonly come: Severity;
  readonly gone: Severity;
}

function diffTexts(place: Place, field: string, { old, new: now, come, gone }: ListSides): readonly Change[] {
  const [before, after] = [(old ?? []) as readonly string[], (now ?? []) as readonly string[]];
  const found = [
    ...without(before, after).map((text) => ({ severity: gone, kind: 'REMOVED', ...place, field, old: text, new: null }) as const),
    ...without(after, before).map((text) => ({ severity: come, kind: 'ADDED', ...place, field, old: null, new: text }) as const),
  ];
  if (found.length > 0 || isSame(before, after)) return found;
  return [{ severity: 'low', kind: 'REORDERED', ...place, field, old: before, new: after }];
}

/** The files are in the order of `corridor.yaml`: only digests that the other side does not have are shown. */
function diffAgreements(place: Place, [old, now]: readonly [JsonValue | undefined, JsonValue | undefined]): readonly Change[] {
  const [before, after] = [digestsOf(old), digestsOf(now)];
  const sides = { ...place, field: AGREEMENTS };
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length + come.length > 0) return [{ severity: 'critical', kind: 'REPINNED', ...sides, old: gone, new: come }];
  if (!isSame(before, after)) return [{ severity: 'low', kind: 'REORDERED', ...sides, old: before, new: after }];
  return isSame(old ?? [], now ?? []) ? [] : [{ severity: 'info', kind: 'REWRITTEN', ...sides, old: old ?? [], new: now ?? [] }];
}

function digestsOf(pins: JsonValue | undefined): readonly string[] {
  return ((pins ?? []) as readonly JsonValue[]).map((value) => {
    const pin = readPin(value);
    return pin === null ? '' : digestOfPin(pin);
  });
}

/** Compares by path: an agreement with another payload has other terms, whoever signed it. */
function diffPayloads(place: Place, old: JsonObject, now: JsonObject): readonly Change[] {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(compareUtf8);
  return paths.flatMap((path): readonly Change[] => {
    const [before, after] = [fieldOf(old, path), fieldOf(now, path)];
    if (before === after) return [];
    const sides = { ...place, field: `${PAYLOADS}.${path}`, old: before ?? null, new: after ?? null };
    if (before === undefined) return [{ severity: 'high', kind: 'ADDED', ...sides }];
    return [{ severity: 'critical', kind: after === undefined ? 'REMOVED' : 'REPINNED', ...sides }];
  });
}

function asResigned(change: Change): Change {
  return change.kind === 'REPINNED' ? { ...change, severity: 'medium', kind: 'RESIGNED' } : change;
}

function omitFields(entry: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field)));
}
