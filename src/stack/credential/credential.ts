/**
 * A verifiable credential: an envelope around a subject, signed by one or more parties.
 *
 *     {"@context":[…],"type":["VerifiableCredential",…],"issuer":"did:key:z6Mk…","issuanceDate":"2026-01-01T00:00:00Z",
 *      "expirationDate":"2027-01-01T00:00:00Z","credentialSubject":{…},"proof":{…}}
 *
 * The dates may also have their names of 2025, `validFrom` and `validUntil`. Unknown fields are signed like all others; the reader of each type of
 * credential decides whether they are allowed.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import { type Validity } from '#core/validity';
import type { ReadDocument, Shaped } from '../inputs/facts.ts';
import { openReading, type Reading } from '../inputs/field-reader.ts';
import { badCredential } from '../refusals.ts';
import { payloadBytes, sha256Of } from './payload.ts';
import { instantsAt } from './validity.ts';

/** A credential with a canonical payload, whatever its fields. */
export interface OpenCredential {
  readonly path: string;
  /** The path relative to the root. */
  readonly place: string;
  readonly document: JsonObject;
  /** JCS of the document without `proof`: the bytes that are signed. */
  readonly payload: Uint8Array;
  readonly payloadSha256: string;
  /** The proofs, not yet judged. */
  readonly proofs: readonly JsonValue[];
}

export interface Credential {
  readonly id: string | null;
  readonly issuer: string;
  readonly validity: Validity;
  readonly subject: Reading;
}

/** Throws `E_BAD_CREDENTIAL` if there is no canonical payload. */
export function openCredential(
  { path, place, value }: Pick<ReadDocument, 'path' | 'place' | 'value'>,
  newHasher: NewHasher,
): OpenCredential {
  const document = value as JsonObject;
  const known = typeof value === 'object' && value !== null ? opened.get(value) : undefined;
  if (known !== undefined) return { path, place, document, ...known };
  const payload = payloadBytes(value);
  if (!payload.ok) throw badCredential(place, payload.faults);
  const fresh = { payload: payload.value, payloadSha256: sha256Of(payload.value, newHasher), proofs: proofsOf(document) };
  opened.set(document, fresh);
  return { path, place, document, ...fresh };
}

/** Cached: documents are never changed, and may be judged at several times. */
const opened = new WeakMap<object, Pick<OpenCredential, 'payload' | 'payloadSha256' | 'proofs'>>();

export function readCredential(value: JsonValue): Shaped<Credential> {
  const reading = openReading(value);
  return reading.shaped(credentialIn(reading));
}

/** Reads the envelope; faults are recorded in `reading`. */
export function credentialIn(reading: Reading): Credential {
  requireContext(reading);
  requireType(reading);
  return {
    id: reading.optionalText('id') ?? null,
    issuer: issuerAt(reading),
    validity: validityAt(reading),
    subject: reading.object('credentialSubject'),
  };
}

/** The DID of the issuer, if it can be read, for use in reasons. */
export function statedIssuer({ issuer }: JsonObject): string | null {
  const stated = isJsonObject(issuer) ? issuer['id'] : issuer;
  return typeof stated === 'string' && stated !== '' ? stated : null;
}

function proofsOf({ proof }: JsonObject): readonly JsonValue[] {
  if (proof === undefined) return [];
  return Array.isArray(proof) ? (proof as readonly JsonValue[]) : [proof];
}

/** Reads a DID, or an object with the DID as `id`. */
function issuerAt(reading: Reading): string {
  return isJsonObject(reading.fields['issuer']) ? reading.object('issuer').text('id') : reading.text('issuer');
}

/** Both names of a date may be present, and then both apply. */
function validityAt(reading: Reading): Validity {
  const from = instantsAt(reading, ['issuanceDate', 'validFrom'], 'begins');
  const until = instantsAt(reading, ['expirationDate', 'validUntil'], 'ends');
  if (reading.fields['issuanceDate'] === undefined && reading.fields['validFrom'] === undefined && !isOfVersion2(reading))
    reading.fault('issuanceDate', 'expected a timestamp, found nothing');
  return { from, until };
}

/** True for VCDM 2.0, in which the start date is optional. */
function isOfVersion2({ fields }: Reading): boolean {
  return [fields['@context']].flat().includes('https://www.w3.org/ns/credentials/v2');
}

function requireContext(reading: Reading): void {
  const context = reading.fields['@context'];
  const isOne = (value: JsonValue | undefined): boolean => (typeof value === 'string' && value !== '') || isJsonObject(value);
  if (isOne(context)) return;
  if (!Array.isArray(context) || context.length === 0 || !context.every(isOne))
    reading.fault('@context', 'expected a context, or a list of at least one');
}

function requireType(reading: Reading): void {
  const { type } = reading.fields;
  const isName = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== '';
  if (isName(type)) return;
  if (!Array.isArray(type) || type.length === 0 || !type.every(isName)) reading.fault('type', 'expected a type, or a list of at least one');
}
