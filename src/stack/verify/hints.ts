/**
 * The extra fields of a reference: where to find the file, and in which folder of a store. They are not commitments, so they are not followed; a
 * field that is not obviously true for the file that was read is reported as not checked (C7).
 *
 *     {"artifact_type":"blob","digest_sha256":"eae3…","uri":"https://elsewhere.example/corridor.yaml"}
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { type ArtifactRef, readPin } from '../pin.ts';
import { isPinField, LAWPACK_PIN } from '../pin-fields.ts';
import { type Claim, claimKey } from './claims.ts';
import type { Answer, NotChecked } from './verify.ts';

const NOT_FOLLOWED = 'the other fields of a reference are hints, and were not followed';
const NAMES = new Set(['artifact_type', 'digest_sha256', 'uri']);

export function unusedHints(claims: readonly Claim[], answers: readonly Answer[]): readonly NotChecked[] {
  const references = claims.flatMap((claim) => {
    const pin = isPinField(claim.field) && isJsonObject(claim.value) ? readPin(claim.value) : null;
    return pin === null || typeof pin === 'string' ? [] : [{ claim, pin }];
  });
  if (references.length === 0) return [];
  const files = new Map(answers.map((answer) => [claimKey(answer), answer.file]));
  const paths = new Map(claims.filter(({ field }) => field === 'lawpack_artifact_path').map(({ id, value }) => [id, value]));
  return references
    .filter(({ claim, pin }) => !isAsWeWrite(pin, claim.field, [files.get(claimKey(claim)) ?? null, paths.get(claim.id) ?? null]))
    .map(({ claim: { section, id, field } }) => ({ section, id, field, reason: NOT_FOLLOWED }));
}

/** S7: true if the type is that of the field, and the location was read or is its own claim. */
function isAsWeWrite(pin: ArtifactRef, field: string, places: readonly JsonValue[]): boolean {
  const { artifact_type: type, uri } = pin;
  if (type !== (field === LAWPACK_PIN ? 'lawpack' : 'blob') || !Object.keys(pin).every((name) => NAMES.has(name))) return false;
  return uri === undefined || places.includes(uri);
}
