/**
 * Judges a file or a folder by one signature that the user named, and by nothing else: what the document itself says is not looked at, and the
 * verdict says so.
 *
 *     await judgeBySignature({ document, signature, trust })     a Verdict of the kind `file` or `model`
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import type { JudgedTree } from '#sign/oms/judge';
import { judgeSignatureFile } from '#sign/ops/judge-file';
import { NOBODY, type Trust } from '#sign/ops/trust';
import type { Place } from '../contract.ts';
import { titleOfKind } from '../kinds.ts';
import { cannotRead } from '../refusals.ts';
import { withSignatures } from '../signatures.ts';
import { createVerdict, findingsOf, NO_COVERAGE, NO_FINDINGS, type NotChecked, type Verdict } from '../verdict.ts';
import { placeDigest } from './hashed-file.ts';
import { lookAtFile } from './look.ts';

export interface SignatureAsked {
  readonly document: Place;
  readonly signature: Place;
  /** Null if nobody is named: a signature then trusts nobody, and is no failure for that. */
  readonly trust: Trust | null;
}

/** Throws `Refusal`. */
export async function judgeBySignature({ document, signature, trust }: SignatureAsked): Promise<Verdict> {
  const isFolder = isFolderAt(document);
  const judged = await judgeSignatureFile({ signature, document: { ...document, isFolder }, trust: trust ?? NOBODY });
  const { signatures, notes, tree } = judged;
  const verdict = createVerdict({
    kind: isFolder || tree !== undefined ? 'model' : 'file',
    path: document.given,
    id: null,
    digest: isFolder ? null : (judged.digest ?? placeDigest(document)),
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

/** The members are the files that the signature names. */
function treeFacts({ expected, verified, failed, extra, findings }: JudgedTree): Pick<Verdict, 'outcome' | 'coverage' | 'findings'> {
  return {
    outcome: findings.length > 0 ? 'FAILED' : 'OK',
    coverage: { ...NO_COVERAGE, expected, verified, failed, extra },
    findings: findingsOf(findings),
  };
}

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
