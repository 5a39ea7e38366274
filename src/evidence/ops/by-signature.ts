/**
 * Judges a file or a folder by one signature that the user named, and by nothing else: what the document itself says is not looked at, and the
 * verdict says so.
 *
 *     await judgeBySignature({ document, signature, trust })     a Verdict of the kind `file` or `model`
 */
import { basename } from 'node:path';
import type { JudgedTree } from '#sign/oms/judge';
import { policyTrust } from '#sign/ops/policy-trust';
import type { Trust } from '#sign/ops/trust';
import type { Place } from '../contract.ts';
import { withSignatures } from '../signatures.ts';
import { titleOfKind } from '../titles.ts';
import { createVerdict, findingsOf, NO_COVERAGE, NO_FINDINGS, type NotChecked, type Verdict } from '../verdict.ts';
import type { AskedSignatures } from './asked.ts';
import { eachOnce } from './foreign/beside.ts';
import { describedDocument, isFolderAt, judgeFilesOver } from './foreign/judge-files.ts';
import { placeDigest } from './hashed-file.ts';
import { lookAtFile } from './look.ts';
import { judgedBy, notesOn } from './signatures.ts';

export interface SignatureAsked {
  readonly document: Place;
  /** Without a policy, one. */
  readonly signatures: readonly Place[];
  /** Null if nobody is named: a signature then trusts nobody, and is no failure for that. With a policy, one of those is needed besides. */
  readonly trust: Trust | null;
  /** The policy that judges who counts; absent without one. */
  readonly asked?: AskedSignatures | undefined;
}

/** Throws `Refusal`. */
export async function judgeBySignature({ document, signatures: files, trust, asked }: SignatureAsked): Promise<Verdict> {
  const isFolder = isFolderAt(document);
  const policy = asked?.policy ?? null;
  const all = { document, files, mayBeOther: false };
  const judged = await judgeFilesOver({ ...all, trust: asked === undefined || policy === null ? trust : policyTrust(policy, asked.at) });
  const byNamed = trust === null || policy === null ? judged : await judgeFilesOver({ ...all, trust });
  const kind = judged.tree !== null || (isFolder && judged.digest === null) ? 'model' : 'file';
  const verdict = createVerdict({
    kind,
    path: document.given,
    id: null,
    digest: judged.digest ?? (isFolder ? null : placeDigest(document)),
    outcome: 'PARTIAL',
    coverage: { ...NO_COVERAGE, expected: 1, skipped: 1 },
    findings: NO_FINDINGS,
    notChecked: [],
    root: null,
    report: null,
    ...(judged.tree === null ? {} : treeFacts(judged.tree)),
  });
  const about = policy === null || kind === 'model' ? { kind, path: document.given } : await describedDocument(document);
  const signed = judgedBy(asked, about, judged.signatures);
  const added = {
    ...signed,
    signatures: [...signed.signatures, ...judged.timestamps],
    mustTrust: trust !== null,
    named: byNamed.signatures,
  };
  const { notChecked, ...whole } = withSignatures(verdict, added);
  const own = isFolder ? [] : await ownContent(document);
  return createVerdict({
    ...whole,
    notChecked: [...notChecked, ...eachOnce([...judged.notes, ...byNamed.notes]), ...notesOn(policy), ...own],
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
