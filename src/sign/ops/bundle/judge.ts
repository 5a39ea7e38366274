/** Judges a bundle: of OpenSSF Model Signing over the files of a folder, else of Sigstore over one file. */
import { BadSignature } from '../../bad-signature.ts';
import { malformed } from '../../foreign.ts';
import { isModelSigning } from '../../oms/statement.ts';
import { type Bundle, parseBundle, payloadText } from '../../sigstore/bundle.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';

export async function judgeBundleFile(judging: Judging): Promise<JudgedFile> {
  const { bytes, signature, document } = judging;
  let bundle: Bundle;
  try {
    bundle = parseBundle(bytes);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    const form = document.isFolder ? 'oms' : 'sigstore';
    return { digest: null, signatures: [malformed({ form, path: signature.given }, error.message)], notes: [] };
  }
  if (document.isFolder || isModelSigning(payloadText(bundle) ?? ''))
    return (await import('../oms/judge.ts')).judgeModelFile(judging, bundle);
  return (await import('../sigstore/judge.ts')).judgeSigstoreFile(judging, bundle);
}
