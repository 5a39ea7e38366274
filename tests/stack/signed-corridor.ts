/**
 * A corridor with keys of its own, signed as its parties would: facts for the judge, of which every part can be changed before it is
 * signed, or after.
 *
 *     judged(corridor({ agreement: (subject) => ({ ...subject, commitment: 'withdraw' }) }))     the entry of the lock
 */
import { createPrivateKey } from 'node:crypto';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { parseJson } from '#core/json/read';
import type { JsonObject, JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { type PrivateKey, parsePrivateKey } from '#keys/ed25519';
import { rawPublicKey, signEd25519, verifyEd25519 } from '#keys/ed25519-bytes';
import { type CorridorVerdict, judgeCorridor } from '#stack/corridor/activation';
import { appendProof, type ProofType, signedProof, unsignedProof } from '#stack/credential/create-proof';
import { openCredential } from '#stack/credential/credential';
import { formatDidKey } from '#stack/credential/did-key';
import type { LawpackEntry } from '#stack/document';
import type { AbsentFile, CorridorFacts, Judging, ReadDocument } from '#stack/inputs/facts';

export interface Signer {
  readonly did: string;
  readonly key: PrivateKey;
}

/** The same key for the same name, on every machine. */
export function signerNamed(name: string): Signer {
  const seed = Buffer.from(sha256Hex(Buffer.from(`corridor test key ${name}`)), 'hex');
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const pem = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }) as string;
  const key = parsePrivateKey(pem);
  return { key, did: formatDidKey(rawPublicKey(key.publicKey)) };
}

export const governance = signerNamed('governance');
export const alice = signerNamed('alice');
export const bob = signerNamed('bob');
export const mallory = signerNamed('mallory');

export const CORRIDOR = 'org.example.corridor.one';
export const AT = '2026-06-01T00:00:00Z';
const ISSUED = '2026-01-01T00:00:00Z';
const CONTEXT = ['https://www.w3.org/2018/credentials/v1'];

function documentOf(path: string, value: JsonValue): ReadDocument {
  const bytes = encodeUtf8(`${formatPretty(value)}\n`);
  return { path, place: `corridors/one/${path}`, sha256: sha256Hex(bytes), bytes, value: parseJson(bytes) };
}

export function sign(
  document: JsonObject,
  { did, key }: Signer,
  type: ProofType = 'MsezEd25519Signature2025',
  created = ISSUED,
): JsonObject {
  const credential = openCredential({ path: 'x', place: 'x', value: document }, newHasher);
  const { proof, message } = unsignedProof(credential, { type, did, created }, newHasher);
  return appendProof(document, signedProof(proof, signEd25519(key, message)));
}

export function envelope(issuer: string, subject: JsonObject): JsonObject {
  return { '@context': CONTEXT, type: ['VerifiableCredential'], issuer, issuanceDate: ISSUED, credentialSubject: subject };
}

export const participants = [
  { id: alice.did, role: 'authority', name: 'Alice' },
  { id: bob.did, role: 'authority', name: 'Bob' },
] as const;

type Change<T> = (value: T) => T;

export interface CorridorOptions {
  readonly manifest?: Change<JsonObject>;
  readonly anchors?: Change<JsonObject>;
  /** The definition before it is signed. */
  readonly definition?: Change<JsonObject>;
  readonly definitionSigners?: readonly Signer[];
  /** The signed definition; agreements are made to what comes out. */
  readonly signedDefinition?: Change<JsonObject>;
  /** The subject of the agreement; of each party's where they have their own. */
  readonly agreement?: (subject: JsonObject, party: Signer | null) => JsonObject;
  /** The agreement before it is signed. */
  readonly envelope?: (document: JsonObject, party: Signer | null) => JsonObject;
  readonly signedAgreement?: (document: JsonObject, party: Signer | null) => JsonObject;
  readonly signers?: readonly Signer[];
  readonly type?: ProofType;
  /** When each of them signed, as the proof says. */
  readonly created?: (signer: Signer) => string;
  /** A file for each of them; else one for all. */
  readonly parties?: readonly Signer[];
  readonly registries?: readonly JsonObject[];
  /** Indices into the agreement files, as they are listed. */
  readonly listed?: readonly number[];
  /** Those of them that are not there. */
  readonly absent?: readonly number[];
}

const same = <T>(value: T): T => value;

export function corridor(options: CorridorOptions = {}): CorridorFacts {
  const { type = 'MsezEd25519Signature2025', parties, signers = [alice, bob] } = options;
  const manifest = documentOf('corridor.yaml', (options.manifest ?? same)({ corridor_id: CORRIDOR, participants: [alice.did, bob.did] }));
  const trustAnchors = documentOf('trust-anchors.yaml', (options.anchors ?? same)(anchorsFor()));
  const policy = { rotation_days: 90, grace_days: 14, max_key_age_days: 365, revocation: { method: 'manual' } };
  const keyRotation = documentOf('key-rotation.yaml', { version: 1, policy });
  const artifact = ({ path, sha256 }: ReadDocument): JsonObject => ({ path, sha256 });
  const artifacts = {
    corridor_manifest: artifact(manifest),
    trust_anchors: artifact(trustAnchors),
    key_rotation: artifact(keyRotation),
  };
  const unsigned = envelope(governance.did, { corridor_id: CORRIDOR, ruleset: 'example.v1', artifacts });
  const changed = (options.definition ?? same)({ ...unsigned, id: 'urn:example:definition' });
  const definition = (options.signedDefinition ?? same)(
    (options.definitionSigners ?? [governance]).reduce(
      (document, signer) => sign(document, signer, type, options.created?.(signer)),
      changed,
    ),
  );
  const opened = openCredential({ path: 'd', place: 'd', value: definition }, newHasher);
  const one = (party: Signer | null): JsonObject => {
    const subject = {
      corridor_id: CORRIDOR,
      definition_vc_id: 'urn:example:definition',
      definition_payload_sha256: opened.payloadSha256,
      participants,
      activation: { thresholds: [{ role: 'authority', required: 2, of: 2 }], effectiveFrom: ISSUED },
      terms: { reference: 'urn:example:terms' },
      ...(party === null ? {} : { party: { id: party.did, role: 'authority' } }),
    };
    const document = envelope((party ?? alice).did, (options.agreement ?? same)(subject, party));
    const ready = (options.envelope ?? same)(document, party);
    const signed = (party === null ? signers : [party]).reduce(
      (each, signer) => sign(each, signer, type, options.created?.(signer)),
      ready,
    );
    return (options.signedAgreement ?? same)(signed, party);
  };
  const documents = parties === undefined ? [one(null)] : parties.map(one);
  const files = documents.map((document, index) => documentOf(`agreement.${index}.vc.json`, document));
  const { listed = files.map((_, index) => index), absent = [] } = options;
  const absentFile = ({ path, place }: ReadDocument): AbsentFile => ({ path, place });
  return {
    corridorId: CORRIDOR,
    folder: 'corridors/one',
    manifest,
    trustAnchors,
    keyRotation,
    definition: documentOf('corridor.vc.json', definition),
    agreements: listed.filter((index) => !absent.includes(index)).map((index) => files[index] as ReadDocument),
    absentAgreements: listed.filter((index) => absent.includes(index)).map((index) => absentFile(files[index] as ReadDocument)),
    authorityRegistries: (options.registries ?? []).map((registry, index) => documentOf(`registry.${index}.vc.json`, registry)),
  };
}

function anchorsFor(): JsonObject {
  const anchor = ({ did }: Signer, attestation: string): JsonObject => ({
    anchor_id: did,
    type: 'did',
    identifier: did,
    allowed_attestations: [attestation],
  });
  return {
    version: 1,
    trust_anchors: [anchor(alice, 'corridor_agreement'), anchor(bob, 'corridor_agreement'), anchor(governance, 'corridor_definition')],
  };
}

export function judgingAt(at: string = AT, lawpacks: readonly LawpackEntry[] = []): Judging {
  return { at: parseInstant(at) as number, lawpacks, newHasher, verifyEd25519 };
}

export function judged(facts: CorridorFacts, judging: Judging = judgingAt()): CorridorVerdict {
  return judgeCorridor(facts, judging);
}

/** Never active with a blocker, never inactive without. */
export function blockersOf(facts: CorridorFacts, judging: Judging = judgingAt()): readonly string[] {
  const { entry, checks } = judged(facts, judging);
  const blockers = entry.corridor_activation_blockers ?? [];
  if (entry.corridor_activated !== (blockers.length === 0)) throw new Error('the verdict and its reasons differ');
  if (blockers.some((blocker) => !checks.some((check) => check.blocker === blocker))) throw new Error('a blocker without a check');
  return blockers;
}
