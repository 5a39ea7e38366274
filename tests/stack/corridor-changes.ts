/** Changes to a corridor of signed-corridor.ts, for tests that break one thing at a time. */
import type { JsonObject, JsonValue } from '#core/json/value';
import { alice, bob, envelope, type Signer, sign } from './signed-corridor.ts';

export const both = [alice, bob];
export const unmet = (have: number): string => `role:authority:${have}/2`;
export const sorted = (...blockers: readonly string[]): readonly string[] => [...blockers].sort();

/** The subject with one field other than it was. */
export const set = (name: string, value: JsonValue) => (subject: JsonObject) => ({ ...subject, [name]: value });
/** The change, for one of the parties alone. */
export const only =
  (who: Signer, change: (value: JsonObject) => JsonObject) =>
  (value: JsonObject, party: Signer | null): JsonObject =>
    party === who ? change(value) : value;
/** Of a role, so many must sign. */
export const threshold = (required: JsonValue, more: JsonObject = {}) =>
  activation({ thresholds: [{ role: 'authority', required, ...more }] });
export const inSubject = (change: (subject: JsonObject) => JsonObject) => (document: JsonObject) => ({
  ...document,
  credentialSubject: change(document['credentialSubject'] as JsonObject),
});
export const activation = (more: JsonObject) => (subject: JsonObject) => ({
  ...subject,
  activation: { ...(subject['activation'] as JsonObject), ...more },
});
export const proofs = (change: (proofs: readonly JsonObject[]) => JsonValue) => (document: JsonObject) => {
  const { proof } = document;
  return { ...document, proof: change([proof].flat() as JsonObject[]) };
};
export const firstProof = (change: JsonObject) => proofs(([first, ...rest]) => [{ ...first, ...change }, ...rest]);
export const lists = (did: string, attestations: JsonValue): JsonObject => ({ did, allowed_attestations: attestations });
export const registry = (issuer: Signer, authorities: readonly JsonObject[], more: JsonObject = {}): JsonObject =>
  sign({ ...envelope(issuer.did, { registry_id: 'r', authorities, ...more }) }, issuer);
