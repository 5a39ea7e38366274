/**
 * Judges whether a corridor is active, and gives every reason if not: the definition and each agreement are judged at one instant (S4, S5).
 *
 *     judgeCorridor(facts, judging)     { entry: { corridor_id, …, corridor_activated: false, corridor_activation_blockers: […] }, … }
 *
 * A faulty credential does not throw as long as it can be pinned; a credential without a canonical form is `E_BAD_CREDENTIAL`.
 */

import { compareUtf8 } from '#core/bytes/order';
import { emptyObject, isJsonObject } from '#core/json/value';
import { type OpenCredential, openCredential } from '../credential/credential.ts';
import type { CorridorEntry } from '../document.ts';
import type { CorridorFacts, Judging, ReadDocument } from '../inputs/facts.ts';
import { agreementSetDigest } from './agreement-digest.ts';
import { blockersIn, type CorridorCheck, notChecked } from './check.ts';
import { type DefinitionVerdict, judgeDefinition } from './definition.ts';
import { anchorGrants } from './grants.ts';
import { type AgreementFile, judgeAgreementFile } from './judge-agreement.ts';
import { type AgreementsVerdict, judgeAgreementFiles } from './judge-agreements.ts';
import type { Authority } from './judge-authority.ts';
import { lawpackChecks } from './lawpack-compatibility.ts';
import { judgeRegistries } from './registry.ts';

export interface CorridorVerdict {
  readonly entry: CorridorEntry;
  readonly definitionPayloadSha256: string;
  /** The parties of the agreement, in its order; empty if no agreement can be read. */
  readonly parties: readonly PartyVerdict[];
  readonly thresholds: readonly ThresholdVerdict[];
  /** Every proof, party, threshold, date and binding that was judged, in that order. The blockers of the entry come from them. */
  readonly checks: readonly CorridorCheck[];
}

export interface PartyVerdict {
  readonly id: string;
  readonly role: string;
  readonly name: string | null;
  /** True if the party has a valid proof in the file that counts for them. */
  readonly hasSigned: boolean;
  /** Trimmed and lower-case; `agree` if none is written; null if the party signed nothing. For a party that signed as pending it is `pending`. */
  readonly commitment: string | null;
  /** True if the party signed, with an accepted commitment. */
  readonly counts: boolean;
  /** The blockers that name this party. */
  readonly blockers: readonly string[];
}

export interface ThresholdVerdict {
  readonly role: string;
  readonly signed: number;
  readonly required: number;
  /** The number of participants with that role. */
  readonly participants: number;
  /** The expected number of participants, if the agreement states it. */
  readonly of: number | null;
  readonly isMet: boolean;
}

export function judgeCorridor(facts: CorridorFacts, judging: Judging): CorridorVerdict {
  const { newHasher } = judging;
  const anchors = anchorGrants(facts.trustAnchors.value);
  const registries = judgeRegistries(facts.authorityRegistries, anchors, judging);
  const authority = { anchors: anchors.grants, registry: registries.grants };
  const credential = openCredential(facts.definition, newHasher);
  const definition = judgeDefinition(credential, facts, authority, judging);
  const judged: JudgedDefinition = { credential, definition, authority };
  const before = [...registries.checks, ...definition.checks, ...revocationChecks(facts.keyRotation)];
  const base = {
    corridor_id: facts.corridorId,
    corridor_manifest_sha256: facts.manifest.sha256,
    trust_anchors_sha256: facts.trustAnchors.sha256,
    key_rotation_sha256: facts.keyRotation.sha256,
    corridor_definition_vc_sha256: facts.definition.sha256,
    corridor_definition_signers: definition.signers,
  };
  const definitionPayloadSha256 = credential.payloadSha256;
  // A corridor without agreements is neither active nor blocked.
  if (facts.agreements === null || facts.agreements.length + facts.absentAgreements.length === 0)
    return { entry: base, definitionPayloadSha256, parties: [], thresholds: [], checks: before };
  const agreed = judgeAgreements(facts.agreements, judged, facts, judging);
  const checks = [...before, ...agreed.checks];
  const named = blockersBySubject(checks);
  const blockers = blockersIn(checks);
  return {
    entry: {
      ...base,
      corridor_agreement_vc_sha256: facts.agreements.map(({ sha256 }) => sha256),
      corridor_agreement_signers: agreed.signers,
      corridor_activated: blockers.length === 0,
      corridor_agreement_set_sha256: agreementSetDigest(
        { corridorId: facts.corridorId, definitionPayloadSha256, payloads: agreed.payloads },
        newHasher,
      ),
      corridor_agreement_payload_sha256_by_path: byPath(agreed.payloads),
      corridor_activation_blockers: blockers,
    },
    definitionPayloadSha256,
    parties: agreed.parties.map((party) => ({ ...party, blockers: [...(named.get(party.id) ?? [])].sort(compareUtf8) })),
    thresholds: agreed.thresholds,
    checks,
  };
}

interface JudgedDefinition {
  readonly credential: OpenCredential;
  readonly definition: DefinitionVerdict;
  readonly authority: Authority;
}

interface Agreed extends AgreementsVerdict {
  readonly signers: readonly string[];
  readonly payloads: ReadonlyMap<string, string>;
}

function judgeAgreements(
  listed: readonly ReadDocument[],
  { credential, definition, authority }: JudgedDefinition,
  facts: CorridorFacts,
  judging: Judging,
): Agreed {
  const context = {
    corridorId: facts.corridorId,
    definitionPayloadSha256: credential.payloadSha256,
    definitionId: definition.id,
    authority,
  };
  const once = listed.filter(({ place }, index) => listed.findIndex((other) => other.place === place) === index);
  const files = once.map((file) => judgeAgreementFile(openCredential(file, judging.newHasher), context, judging));
  const together = judgeAgreementFiles(files, facts);
  const checks = [...files.flatMap((file) => file.checks), ...together.checks, ...pinnedChecks(files, definition, judging)];
  const affirmed = together.parties.filter(({ counts }) => counts).map(({ id }) => id);
  const signers = affirmed.length > 0 ? affirmed : files.flatMap(({ observed }) => observed);
  return {
    ...together,
    checks,
    signers: [...new Set(signers)].sort(compareUtf8),
    payloads: new Map(files.map((file) => [file.credential.path, file.credential.payloadSha256])),
  };
}

function pinnedChecks(files: readonly AgreementFile[], { lawpacks }: DefinitionVerdict, judging: Judging): readonly CorridorCheck[] {
  const shaped = files.flatMap(({ agreement, credential, who, isBinding }) =>
    agreement === null || !isBinding ? [] : [{ agreement, place: credential.place, who }],
  );
  const [first] = shaped;
  return lawpackChecks(lawpacks, {
    files: shaped.map(({ agreement, place, who }) => ({
      place,
      party: who,
      jurisdiction: agreement.party?.jurisdiction ?? null,
      pins: agreement.lawpacks,
    })),
    participants: first?.agreement.participants ?? [],
    isByParty: shaped.some(({ agreement }) => agreement.party !== null),
    lawpacks: judging.lawpacks,
  });
}

/** S9: the file says how a key would be revoked; nothing here looks up whether it was. */
function revocationChecks({ place, value }: ReadDocument): readonly CorridorCheck[] {
  const policy = isJsonObject(value) ? value['policy'] : undefined;
  const revocation = isJsonObject(policy) ? policy['revocation'] : undefined;
  const method = isJsonObject(revocation) && typeof revocation['method'] === 'string' ? revocation['method'] : 'unknown';
  return [notChecked('revocation', place, null, `whether a key was revoked was not looked up (method: ${method})`)];
}

function byPath(payloads: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const record = emptyObject() as Record<string, string>;
  for (const [path, digest] of [...payloads].sort(([a], [b]) => compareUtf8(a, b))) record[path] = digest;
  return record;
}

/** Groups the blockers by their subject. */
function blockersBySubject(checks: readonly CorridorCheck[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { subject, blocker } of checks) {
    if (subject === null || blocker === null) continue;
    found.set(subject, (found.get(subject) ?? new Set<string>()).add(blocker));
  }
  return found;
}
