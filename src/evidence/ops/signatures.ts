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
import type { JudgedPolicy, JudgedSignature } from '#sign/judged';
import type { JudgedFile } from '#sign/ops/judge-file';
import { judgeSeals } from '#sign/ops/judge-seals';
import { keyPort } from '#sign/ops/key-port';
import { sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import { judgeTimestampFile } from '#sign/ops/time/judge-file';
import { sealTime } from '#sign/ops/time/seal-time';
import { NO_AUTHORITIES, type TimestampTrust } from '#sign/ops/time/trust';
import { NOBODY, readNamedFile, type Trust } from '#sign/ops/trust';
import { judgePolicy } from '#sign/policy/judge';
import { ACCEPTED } from '#sign/statement';
import type { Place } from '../contract.ts';
import { withSignatures } from '../signatures.ts';
import { createVerdict, type KindName, type Verdict } from '../verdict.ts';
import type { Asked, AskedSignatures } from './asked.ts';
import type { ForeignSignatures } from './foreign/beside.ts';
import { manifestDigest } from './pack-subjects.ts';
import { isPolicyFile } from './policy-kind.ts';
import { hasTimestamp } from './seals-beside.ts';

const MAX_TIMESTAMP = 1 << 20;

/** `foreign` are signatures of other programs. Throws `Refusal` if a file of signatures cannot be read. */
export function withFoundSignatures(
  place: Place,
  verdict: Verdict,
  { signatures: asked, trust }: Asked,
  foreign: ForeignSignatures = { signatures: [], notes: [] },
): Verdict {
  const { kind, digest } = verdict;
  if (kind === null || verdict.outcome === 'REFUSED') return verdict;
  const policy = asked?.policy ?? null;
  const mustTrust = trust !== undefined && namesSigner(trust) ? 'signer' : false;
  if (kind === 'model' && policy === null) return verdict;
  // The seals of a pack in a store were judged while the store was open.
  if (kind === 'pack-store' && verdict.signed !== undefined) return verdict;
  if (digest === null || kind === 'pack-store') {
    const own = verdict.signed?.signatures ?? [];
    return policy === null && mustTrust === false
      ? verdict
      : withSignatures(verdict, { ...judgedBy(asked, { kind, path: place.given }, own), mustTrust });
  }
  const document = signedDocument(place, { kind, id: verdict.id, digest: kind === 'pack-archive' ? manifestDigest(place) : digest });
  const seals = { given: shownSealsOf(place.given), path: sealsPathOf(place.path) };
  const { keys, authorities, port } = knownKeys(asked, trust);
  const signatures = [...judgeSeals(seals, document, port).map((each) => trustedIfNamed(each, keys)), ...foreign.signatures];
  const judged = judgedBy(asked, document, signatures);
  const { signatures: timestamps, notes } = hasTimestamp(place.path) ? timestampBeside(place, authorities) : NO_TIMESTAMP;
  // A timestamp says when, not who: it counts for no rule of a policy.
  const all = { ...judged, signatures: [...judged.signatures, ...timestamps] };
  const signed = withSignatures(verdict, { ...all, mustTrust });
  return createVerdict({ ...signed, notChecked: [...signed.notChecked, ...foreign.notes, ...notes] });
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
  place: Place,
  verdict: Verdict,
  { signatures: asked, trust }: Asked,
  read: (keys: KeyPort) => Promise<StoredSeals>,
): Promise<Verdict> {
  const { keys, port } = knownKeys(asked, trust);
  const { judged, unread, error } = await read(port);
  const isAsked = (asked?.policy ?? null) !== null || (trust !== undefined && namesSigner(trust));
  const notes = [
    ...(unread === 0 ? [] : [{ what: counted(unread, 'seal'), reason: 'there are too many' }]),
    ...(error === null ? [] : [{ what: 'its seals', reason: error }]),
  ];
  if (judged.length === 0 && notes.length === 0 && !isAsked) return verdict;
  const signatures = judged.map((each) => trustedIfNamed(each, keys));
  const mustTrust = trust !== undefined && namesSigner(trust) ? 'signer' : false;
  const all = { ...judgedBy(asked, { kind: 'pack', path: place.given }, signatures), mustTrust } as const;
  const signed = judged.length === 0 && !isAsked ? verdict : withSignatures(verdict, all);
  return createVerdict({ ...signed, notChecked: [...signed.notChecked, ...notes] });
}

/** A timestamp authority vouches for a time, and for nobody. */
function namesSigner({ keys, allowedSigners, roots }: Trust): boolean {
  return keys.length > 0 || allowedSigners !== null || roots.length > 0;
}

const NO_TIMESTAMP = { signatures: [], notes: [] } as const;

/** Throws `Refusal` if it cannot be read. */
function timestampBeside(place: Place, authorities: TimestampTrust): Pick<JudgedFile, 'signatures' | 'notes'> {
  const signature = { given: `${place.given}.tsr`, path: `${place.path}.tsr` };
  const trust = { ...NOBODY, authorities, at: Date.now() };
  return judgeTimestampFile({ bytes: readNamedFile(signature, MAX_TIMESTAMP), signature, document: { ...place, isFolder: false }, trust });
}

function judgedBy(
  asked: AskedSignatures | undefined,
  document: Pick<SignedDocument, 'kind' | 'path'>,
  signatures: readonly JudgedSignature[],
): { readonly signatures: readonly JudgedSignature[]; readonly policy: JudgedPolicy | null } {
  const policy = asked?.policy ?? null;
  if (asked === undefined || policy === null) return { signatures, policy: null };
  const source = { path: policy.given, digest: policy.digest };
  return judgePolicy(policy.policy, { document, signatures, at: asked.at, source });
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
