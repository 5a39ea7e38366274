/**
 * Signatures of other programs that lie beside a document under the usual names: `a.csv.sig`, `.minisig`, `.sigstore.json`, `.sigstore`,
 * `.intoto.jsonl`.
 * What has such a name and is none is reported, and is no failure.
 */
import { isTaken } from '#disk/path/is-taken';
import type { JudgedSignature } from '#sign/judged';
import type { Place } from '../../contract.ts';
import type { NotChecked } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { isStoreUrl } from '../store-url.ts';

export const SIGNATURE_SUFFIXES = ['.sig', '.minisig', '.sigstore.json', '.sigstore', '.intoto.jsonl'];

/** Those that are there. Nothing of signatures is loaded to know that. */
export function signaturesBeside({ given, path }: Place): readonly Place[] {
  if (isStoreUrl(path)) return [];
  return SIGNATURE_SUFFIXES.flatMap((suffix) => {
    const place = { given: `${given}${suffix}`, path: `${path}${suffix}` };
    return isTaken(place.path) ? [place] : [];
  });
}

export interface ForeignSignatures {
  /** As the options judge them. */
  readonly signatures: readonly JudgedSignature[];
  /** As a policy needs them; empty without one. */
  readonly byPolicy: readonly JudgedSignature[];
  /** Over files of signatures. */
  readonly timestamps: readonly JudgedSignature[];
  readonly notes: readonly NotChecked[];
}

export const NO_FOREIGN: ForeignSignatures = { signatures: [], byPolicy: [], timestamps: [], notes: [] };

export async function judgeBeside(
  document: Place,
  files: readonly Place[],
  { trust, signatures: asked }: Asked,
): Promise<ForeignSignatures> {
  const { judgeFilesOver } = await import('./judge-files.ts');
  const all = { document, files, mayBeOther: true };
  const policy = asked?.policy ?? null;
  if (asked === undefined || policy === null) {
    const authorities = asked?.authorities ?? null;
    return { ...NO_FOREIGN, ...(await judgeFilesOver({ ...all, trust: trust ?? null, authorities })) };
  }
  const { policyTrust } = await import('#sign/ops/policy-trust');
  const { signatures: byPolicy, timestamps, notes } = await judgeFilesOver({ ...all, trust: policyTrust(policy, asked.at) });
  const named = trust === undefined ? NO_FOREIGN : await judgeFilesOver({ ...all, trust });
  return { signatures: named.signatures, byPolicy, timestamps, notes: eachOnce([...notes, ...named.notes]) };
}

/** The policy and the options say much the same of what was not looked at. */
export function eachOnce(notes: readonly NotChecked[]): readonly NotChecked[] {
  return [...new Map(notes.map((note) => [JSON.stringify([note.what, note.reason]), note])).values()];
}
