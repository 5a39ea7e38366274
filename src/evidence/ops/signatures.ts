/**
 * Looks for signatures on a document that was judged, judges them, and adds them to its verdict. A connection is never opened.
 *
 *     await withFoundSignatures(place, verdict, asked)     the verdict, with its signatures
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { drain } from '#core/bytes/source';
import { counted } from '#core/count-text';
import { withRegularFile } from '#disk/read/regular-file';
import { MANIFEST_NAME } from '#pack/document';
import type { StoredSeals } from '#pack/ops/seals/stored';
import { SNAPSHOT_FILE } from '#replay/bundle';
import { trustedIfNamed } from '#sign/foreign';
import type { KeyPort, SignedDocument } from '#sign/judge-envelope';
import type { JudgedSignature, SignedBy } from '#sign/judged';
import { judgeSeals } from '#sign/ops/judge-seals';
import { keyPort } from '#sign/ops/key-port';
import type { LoadedPolicy } from '#sign/ops/policy-file';
import { sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import { sealTime } from '#sign/ops/time/seal-time';
import { NO_AUTHORITIES } from '#sign/ops/time/trust';
import { namesSigner, type Trust } from '#sign/ops/trust';
import { judgePolicy } from '#sign/policy/judge';
import { ACCEPTED } from '#sign/statement';
import type { Place } from '../contract.ts';
import { withSignatures } from '../signatures.ts';
import { createVerdict, type KindName, type NotChecked, type Verdict } from '../verdict.ts';
import type { Asked, AskedSignatures } from './asked.ts';
import type { ForeignSignatures } from './foreign/beside.ts';
import { earliestTime, timestampBeside } from './foreign/timestamp-beside.ts';
import { manifestDigest } from './pack-subjects.ts';
import { isPolicyFile } from './policy-kind.ts';
import { hasTimestamp } from './seals-beside.ts';

/** `foreign` are signatures of other programs. Throws `Refusal` if a file of signatures cannot be read. */
export function withFoundSignatures(
  place: Place,
  verdict: Verdict,
  { signatures: asked, trust }: Asked,
  foreign: ForeignSignatures,
): Verdict {
  const { kind, digest } = verdict;
  // A signature that names all files of a folder was judged with them, by the policy too.
  if (kind === null || kind === 'model' || verdict.outcome === 'REFUSED') return verdict;
  const policy = asked?.policy ?? null;
  const mustTrust = mustTrustOf(trust);
  // The seals of a pack in a store were judged while the store was open.
  if (kind === 'pack-store' && verdict.signed !== undefined) return verdict;
  if (digest === null || kind === 'pack-store') {
    const own = verdict.signed?.signatures ?? [];
    return policy === null && mustTrust === false
      ? verdict
      : withSignatures(verdict, { ...judgedBy(asked, { kind, path: place.given }, own), mustTrust, named: own });
  }
  const document = signedDocument(place, { kind, id: verdict.id, digest: kind === 'pack-archive' ? manifestDigest(place) : digest });
  const { keys, authorities, port } = knownKeys(asked, trust);
  const seals = judgeSeals({ given: shownSealsOf(place.given), path: sealsPathOf(place.path) }, document, port);
  const stamp = hasTimestamp(place.path) ? timestampBeside(place, authorities) : NO_TIMESTAMP;
  const named = [...seals.map((each) => trustedIfNamed(each, keys)), ...foreign.signatures, ...stamp.signatures];
  const judged = judgedBy(asked, document, policy === null ? named : [...seals, ...foreign.byPolicy, ...stamp.signatures]);
  const all = { ...judged, signatures: [...judged.signatures, ...foreign.timestamps] };
  const signed = withSignatures(verdict, { ...all, mustTrust, named });
  return createVerdict({ ...signed, notChecked: [...signed.notChecked, ...foreign.notes, ...stamp.notes, ...notesOn(policy)] });
}

/** Whether one of those who are named has to have signed. */
function mustTrustOf(trust: Trust | undefined): 'signer' | false {
  return trust !== undefined && namesSigner(trust) ? 'signer' : false;
}

/** What is known before a seal is read: the keys that are named, and whose timestamps are trusted. */
function knownKeys(asked: AskedSignatures | undefined, trust: Trust | undefined) {
  const policy = asked?.policy ?? null;
  const keys = trust?.keys ?? [];
  const authorities = policy?.authorities() ?? asked?.authorities ?? NO_AUTHORITIES;
  return { keys, authorities, port: keyPort([...(policy?.keys ?? []), ...keys.map(({ key }) => key)], sealTime(authorities, Date.now())) };
}

/** The seals of a pack in a store, which are read with `read`. */
export async function withCarriedSeals(
  verdict: Verdict,
  { signatures: asked, trust }: Asked,
  read: (keys: KeyPort) => Promise<StoredSeals>,
): Promise<Verdict> {
  const policy = asked?.policy ?? null;
  const { keys, port } = knownKeys(asked, trust);
  const { judged, unread, error } = await read(port);
  const mustTrust = mustTrustOf(trust);
  const isAsked = policy !== null || mustTrust !== false;
  const notes = [
    ...(unread === 0 ? [] : [{ what: counted(unread, 'seal'), reason: 'there are too many' }]),
    ...(error === null ? [] : [{ what: 'its seals', reason: error }]),
    ...notesOn(policy),
  ];
  if (judged.length === 0 && notes.length === 0 && !isAsked) return verdict;
  const named = judged.map((each) => trustedIfNamed(each, keys));
  const all = { ...judgedBy(asked, { kind: 'pack', path: 'PACK' }, policy === null ? named : judged), mustTrust, named } as const;
  const signed = judged.length === 0 && !isAsked ? verdict : withSignatures(verdict, all);
  return createVerdict({ ...signed, notChecked: [...signed.notChecked, ...notes] });
}

/** What is in the policy and not in force. */
export function notesOn(policy: LoadedPolicy | null): readonly NotChecked[] {
  return policy === null ? [] : policy.policy.notes.map((reason) => ({ what: policy.given, reason }));
}

const NO_TIMESTAMP = { signatures: [], notes: [] } as const;

/**
 * `signatures` are over the document, and so are the timestamps among them. A timestamp says when, not who: it counts only for a rule that asks
 * for no signature.
 */
export function judgedBy(
  asked: AskedSignatures | undefined,
  document: Pick<SignedDocument, 'kind' | 'path'>,
  signatures: readonly JudgedSignature[],
): SignedBy {
  const policy = asked?.policy ?? null;
  if (asked === undefined || policy === null) return { signatures, policy: null };
  const source = { path: policy.given, digest: policy.digest };
  const [stamps, others] = [signatures.filter(isTimestamp), signatures.filter((each) => !isTimestamp(each))];
  const existed = earliestTime(stamps.map(({ trusted_time }) => trusted_time));
  const answer = judgePolicy(policy.policy, { document, signatures: others, existed, at: asked.at, source });
  return { ...answer, signatures: [...answer.signatures, ...stamps] };
}

function isTimestamp({ form }: JudgedSignature): boolean {
  return form === 'timestamp';
}

export interface DocumentFacts {
  readonly kind: KindName;
  readonly id: string | null;
  readonly digest: string;
}

/** What signatures say of the document is compared with this. */
export function signedDocument({ given, path }: Place, { kind, id, digest }: DocumentFacts): SignedDocument {
  const held = new Map<string, string | null>([['sha256', digest.slice('sha256:'.length)]]);
  const file = documentFile(path, kind);
  const digestBy = (algorithm: string): string | null => {
    if (!held.has(algorithm))
      held.set(algorithm, file !== null && (ACCEPTED as readonly string[]).includes(algorithm) ? digestOf(file, algorithm) : null);
    return held.get(algorithm) ?? null;
  };
  return { path: given, kind: sealKindOf(kind, path), id, digestBy };
}

/** The kind that a seal names. A pack is the same in a folder, an archive and a store. */
export function sealKindOf(kind: KindName, path: string): string {
  if (kind === 'pack-archive' || kind === 'pack-store') return 'pack';
  return kind === 'file' && isPolicyFile(path) ? 'policy' : kind;
}

/** The file whose bytes are signed, if it is one of its own. */
function documentFile(path: string, kind: KindName): string | null {
  if (kind === 'pack') return join(path, MANIFEST_NAME);
  if (kind === 'snapshot') return join(path, SNAPSHOT_FILE);
  return kind === 'pack-archive' || kind === 'pack-store' ? null : path;
}

function digestOf(path: string, algorithm: string): string {
  return withRegularFile(path, { follow: true }, (file) => {
    const hasher = createHash(algorithm);
    drain(file.read((bytes) => void hasher.update(bytes)).source);
    return hasher.digest('hex');
  });
}
