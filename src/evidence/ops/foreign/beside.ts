/**
 * Signatures of other programs that lie beside a document under the usual names: `a.csv.sig`, `.minisig`, `.sigstore.json`, `.sigstore`.
 * What has such a name and is none is reported, and is no failure.
 */
import { Refusal } from '#core/refusal';
import { statIfThere } from '#disk/path/stat-if-there';
import type { JudgedSignature } from '#sign/judged';
import type { Place } from '../../contract.ts';
import type { NotChecked } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { isStoreUrl } from '../store-url.ts';

const SUFFIXES = ['.sig', '.minisig', '.sigstore.json', '.sigstore'];

/** Those that are there. Nothing of signatures is loaded to know that. */
export function signaturesBeside({ given, path }: Place): readonly Place[] {
  if (isStoreUrl(path)) return [];
  return SUFFIXES.flatMap((suffix) => {
    const place = { given: `${given}${suffix}`, path: `${path}${suffix}` };
    return statIfThere(place.path)?.isFile() === true ? [place] : [];
  });
}

export interface ForeignSignatures {
  readonly signatures: readonly JudgedSignature[];
  readonly notes: readonly NotChecked[];
}

export async function judgeBeside(document: Place, files: readonly Place[], { trust }: Asked): Promise<ForeignSignatures> {
  const { judgeFileOver } = await import('../by-signature.ts');
  const [signatures, notes]: [JudgedSignature[], NotChecked[]] = [[], []];
  for (const signature of files) {
    try {
      const judged = await judgeFileOver(document, signature, trust ?? null);
      signatures.push(...judged.signatures);
      notes.push(...judged.notes);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.push({ what: signature.given, reason: error.message });
    }
  }
  return { signatures, notes };
}
