/**
 * Judges files of signatures over one document, with the timestamps over these files (`a.csv.sig.tsr`).
 *
 *     (await judgeFilesOver({ document, files: [signature], trust, mayBeOther: false })).signatures
 */
import { statSync } from 'node:fs';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import type { SignedDocument } from '#sign/judge-envelope';
import type { JudgedSignature } from '#sign/judged';
import type { JudgedTree } from '#sign/oms/judge';
import { judgeSignatureFile } from '#sign/ops/judge-file';
import type { TimestampTrust } from '#sign/ops/time/trust';
import { NOBODY, type Trust } from '#sign/ops/trust';
import type { Place } from '../../contract.ts';
import { cannotRead } from '../../refusals.ts';
import type { NotChecked } from '../../verdict.ts';
import { ONLY_READ } from '../asked.ts';
import { findEvidence } from '../find.ts';
import { placeDigest } from '../hashed-file.ts';
import { hasTimestamp } from '../seals-beside.ts';
import { signedDocument } from '../signatures.ts';
import { kindOps } from '../table.ts';
import { timedBy, timestampBeside } from './timestamp-beside.ts';

export interface FilesQuestion {
  readonly document: Place;
  readonly files: readonly Place[];
  /** Null if nobody is named: a signature then trusts nobody. */
  readonly trust: Trust | null;
  /** Whose timestamps are trusted, where `trust` does not say so. */
  readonly authorities?: TimestampTrust | null;
  /** A file that is no signature is reported; otherwise it is a refusal. */
  readonly mayBeOther: boolean;
}

export interface JudgedFiles {
  readonly signatures: readonly JudgedSignature[];
  /** Over files of signatures; those over the document are among the signatures. */
  readonly timestamps: readonly JudgedSignature[];
  readonly notes: readonly NotChecked[];
  /** `sha256:` and hex of the document; null if it was not read. */
  readonly digest: string | null;
  /** For a signature over many files: how they were found. Of several, the one with most findings. */
  readonly tree: JudgedTree | null;
}

/** Throws `Refusal`. */
export async function judgeFilesOver({ document, files, trust, authorities, mayBeOther }: FilesQuestion): Promise<JudgedFiles> {
  const trusted = { ...(trust ?? { ...NOBODY, at: Date.now() }), ...(trust === null && authorities ? { authorities } : {}) };
  const place = { ...document, isFolder: isFolderAt(document) };
  const [signatures, timestamps, notes]: [JudgedSignature[], JudgedSignature[], NotChecked[]] = [[], [], []];
  let [digest, tree]: [string | null, JudgedTree | null] = [null, null];
  for (const signature of files) {
    try {
      const judged = await judgeSignatureFile({ signature, document: place, trust: trusted, describe: () => describedDocument(document) });
      const stamp = hasTimestamp(signature.path) ? timestampBeside(signature, trusted.authorities) : { signatures: [], notes: [] };
      signatures.push(...timedBy(judged.signatures, stamp.signatures));
      timestamps.push(...stamp.signatures);
      notes.push(...judged.notes, ...stamp.notes);
      digest ??= judged.digest;
      if (judged.tree !== undefined && (tree === null || judged.tree.findings.length > tree.findings.length)) tree = judged.tree;
    } catch (error) {
      if (!(error instanceof Refusal) || !mayBeOther) throw error;
      notes.push({ what: signature.given, reason: error.message });
    }
  }
  return { signatures, timestamps, notes, digest, tree };
}

export function isFolderAt({ given, path }: Place): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}

/** A document that is evidence, as its kind reads it; any other file by its bytes. */
export async function describedDocument(place: Place): Promise<SignedDocument> {
  const [found] = (await findEvidence(place, { depth: 0, anyFile: true })).found;
  if (found === undefined || found.kind === null || found.kind === 'pack-store') return fileDocument(place);
  try {
    const { id, digest } = await (await kindOps(found.kind)).describe(found.place, { ...ONLY_READ, env: {}, cwd: '/', plainHttp: false });
    return digest === null ? fileDocument(place) : signedDocument(found.place, { kind: found.kind, id, digest });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fileDocument(place);
  }
}

function fileDocument(place: Place): SignedDocument {
  return signedDocument(place, { kind: 'file', id: null, digest: placeDigest(place) });
}
