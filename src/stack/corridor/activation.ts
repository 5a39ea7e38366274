/**
 * Whether a corridor is active, and every reason why not: the definition and each agreement judged at one instant (S4, S5).
 *
 *     judgeCorridor(facts, judging)     { entry: { corridor_id, …, corridor_activated: false, corridor_activation_blockers: […] }, … }
 *
 * Nothing here throws for a credential that can still be pinned; what cannot be canonicalised is `E_BAD_CREDENTIAL`.
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
import { judgeAgreementFiles, type TogetherVerdict } from './judge-agreements.ts';
import type { Authority } from './judge-authority.ts';
import { lawpackChecks } from './lawpack-compatibility.ts';
import { judgeRegistries } from './registry.ts';

export interface CorridorVerdict {
  readonly entry: CorridorEntry;
  readonly definitionPayloadSha256: string;
  /** Those of the agreement, in its order; empty without a readable one. */
  readonly parties: readonly PartyVerdict[];
  readonly thresholds: readonly ThresholdVerdict[];
  /** Every proof, party, threshold, date and binding that was judged, in the order judged. Their blockers are the entry's. */
  readonly checks: readonly CorridorCheck[];
}

export interface PartyVerdict {
  readonly id: string;
  readonly role: string;
  readonly name: string | null;
  /** A proof of theirs is valid, in the file that counts for them. */
  readonly hasSigned: boolean;
  /** Trimmed and lower-case, `agree` where none is written; null where they signed nothing. Of one who said `pending` it is that. */
  readonly commitment: string | null;
  /** Signed, and to a commitment that is accepted. */
  readonly counts: boolean;
  /** What blocks that names this party. */
  readonly blockers: readonly string[];
}

export interface ThresholdVerdict {
  readonly role: string;
  readonly signed: number;
  readonly required: number;
  /** Participants with that role. */
  readonly participants: number;
  /** How many there should be, where the agreement says it. */
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
  // A corridor to which nobody was to agree is neither active nor blocked.
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

interface Agreed extends TogetherVerdict {
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
  const shaped = files.flatMap(({ agreement, credential, who, isWord }) =>
    agreement === null || !isWord ? [] : [{ agreement, place: credential.place, who }],
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

/** S9: how a key would be revoked is written there; nothing here asks anybody whether it was. */
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

/** By whom or what they name. */
function blockersBySubject(checks: readonly CorridorCheck[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { subject, blocker } of checks) {
    if (subject === null || blocker === null) continue;
    found.set(subject, (found.get(subject) ?? new Set<string>()).add(blocker));
  }
  return found;
}
