/**
 * Judges a file or a folder by one signature that the user named, and by nothing else: what the document itself says is not looked at, and the
 * verdict says so.
 *
 *     await judgeBySignature({ document, signature, trust })     a Verdict of the kind `file` or `model`
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import type { SignedDocument } from '#sign/judge-envelope';
import type { JudgedTree } from '#sign/oms/judge';
import { type JudgedFile, judgeSignatureFile } from '#sign/ops/judge-file';
import { NOBODY, type Trust } from '#sign/ops/trust';
import type { Place } from '../contract.ts';
import { titleOfKind } from '../kinds.ts';
import { cannotRead } from '../refusals.ts';
import { withSignatures } from '../signatures.ts';
import { createVerdict, findingsOf, NO_COVERAGE, NO_FINDINGS, type NotChecked, type Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { findEvidence } from './find.ts';
import { placeDigest } from './hashed-file.ts';
import { lookAtFile } from './look.ts';
import { signedDocument } from './signatures.ts';
import { kindOps } from './table.ts';

export interface SignatureAsked {
  readonly document: Place;
  readonly signature: Place;
  /** Null if nobody is named: a signature then trusts nobody, and is no failure for that. */
  readonly trust: Trust | null;
}

/** Throws `Refusal`. */
export async function judgeBySignature({ document, signature, trust }: SignatureAsked): Promise<Verdict> {
  const isFolder = isFolderAt(document);
  const judged = await judgeFileOver(document, signature, trust);
  const { signatures, notes, tree } = judged;
  const verdict = createVerdict({
    kind: tree !== undefined || (isFolder && judged.digest === null) ? 'model' : 'file',
    path: document.given,
    id: null,
    digest: judged.digest ?? (isFolder ? null : placeDigest(document)),
    outcome: 'PARTIAL',
    coverage: { ...NO_COVERAGE, expected: 1, skipped: 1 },
    findings: NO_FINDINGS,
    notChecked: [],
    root: null,
    report: null,
    ...(tree === undefined ? {} : treeFacts(tree)),
  });
  const signed = withSignatures(verdict, { signatures, policy: null, mustTrust: trust !== null });
  const own = isFolder ? [] : await ownContent(document);
  return createVerdict({ ...signed, notChecked: [...signed.notChecked, ...notes, ...own] });
}

/** Throws `Refusal`. */
export function judgeFileOver(document: Place, signature: Place, trust: Trust | null): Promise<JudgedFile> {
  const place = { ...document, isFolder: isFolderAt(document) };
  return judgeSignatureFile({
    signature,
    document: place,
    trust: trust ?? { ...NOBODY, at: Date.now() },
    describe: () => describedDocument(document),
  });
}

/** The members are the files that the signature names. */
function treeFacts({ expected, verified, failed, extra, findings }: JudgedTree): Pick<Verdict, 'outcome' | 'coverage' | 'findings'> {
  return {
    outcome: findings.length > 0 ? 'FAILED' : 'OK',
    coverage: { ...NO_COVERAGE, expected, verified, failed, extra },
    findings: findingsOf(findings),
  };
}

/** A document that is evidence, as its kind reads it; any other file by its bytes. */
async function describedDocument(place: Place): Promise<SignedDocument> {
  const [found] = (await findEvidence(place, { depth: 0, anyFile: true })).found;
  if (found === undefined || found.kind === null || found.kind === 'pack-store') return fileDocument(place);
  try {
    const { id, digest } = await (await kindOps(found.kind)).describe(found.place, NOTHING_ASKED);
    return digest === null ? fileDocument(place) : signedDocument(found.place, { kind: found.kind, id, digest });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fileDocument(place);
  }
}

function fileDocument(place: Place): SignedDocument {
  return signedDocument(place, { kind: 'file', id: null, digest: placeDigest(place) });
}

/** Nothing of a document is judged; it is only read. */
const NOTHING_ASKED: Asked = {
  root: null,
  selfOnly: true,
  threads: undefined,
  watch: undefined,
  env: {},
  cwd: '/',
  plainHttp: false,
  caFile: undefined,
};

function isFolderAt({ given, path }: Place): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}

/** A lock that somebody signed is a signed lock; whether its members are as it says is another question. */
async function ownContent({ path }: Place): Promise<readonly NotChecked[]> {
  const { kind } = await lookAtFile(path, basename(path), { isGiven: true });
  if (kind === null) return [];
  return [
    {
      what: `the ${titleOfKind(kind.name)} itself`,
      reason: '--signature judges the signature only; custody verify without it judges the rest',
    },
  ];
}
